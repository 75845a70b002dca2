"""URLs of finding a game."""

from django.urls import path

from games.matchmaking import views

urlpatterns = [
    path("find/", views.find, name="find"),
    path("find/here/", views.here, name="find_here"),
    path("find/<int:pk>/stop/", views.stop, name="find_stop"),
]
