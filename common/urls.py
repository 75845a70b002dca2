"""URLs of what stands on every page."""

from django.urls import path
from django.views.i18n import set_language

from common.own_pages import from_own_pages

urlpatterns = [path("language/", from_own_pages(set_language), name="set_language")]
