"""Addresses of the lobby: opening a table, joining it, leaving it, the rematch."""

from django.urls import path

from games.lobby import views

urlpatterns = [
    path("play-a-bot/", views.play_a_bot, name="play_a_bot"),
    path("tables/new/", views.new_table, name="new_table"),
    path("tables/<int:pk>/join/", views.join, name="join"),
    path("tables/<int:pk>/fill/", views.fill, name="fill"),
    path("tables/<int:pk>/leave/", views.leave, name="leave"),
    path("tables/<int:pk>/cancel/", views.cancel, name="cancel"),
    path("tables/<int:pk>/rematch/", views.rematch, name="rematch"),
]
