"""Addresses of feeds."""

from django.urls import path

from games.notifications.feeds import views

urlpatterns = [
    path("feeds/revoke/", views.revoke_feeds, name="feeds_revoke"),
    path("feeds/<str:token>/<str:name>", views.feed, name="feed"),
]
