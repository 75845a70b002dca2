"""Addresses of games in bulk."""

from django.urls import path

from games.archive import views

urlpatterns = [
    path("data/", views.data, name="data"),
    path("data/<str:file>", views.download, name="data_file"),
    path("players/<str:username>/games.ndjson", views.games_of_player, name="games_ndjson"),
]
