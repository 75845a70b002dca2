"""Addresses of people."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("players/<str:username>/", views.profile, name="profile"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete_account"),
    path("mails/stop/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
