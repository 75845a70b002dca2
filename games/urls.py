"""Addresses of the tables."""

from django.urls import path

from games.views import pages, people, play, replay, table, tables, talk

urlpatterns = [
    path("", pages.home, name="home"),
    path("rules/", pages.rules, name="rules"),
    path("lobby/", pages.lobby, name="lobby"),
    path("players/<str:username>/", people.profile, name="profile"),
    path("account/export/", people.export, name="export"),
    path("account/delete/", people.delete, name="delete_account"),
    path("mails/stop/<str:token>/", people.unsubscribe, name="unsubscribe"),
    path("play-a-bot/", tables.play_a_bot, name="play_a_bot"),
    path("tables/new/", tables.new_table, name="new_table"),
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/with/<str:token>/", table.invitation, name="invitation"),
    path("tables/<int:pk>/join/", tables.join, name="join"),
    path("tables/<int:pk>/leave/", tables.leave, name="leave"),
    path("tables/<int:pk>/cancel/", tables.cancel, name="cancel"),
    path("tables/<int:pk>/rematch/", tables.rematch, name="rematch"),
    path("tables/<int:pk>/draft/", play.draft, name="draft"),
    path("tables/<int:pk>/undo/", play.undo, name="undo"),
    path("tables/<int:pk>/confirm/", play.confirm, name="confirm"),
    path("tables/<int:pk>/resign/", play.resign, name="resign"),
    path("tables/<int:pk>/abort/", play.abort, name="abort"),
    path("tables/<int:pk>/talk/", talk.say, name="say"),
    path("tables/<int:pk>/mute/", talk.mute, name="mute"),
    path("tables/<int:pk>/notes/", talk.notes, name="notes"),
    path("messages/<int:pk>/report/", talk.report, name="report"),
    path("tables/<int:pk>/replay/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/<int:seq>/", replay.replay, name="replay_at"),
    path("tables/<int:pk>/deal/", replay.verify_deal, name="verify_deal"),
]
