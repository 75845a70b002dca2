"""Addresses of moves from mails."""

from django.urls import path

from games.notifications.moving import views

urlpatterns = [
    path("m/<str:token>/", views.table, name="moving"),
    path("m/<str:token>/draft/", views.draft, name="moving_draft"),
    path("m/<str:token>/undo/", views.undo, name="moving_undo"),
    path("m/<str:token>/confirm/", views.confirm, name="moving_confirm"),
]
