"""Addresses of puzzles."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.index, name="puzzles"),
    path("puzzles/<int:number>/", views.puzzle, name="puzzle"),
    path("puzzles/<int:number>/draft/", views.draft, name="puzzle_draft"),
    path("puzzles/<int:number>/undo/", views.undo, name="puzzle_undo"),
    path("puzzles/<int:number>/solution/", views.solution, name="puzzle_solution"),
]
