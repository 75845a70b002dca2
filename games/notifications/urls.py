"""Addresses of notification preferences and site_app."""

from django.urls import path

from games.notifications.views import (
    bounces,
    pictures,
    preferences,
    site_app,
    unsubscribing,
)

REPLAY = "tables/<int:pk>/replay/<int:seq>/"
REPLAY_BY_LINK = "tables/<int:pk>/with/<str:token>/replay/<int:seq>/"

urlpatterns = [
    path("notifications/", preferences.notifications, name="notifications"),
    path("notifications/history/", preferences.notification_history, name="notification_history"),
    path("notifications/tests/<str:channel>/", preferences.send_test, name="notification_test"),
    path("sw.js", site_app.service_worker, name="service_worker"),
    path("offline/", site_app.offline, name="offline"),
    path("manifest.webmanifest", site_app.manifest, name="manifest"),
    path("mails/stop/<str:token>/", unsubscribing.stop_mails, name="unsubscribe"),
    path("mails/bounces/<str:secret>/", bounces.report, name="bounces"),
    path("mails/again/", bounces.again, name="mails_again"),
    path("tables/<int:pk>/picture.png", pictures.latest_png, name="latest_png"),
    path(
        "tables/<int:pk>/with/<str:token>/picture.png",
        pictures.latest_png,
        name="latest_png_by_link",
    ),
    path(f"{REPLAY}picture.svg", pictures.moment_svg, name="moment_svg"),
    path(f"{REPLAY_BY_LINK}picture.svg", pictures.moment_svg, name="moment_svg_by_link"),
    path(f"{REPLAY}picture.png", pictures.moment_png, name="moment_png"),
    path(f"{REPLAY_BY_LINK}picture.png", pictures.moment_png, name="moment_png_by_link"),
    path(f"{REPLAY}share/", pictures.share_moment, name="share_moment"),
    path(f"{REPLAY_BY_LINK}share/", pictures.share_moment, name="share_moment_by_link"),
]
