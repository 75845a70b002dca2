"""URLs of seasons."""

from django.urls import path

from games.seasons import views

urlpatterns = [
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/<int:year>/<int:number>/", views.season, name="season"),
    path("seasons/<int:year>/<int:number>/enrol/", views.enrol, name="season_enrol"),
    path("seasons/<int:year>/<int:number>/leave/", views.leave, name="season_leave"),
    path("seasons/<int:year>/<int:number>/<int:level>/", views.division, name="season_division"),
]
