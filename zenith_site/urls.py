"""All addresses. `/healthz` and `/readyz` are answered before (`zenith_site.middleware`)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "zenith_site.errors.bad_request"
handler403 = "zenith_site.errors.permission_denied"
handler404 = "zenith_site.errors.page_not_found"
handler500 = "zenith_site.errors.server_error"
