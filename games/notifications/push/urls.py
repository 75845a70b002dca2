"""Addresses of pushes."""

from django.urls import path

from games.notifications.push import views

urlpatterns = [
    path("push/subscribe/", views.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", views.unsubscribe, name="push_unsubscribe"),
    path("push/change/", views.change, name="push_change"),
    path("push/<int:pk>/remove/", views.remove_browser, name="push_remove"),
]
