"""Addresses of reviews, tries and hints."""

from django.urls import path

from games.review import views

urlpatterns = [
    path("mistakes/", views.mistakes, name="mistakes"),
    path("tables/<int:pk>/review/", views.review, name="review"),
    path("tables/<int:pk>/review/chart/", views.chart, name="review_chart"),
    path("tables/<int:pk>/review/ask/", views.ask, name="ask_for_review"),
    path("tables/<int:pk>/try/", views.try_from, name="try_from"),
    path("tables/<int:pk>/hint/", views.hint, name="hint"),
]
