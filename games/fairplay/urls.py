"""Addresses of fair play."""

from django.urls import path

from games.views import fairplay

urlpatterns = [
    path("", fairplay.fairplay, name="fairplay"),
    path("block/<str:username>/", fairplay.block, name="block"),
    path("report/<str:username>/", fairplay.report, name="report_player"),
]
