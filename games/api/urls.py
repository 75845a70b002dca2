"""Addresses of the API and of its pages."""

from django.urls import include, path, re_path

from games.api import views
from games.api.api import openapi, patterns, unknown
from games.api.gate import gate
from games.api.oauth import views as oauth

urlpatterns = [
    path("api/", views.about, name="api"),
    path("bots/", views.bot_list, name="bots"),
    path("account/bot/", views.become_bot, name="become_bot"),
    path("account/tokens/", views.token_list, name="api_tokens"),
    path("account/tokens/<int:pk>/revoke/", views.token_revoke, name="api_token_revoke"),
    path("oauth/authorize/", oauth.authorize, name="oauth_authorize"),
    path("oauth/token", oauth.token, name="oauth_token"),
    path("oauth/revoke", oauth.revoke, name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", oauth.metadata, name="oauth_metadata"),
    path("api/v1/openapi.json", gate(openapi), name="api_openapi"),
    path("api/v1/", include(list(patterns()))),
    re_path("^api/v1/", gate(unknown), name="api_unknown"),
]
