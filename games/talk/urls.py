"""Addresses of the chat and of the notes."""

from django.urls import path

from games.talk import views

urlpatterns = [
    path("tables/<int:pk>/talk/", views.say, name="say"),
    path("tables/<int:pk>/mute/", views.mute, name="mute"),
    path("tables/<int:pk>/notes/", views.notes, name="notes"),
    path("messages/<int:pk>/report/", views.report, name="report"),
]
