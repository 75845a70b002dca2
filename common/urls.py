"""URLs of what stands on every page."""

from django.urls import path
from django.views.i18n import set_language

urlpatterns = [path("language/", set_language, name="set_language")]
