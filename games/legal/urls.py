"""Addresses of the legal pages; the names are the values of `LegalPageKind`."""

from django.urls import path

from games.legal.views import legal_page

urlpatterns = [
    path("privacy/", legal_page, {"kind": "privacy"}, name="privacy"),
    path("imprint/", legal_page, {"kind": "imprint"}, name="imprint"),
    path("terms/", legal_page, {"kind": "terms"}, name="terms"),
]
