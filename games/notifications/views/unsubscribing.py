"""Stopping mails by a link in them: by its reader, or by their mail program (RFC 8058)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notifications import links, unsubscribe
from games.notifications.links import Dead


@never_cache
@csrf_exempt  # mail programs post here; the link says who may
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link stops, and stop it when that is posted: its kinds, or all mails."""
    try:
        user, keys = links.mails_of(token)
    except Dead as dead:
        gone = {"sentence": str(dead.sentence)}
        return render(request, "notifications/dead_link.html", gone, status=dead.status)
    everything = request.POST.get("all") == "1"
    if request.method == "POST":
        unsubscribe.stop(user, unsubscribe.every_topic() if everything else keys)
    with translation.override(user.language or translation.get_language()):
        context = {
            "reader": user,
            "topics": unsubscribe.labels_of(keys),
            "everything": everything,
            "done": unsubscribe.are_stopped(user, keys),
        }
        return render(request, "notifications/unsubscribe.html", context)
