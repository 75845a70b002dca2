"""URLs of fair play."""

from django.urls import path

from games.fairplay import views

urlpatterns = [
    path("fair-play/", views.fairplay, name="fairplay"),
    path("fair-play/block/<str:username>/", views.block, name="block"),
    path("fair-play/report/<str:username>/", views.report, name="report_player"),
]
