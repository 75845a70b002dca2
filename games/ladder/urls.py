"""URLs of the ladders."""

from django.urls import path

from games.ladder import views

urlpatterns = [
    path("ladder/", views.ladder, name="ladder"),
    path("ladder/challenges/<int:challenge>/accept/", views.accept, name="ladder_accept"),
    path("ladder/challenges/<int:challenge>/decline/", views.decline, name="ladder_decline"),
    path("ladder/challenges/<int:challenge>/withdraw/", views.withdraw, name="ladder_withdraw"),
    path("ladder/<str:pool>/", views.ladder, name="ladder_of"),
    path("ladder/<str:pool>/waiting/", views.waiting, name="ladder_waiting"),
    path("ladder/<str:pool>/join/", views.join, name="ladder_join"),
    path("ladder/<str:pool>/leave/", views.leave, name="ladder_leave"),
    path("ladder/<str:pool>/prefer/", views.prefer, name="ladder_prefer"),
    path("ladder/<str:pool>/bots/<slug:key>/", views.bot, name="ladder_bot"),
    path("ladder/<str:pool>/bots/<slug:key>/challenge/", views.challenge_bot),
    path("ladder/<str:pool>/players/<str:username>/", views.member, name="ladder_member"),
    path(
        "ladder/<str:pool>/players/<str:username>/challenge/",
        views.challenge,
        name="ladder_challenge",
    ),
]
