"""Addresses of tables, moves, talk, clocks and vacation."""

from django.urls import path

from games.tables.views import play, replay, table, tables, talk, times

urlpatterns = [
    path("play-a-bot/", tables.play_a_bot, name="play_a_bot"),
    path("tables/new/", tables.new_table, name="new_table"),
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/with/<str:token>/", table.invitation, name="invitation"),
    path("tables/<int:pk>/with/<str:token>/replay/", replay.replay, name="replay_by_link"),
    path(
        "tables/<int:pk>/with/<str:token>/replay/<int:seq>/",
        replay.replay,
        name="replay_at_by_link",
    ),
    path("tables/<int:pk>/with/<str:token>/deal/", replay.verify_deal, name="deal_by_link"),
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
    path("tables/<int:pk>/give-time/", times.give_time, name="give_time"),
    path("tables/<int:pk>/propose/", times.propose, name="propose"),
    path("tables/<int:pk>/accept/", times.accept, name="accept_proposal"),
    path("tables/<int:pk>/decline/", times.decline, name="decline_proposal"),
    path("tables/<int:pk>/take-over/", times.take_over, name="take_over"),
    path("tables/<int:pk>/notifications/", times.notification_level, name="notification_level"),
    path("vacation/", times.vacation, name="vacation"),
    path("vacation/now/", times.leave_now, name="leave_now"),
    path("vacation/<int:pk>/end/", times.come_back, name="come_back"),
    path("messages/<int:pk>/report/", talk.report, name="report"),
    path("tables/<int:pk>/replay/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/<int:seq>/", replay.replay, name="replay_at"),
    path("tables/<int:pk>/deal/", replay.verify_deal, name="verify_deal"),
]
