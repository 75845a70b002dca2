"""URLs of the leaderboards."""

from django.urls import path

from games.ratings import views

urlpatterns = [
    path("leaderboard/", views.leaderboard, name="leaderboard"),
    path("leaderboard/<str:pool>/", views.leaderboard, name="leaderboard_of"),
]
