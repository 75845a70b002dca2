"""Addresses of finding a game."""

from django.urls import path

from games.views import finding

urlpatterns = [
    path("", finding.find, name="find"),
    path("here/", finding.here, name="find_here"),
    path("<int:pk>/stop/", finding.stop, name="find_stop"),
]
