"""The URLs of the site; `zenith_site.middleware` answers the health checks."""

from django.apps import apps
from django.contrib import admin
from django.urls import include, path
from django.utils.module_loading import module_has_submodule

from zenith_site.site_state import site_state

admin.site.index_template = "admin/zenith_site/index.html"

SUBJECTS = [
    config.name
    for config in apps.get_app_configs()
    if config.name.startswith("games.") and module_has_submodule(config.module, "urls")
]

urlpatterns = [
    *(path("", include(f"{name}.urls")) for name in SUBJECTS),
    path("", include("common.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/state/", admin.site.admin_view(site_state), name="site_state"),
    path("admin/", admin.site.urls),
]

handler400 = "zenith_site.errors.bad_request"
handler403 = "zenith_site.errors.permission_denied"
handler404 = "zenith_site.errors.page_not_found"
handler500 = "zenith_site.errors.server_error"
