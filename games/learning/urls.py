"""Addresses of the rules and of tutorials."""

from django.urls import path

from games.learning import help, rules, views

CHAPTER = "learn/<slug:tutorial>/<slug:chapter>/"

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/print/", rules.rules, {"printing": True}, name="rules_print"),
    path("learn/", views.index, name="learn"),
    path("learn/help/", help.table_help, name="table_help"),
    path("learn/real-game/", views.real_game, name="real_game"),
    path("learn/<slug:tutorial>/", views.tutorial, name="tutorial"),
    path(CHAPTER, views.chapter, name="lesson"),
    path(f"{CHAPTER}draft/", views.draft, name="lesson_draft"),
    path(f"{CHAPTER}undo/", views.undo, name="lesson_undo"),
    path(f"{CHAPTER}confirm/", views.confirm, name="lesson_confirm"),
    path(f"{CHAPTER}next/", views.next_step, name="lesson_next"),
    path(f"{CHAPTER}restart/", views.restart, name="lesson_restart"),
]
