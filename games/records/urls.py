"""Addresses of records that are opened as replays."""

from django.urls import path

from games.records import views

urlpatterns = [
    path("records/", views.open_record, name="open_record"),
    path("records/<str:key>/", views.replay, name="opened_record"),
    path("records/<str:key>/<int:seq>/", views.replay, name="opened_record_at"),
    path("records/<str:key>/try/", views.try_from, name="try_from_record"),
]
