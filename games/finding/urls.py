"""Addresses of finding a game."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
