"""Addresses of seasons."""

from django.urls import path

from games.views import seasons

urlpatterns = [
    path("", seasons.seasons, name="seasons"),
    path("<int:year>/<int:number>/", seasons.season, name="season"),
    path("<int:year>/<int:number>/enrol/", seasons.enrol, name="season_enrol"),
    path("<int:year>/<int:number>/leave/", seasons.leave, name="season_leave"),
    path("<int:year>/<int:number>/<int:level>/", seasons.division, name="season_division"),
]
