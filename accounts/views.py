"""Pages of an account that don't depend on games."""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import address_changes, closing, weeks
from accounts.access import access_of
from accounts.export import export as export_account
from accounts.forms import DeleteAccountForm, PreferencesForm
from accounts.models import User
from accounts.requests import SignedInRequest, freshly_signed_in, signed_in
from accounts.signals import AccessRevoked, WeekChanged, access_revoked, week_changed
from common.refusals import Refused


@signed_in
def preferences(request: SignedInRequest) -> HttpResponse:
    """The preferences page."""
    if request.method != "POST":
        form = PreferencesForm(instance=User.objects.get(pk=request.user.pk))
        return render(request, "accounts/preferences.html", {"form": form})
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=request.user.pk)
        form = PreferencesForm(request.POST, instance=user)
        if form.is_valid():
            form.save()
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    if weeks.kinds_of(form.changed_data):
        week_changed.send(WeekChanged(user))
    with translation.override(user.language or translation.get_language()):
        messages.success(request, _("Saved."))
    return redirect("preferences")


@require_POST
@signed_in
def end_session(request: SignedInRequest, pk: int) -> HttpResponse:
    """Log out another browser of the user."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    get_adapter().end_sessions([session])
    messages.success(request, _("That device has been logged out."))
    return redirect("usersessions_list")


@freshly_signed_in
def access(request: SignedInRequest) -> HttpResponse:
    """What reaches the account without the password, and the button that ends it."""
    if request.method == "POST":
        access_revoked.send(AccessRevoked(request.user))
        messages.success(request, _("Access revoked."))
        return redirect("access")
    return render(request, "accounts/access.html", {"access": access_of(request.user)})


@freshly_signed_in
def export(request: SignedInRequest) -> JsonResponse:
    """Download of all data about the user."""
    response = JsonResponse(export_account(request.user), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="zenith-export.json"'
    response["Cache-Control"] = "no-store"
    return response


@freshly_signed_in
def delete(request: SignedInRequest) -> HttpResponse:
    """The page that deletes the user's account, confirmed by typing the name."""
    user = User.objects.get(pk=request.user.pk)
    form = DeleteAccountForm(user, request.POST or None)
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            closing.delete_account(user)
        except Refused as refused:
            form.add_error(None, str(refused.sentence))
            status = refused.status
        else:
            logout(request)
            messages.success(request, _("Your account has been deleted. Thanks for playing."))
            return redirect("/")
    return render(request, "accounts/delete.html", {"form": form}, status=status)


@never_cache
def undo_address(request: HttpRequest, token: str) -> HttpResponse:
    """The page that gives an account back to its former address, by a link from a mail."""
    now = timezone.now()
    change = address_changes.change_of(token, now)
    if change is not None and request.method == "POST":
        user = address_changes.undo(change, now)
        if user is not None:
            return redirect(_new_password_path(user))
    context = {"change": change, "possible": change is not None and change.undone_at is None}
    return render(request, "accounts/undo_address.html", context, status=200 if change else 410)


def _new_password_path(user: User) -> str:
    """Return the path where the reader of a mail chooses a new password."""
    key = default_token_generator.make_token(user)
    args = {"uidb36": user_pk_to_url_str(user), "key": key}
    return reverse("account_reset_password_from_key", kwargs=args)
