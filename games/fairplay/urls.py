"""Addresses of fair play."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
