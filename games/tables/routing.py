"""Addresses of the sockets."""

from django.urls import path, re_path

from games.tables.consumers import PageSocket, UnknownSocket

websocket_urlpatterns = [
    path("ws/", PageSocket.as_asgi()),
    path("ws/tables/<int:pk>/", PageSocket.as_asgi()),
    re_path("", UnknownSocket.as_asgi()),
]
