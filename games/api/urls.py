"""Addresses of the API and of its pages."""

from django.urls import include, path

from games.api import views
from games.api.api import PREFIX, patterns

urlpatterns = [
    path("account/tokens/", views.token_list, name="api_tokens"),
    path("account/tokens/<int:pk>/revoke/", views.token_revoke, name="api_token_revoke"),
    path(PREFIX, include(list(patterns()))),
]
