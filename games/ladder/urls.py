"""Addresses of the ladders."""

from django.urls import path

from games.views import ladder

urlpatterns = [
    path("", ladder.ladder, name="ladder"),
    path("challenges/<int:challenge>/accept/", ladder.accept, name="ladder_accept"),
    path("challenges/<int:challenge>/decline/", ladder.decline, name="ladder_decline"),
    path("challenges/<int:challenge>/withdraw/", ladder.withdraw, name="ladder_withdraw"),
    path("<str:pool>/", ladder.ladder, name="ladder_of"),
    path("<str:pool>/waiting/", ladder.waiting, name="ladder_waiting"),
    path("<str:pool>/join/", ladder.join, name="ladder_join"),
    path("<str:pool>/leave/", ladder.leave, name="ladder_leave"),
    path("<str:pool>/prefer/", ladder.prefer, name="ladder_prefer"),
    path("<str:pool>/players/<str:username>/", ladder.member, name="ladder_member"),
    path("<str:pool>/players/<str:username>/challenge/", ladder.challenge, name="ladder_challenge"),
]
