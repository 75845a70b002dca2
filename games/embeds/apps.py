from django.apps import AppConfig

from common.navigation import Insert


class EmbedsConfig(AppConfig):
    name = "games.embeds"
    inserts = (
        Insert("head", "embeds/_oembed.html"),
        Insert("share_moment", "embeds/_share.html"),
    )
