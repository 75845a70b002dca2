"""What django-oauth-toolkit registers is no business of staff: codes and apps come and go."""

from django.contrib import admin
from django.db import models
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

UNUSED: tuple[type[models.Model], ...] = (AccessToken, Application, Grant, IDToken, RefreshToken)
admin.site.unregister(UNUSED)
