"""Addresses of the icon language and of everything printed."""

from django.urls import path

from games.symbols import views

urlpatterns = [
    path("symbols/", views.symbols, name="symbols"),
    path("symbols/cards/", views.cards, name="symbols_cards"),
    path("symbols/cards/<slug:key>/", views.component, name="component"),
]
