"""Addresses of faces."""

from django.urls import path

from games.portraits import views

urlpatterns = [path("preferences/face/", views.face, name="face")]
