"""Addresses of the API and of its pages."""

from django.urls import include, path, re_path

from games.api import views
from games.api.api import openapi, patterns, unknown
from games.api.gate import gate

urlpatterns = [
    path("api/", views.about, name="api"),
    path("bots/", views.bot_list, name="bots"),
    path("account/bot/", views.become_bot, name="become_bot"),
    path("account/tokens/", views.token_list, name="api_tokens"),
    path("account/tokens/<int:pk>/revoke/", views.token_revoke, name="api_token_revoke"),
    path("api/v1/openapi.json", gate(openapi), name="api_openapi"),
    path("api/v1/", include(list(patterns()))),
    re_path("^api/v1/", gate(unknown), name="api_unknown"),
]
