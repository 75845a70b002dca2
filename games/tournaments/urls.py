"""URLs of tournaments."""

from django.urls import path

from games.tournaments import views

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="tournament_new"),
    path("tournaments/<int:pk>/", views.tournament, name="tournament"),
    path(
        "tournaments/<int:pk>/rounds/<int:number>/", views.tournament_round, name="tournament_round"
    ),
    path("tournaments/<int:pk>/join/", views.join, name="tournament_join"),
    path("tournaments/<int:pk>/leave/", views.leave, name="tournament_leave"),
    path("tournaments/<int:pk>/start/", views.start, name="tournament_start"),
    path("tournaments/<int:pk>/cancel/", views.cancel, name="tournament_cancel"),
    path("tournaments/<int:pk>/withdraw/", views.withdraw, name="tournament_withdraw"),
]
