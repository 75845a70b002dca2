"""Addresses of home, lobby and players."""

from django.urls import path

from games.pages.views import people, site

urlpatterns = [
    path("", site.home, name="home"),
    path("robots.txt", site.robots, name="robots"),
    path("lobby/", site.lobby, name="lobby"),
    path("watch/", site.watch, name="watch"),
    path("announcements/<int:pk>/close/", site.close_announcement, name="close_announcement"),
    path("players/<str:username>/", people.profile, name="profile"),
    path("players/<str:username>/games/", people.games_of, name="games_of"),
    path("players/<str:username>/with/<str:other>/", people.compare, name="compare"),
    path("players/<str:username>/follow/", people.follow, name="follow"),
]
