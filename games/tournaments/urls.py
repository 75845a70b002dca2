"""Addresses of tournaments."""

from django.urls import path

from games.views import tournaments

urlpatterns = [
    path("", tournaments.tournaments, name="tournaments"),
    path("new/", tournaments.new_tournament, name="tournament_new"),
    path("<int:pk>/", tournaments.tournament, name="tournament"),
    path("<int:pk>/rounds/<int:number>/", tournaments.tournament_round, name="tournament_round"),
    path("<int:pk>/join/", tournaments.join, name="tournament_join"),
    path("<int:pk>/leave/", tournaments.leave, name="tournament_leave"),
    path("<int:pk>/start/", tournaments.start, name="tournament_start"),
    path("<int:pk>/cancel/", tournaments.cancel, name="tournament_cancel"),
    path("<int:pk>/withdraw/", tournaments.withdraw, name="tournament_withdraw"),
]
