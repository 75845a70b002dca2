"""Addresses of the sockets."""

from django.urls import path, re_path

from games.tables.consumers import TableSocket, UnknownSocket

websocket_urlpatterns = [
    path("ws/tables/<int:pk>/", TableSocket.as_asgi()),
    re_path("", UnknownSocket.as_asgi()),
]
