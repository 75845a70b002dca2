"""Cases and moderation actions in the admin."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import SignedInRequest
from common.admin_base import ReadOnly
from common.form_fields import set_choices, set_queryset
from common.refusals import Refused
from games.fairplay import moderation
from games.fairplay.evidence import sentences
from games.fairplay.models import ActionKind, Case, ModerationAction
from games.ratings.due import outlook
from games.tables.models import Ending, Game

MOST_GAMES = 100
DAYS = 30
NEEDS: dict[str, str] = {
    ActionKind.ANNUL: "tables.change_game",
    ActionKind.CLOSE: "accounts.close_account",
}
"""Permissions that an action needs besides `fairplay.change_case`."""
DECISIONS = (
    (ActionKind.DISMISS, _("Dismiss: no violation")),
    (ActionKind.WARN, _("Warn the player")),
    (ActionKind.BAR, _("Bar the player from rated games")),
    (ActionKind.ANNUL, _("Annul games")),
    (ActionKind.CLOSE, _("Close the account")),
)


class DecideForm(forms.Form):
    """A moderator's decision about a case: the action, the player or games, and the reason."""

    what = forms.ChoiceField(
        label=_("What to do"),
        widget=forms.RadioSelect,
        choices=DECISIONS,
    )
    player = forms.ModelChoiceField(label=_("Player"), queryset=User.objects.none(), required=False)
    days = forms.IntegerField(
        label=_("Days barred from rated games"),
        min_value=1,
        max_value=moderation.MOST_DAYS,
        initial=DAYS,
        required=False,
    )
    games = forms.ModelMultipleChoiceField(
        label=_("Games"), queryset=Game.objects.none(), required=False
    )
    why = forms.CharField(
        label=_("Why"),
        max_length=moderation.LONGEST,
        help_text=_("The player sees this if you warn them or bar them from rated games."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, case: Case, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        people = User.objects.filter(pk__in=case.people.values("pk")).order_by("username")
        set_queryset(self, "player", people)
        set_queryset(self, "games", Game.objects.filter(pk__in=case.evidence["games"]))
        allowed = [
            (kind, label)
            for kind, label in DECISIONS
            if kind not in NEEDS or user.has_perm(NEEDS[kind])
        ]
        set_choices(self, "what", allowed)

    def clean(self) -> None:
        """Require the fields that the chosen action needs."""
        super().clean()
        data = self.cleaned_data
        what = data.get("what")
        if what in (ActionKind.WARN, ActionKind.BAR, ActionKind.CLOSE) and not data.get("player"):
            self.add_error("player", _("Which player?"))
        if what == ActionKind.BAR and not data.get("days"):
            self.add_error("days", _("How many days?"))
        if what == ActionKind.ANNUL and not data.get("games"):
            self.add_error("games", _("Which games?"))

    def decide(self, moderator: User) -> list[str]:
        """Perform the chosen action; raises `Refused` if nothing was done.

        Return the refusals of single games, in sentences.
        """
        data, case = self.cleaned_data, self.case.pk
        match data["what"]:
            case ActionKind.DISMISS:
                moderation.dismiss(moderator, case, data["why"])
            case ActionKind.WARN:
                moderation.warn(moderator, data["player"], data["why"], case)
            case ActionKind.BAR:
                moderation.bar(moderator, data["player"], data["days"], data["why"], case)
            case ActionKind.CLOSE:
                moderation.close_account(moderator, data["player"], data["why"], case)
            case ActionKind.ANNUL:
                return self._annul(moderator)
        return []

    def _annul(self, moderator: User) -> list[str]:
        games = {game.pk: game for game in self.cleaned_data["games"].order_by("pk")}
        why = self.cleaned_data["why"]
        refusals = moderation.annul_games(moderator, games, why, self.case.pk)
        lines = [f"{games[pk]}: {refused.sentence}" for pk, refused in refusals.items()]
        if len(refusals) == len(games):
            raise Refused(" ".join(lines), next(iter(refusals.values())).status)
        return lines

    def outlook(self) -> str:
        """Return what follows from the annulments, in a sentence: from the earliest one."""
        if self.cleaned_data["what"] != ActionKind.ANNUL:
            return ""
        games = self.cleaned_data["games"].order_by("pk").values_list("pk", flat=True)
        return next(filter(None, map(outlook, games)), "")


@admin.register(Case)
class CaseAdmin(ReadOnly):
    """Cases with their evidence and the form to decide about them."""

    list_display = ("__str__", "state", "who", "updated_at", "closed_by")
    list_filter = ("state", "kind")
    list_select_related = ("closed_by",)
    search_fields = ("people__username",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Return the cases about other users, with their people prefetched.

        A moderator must not see a case about themselves: it names the reporters.
        """
        others = super().get_queryset(request).exclude(people=request.user)
        return others.prefetch_related("people")

    @admin.display(description=_("players"))
    def who(self, case: Case) -> str:
        """The usernames of the people in a case."""
        return ", ".join(sorted(user.get_username() for user in case.people.all()))

    def get_urls(self) -> list[URLPattern]:
        """Add the view that undoes a decision."""
        view = self.admin_site.admin_view(self.undo_view)
        return [path("undo/<int:pk>/", view, name="fairplay_case_undo"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the evidence and handle the decision form."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        pk = int(object_id) if object_id.isdecimal() and len(object_id) < 19 else 0
        case = get_object_or_404(self.get_queryset(request), pk=pk)
        form = DecideForm(case, request.user, request.POST or None)
        status = 200
        if request.method == "POST":
            _check_may_decide(request)
            moderator = request.user
            assert isinstance(moderator, User)
            status = 422
            if form.is_valid():
                try:
                    refusals = form.decide(moderator)
                except Refused as refused:
                    status = refused.status
                    form.add_error(None, str(refused.sentence))
                else:
                    for sentence in refusals:
                        messages.error(request, sentence)
                    message = _("Decision recorded. You can undo it below.")
                    messages.success(request, f"{message} {form.outlook()}".rstrip())
                    return HttpResponseRedirect(
                        reverse("admin:fairplay_case_change", args=[case.pk])
                    )
        games = Game.objects.filter(pk__in=case.evidence["games"][-MOST_GAMES:])
        people = list(case.people.all())
        about = ModerationAction.objects.filter(player__in=people) | (
            ModerationAction.objects.filter(case=case)
        )
        context = {
            **self.admin_site.each_context(request),
            "title": str(case),
            "opts": self.model._meta,
            "case": case,
            "people": people,
            "sentences": sentences(case),
            "reports": case.reports.select_related("reporter", "game").order_by("-at"),
            "games": games.order_by("-finished_at").prefetch_related("seats__user"),
            "revoked": Ending.REVOKED,
            "actions": about.distinct().select_related("moderator", "player", "game", "undone_by"),
            "form": form,
            "may_decide": request.user.has_perm("fairplay.change_case"),
        }
        name = "admin/fairplay/case/decide.html"
        return TemplateResponse(request, name, context, status=status)

    def undo_view(self, request: SignedInRequest, pk: int) -> HttpResponse:
        """Undo a decision."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        _check_may_decide(request)
        action = get_object_or_404(ModerationAction, pk=pk)
        if action.what in NEEDS and not request.user.has_perm(NEEDS[action.what]):
            raise PermissionDenied
        try:
            moderation.undo(request.user, pk)
        except Refused as refused:
            messages.error(request, str(refused.sentence))
        else:
            later = outlook(action.game_id) if action.game_id else ""
            sentence = _("Decision undone.")
            messages.success(request, f"{sentence} {later}".rstrip())
        if action.case_id is None:
            return HttpResponseRedirect(reverse("admin:fairplay_moderationaction_changelist"))
        return HttpResponseRedirect(reverse("admin:fairplay_case_change", args=[action.case_id]))


def _check_may_decide(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for staff who may only view cases."""
    if not request.user.has_perm("fairplay.change_case"):
        raise PermissionDenied


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly):
    """The log of moderators' actions; nothing is ever deleted."""

    list_display = (
        *("at", "what", "player", "game", "why", "until", "moderator"),
        *("undone_at", "undone_by"),
    )
    list_filter = ("what", ("undone_at", admin.EmptyFieldListFilter))
    list_select_related = ("player", "game", "moderator", "undone_by")
    search_fields = ("player__username", "=game__id")
