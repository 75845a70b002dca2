"""Addresses by which search engines, messengers and browsers find what they look for."""

from django.urls import path

from games.discovery import views

urlpatterns = [
    path("sitemap.xml", views.sitemap_index, name="sitemap"),
    path("sitemap-<str:section>.xml", views.sitemap_section, name="sitemap_section"),
    path("favicon.ico", views.favicon, name="favicon"),
    path(".well-known/change-password", views.change_password, name="well_known_password"),
    path(".well-known/security.txt", views.security, name="security_txt"),
    path("players/<str:username>/picture.png", views.player_picture, name="player_picture"),
    path("puzzles/<int:number>/picture.png", views.puzzle_picture, name="puzzle_picture"),
]
