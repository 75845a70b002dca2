"""Addresses of what other sites may frame, and of the description of it."""

from django.urls import path

from games.embeds import oembed, views

urlpatterns = [
    path("embed/games/<int:pk>/", views.game, name="embed_game"),
    path("embed/puzzles/daily/", views.daily_puzzle, name="embed_daily_puzzle"),
    path("overlay/games/<int:pk>/", views.overlay, name="overlay"),
    path("oembed/", oembed.oembed, name="oembed"),
]
