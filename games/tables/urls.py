"""Addresses of tables, moves, clocks and vacation."""

from django.urls import path

from games.tables.views import cards, news, planning, play, replay, table, times

urlpatterns = [
    path("cards/<str:language>/", cards.card, name="card"),
    path("news/", news.news, name="news"),
    path("next/", news.next_game, name="next_game"),
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/with/<str:token>/", table.invitation, name="invitation"),
    path("tables/<int:pk>/with/<str:token>/replay/", replay.replay, name="replay_by_link"),
    path(
        "tables/<int:pk>/with/<str:token>/replay/<int:seq>/",
        replay.replay,
        name="replay_at_by_link",
    ),
    path(
        "tables/<int:pk>/with/<str:token>/replay/record.json",
        replay.record,
        name="record_by_link",
    ),
    path("tables/<int:pk>/with/<str:token>/deal/", replay.verify_deal, name="deal_by_link"),
    path("tables/<int:pk>/more/", table.menu, name="menu"),
    path("tables/<int:pk>/with/<str:token>/more/", table.menu, name="menu_by_link"),
    path("tables/<int:pk>/plan/", planning.plan, name="plan"),
    path("tables/<int:pk>/plan/draft/", planning.draft, name="plan_draft"),
    path("tables/<int:pk>/plan/undo/", planning.undo, name="plan_undo"),
    path("tables/<int:pk>/plan/keep/", planning.keep, name="plan_keep"),
    path("tables/<int:pk>/plan/use/", planning.use, name="plan_use"),
    path("tables/<int:pk>/plan/discard/", planning.discard, name="plan_discard"),
    path("tables/<int:pk>/draft/", play.draft, name="draft"),
    path("tables/<int:pk>/undo/", play.undo, name="undo"),
    path("tables/<int:pk>/confirm/", play.confirm, name="confirm"),
    path("tables/<int:pk>/resign/", play.resign, name="resign"),
    path("tables/<int:pk>/claim-draw/", play.claim_draw, name="claim_draw"),
    path("tables/<int:pk>/abort/", play.abort, name="abort"),
    path("tables/<int:pk>/give-time/", times.give_time, name="give_time"),
    path("tables/<int:pk>/propose/", times.propose, name="propose"),
    path("tables/<int:pk>/accept/", times.accept, name="accept_proposal"),
    path("tables/<int:pk>/decline/", times.decline, name="decline_proposal"),
    path("tables/<int:pk>/take-over/", times.take_over, name="take_over"),
    path("tables/<int:pk>/notifications/", times.notification_level, name="notification_level"),
    path("tables/<int:pk>/standing/", times.standing_order, name="standing"),
    path("vacation/", times.vacation, name="vacation"),
    path("vacation/now/", times.leave_now, name="leave_now"),
    path("vacation/<int:pk>/end/", times.come_back, name="come_back"),
    path("tables/<int:pk>/replay/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/record.json", replay.record, name="record"),
    path("tables/<int:pk>/replay/<int:seq>/", replay.replay, name="replay_at"),
    path("tables/<int:pk>/deal/", replay.verify_deal, name="verify_deal"),
]
