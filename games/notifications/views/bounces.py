"""Bounces and complaints reported by mail providers, and the button that resumes mails."""

import json

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest, signed_in
from common.bodies import takes_up_to
from games.notifications import bounces, provider_reports

LONGEST_REPORT = 256 * 1024
"""Bytes of a provider's report, which may quote the mail."""


@takes_up_to(LONGEST_REPORT)
@csrf_exempt  # the secret says who may
@require_POST
def report(request: HttpRequest, secret: str) -> HttpResponse:
    """Record a provider's report; the same report again changes nothing."""
    if not settings.BOUNCE_SECRET or not constant_time_compare(secret, settings.BOUNCE_SECRET):
        raise Http404
    try:
        if settings.BOUNCE_PROVIDER in provider_reports.READERS:
            reports = provider_reports.reports_in(request)
        else:
            reports = [bounces.report_in(json.loads(request.body))]
    except (ValueError, RecursionError, bounces.Malformed):
        return HttpResponseBadRequest("This is no report of a bounce or a complaint.")
    for report in reports:
        bounces.note_bad(*report)
    return HttpResponse(status=204)


@require_POST
@signed_in
def again(request: SignedInRequest) -> HttpResponse:
    """Resume mails to my address."""
    bounces.trust(request.user.email)
    messages.success(request, _("You'll receive emails again."))
    return redirect("/")
