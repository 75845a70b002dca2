"""Addresses of webhooks."""

from django.urls import path

from games.notifications.webhook import views

urlpatterns = [
    path("webhooks/add/", views.add_webhook, name="webhook_add"),
    path("webhooks/follow/<slug:sort>/<slug:subject>/", views.follow, name="webhook_follow"),
    path("webhooks/<int:pk>/secret/", views.renew_secret, name="webhook_secret"),
    path("webhooks/<int:pk>/topics/", views.choose_topics, name="webhook_topics"),
    path("webhooks/<int:pk>/restart/", views.restart_webhook, name="webhook_restart"),
    path("webhooks/<int:pk>/remove/", views.remove_webhook, name="webhook_remove"),
]
