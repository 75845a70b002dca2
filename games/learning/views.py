"""Pages of tutorials: their list, and the table of a lesson."""

from collections.abc import Callable

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import HtmxRequest, viewer_of
from accounts.services import welcome_guest
from common.addresses import household_of
from common.refusals import Refused
from games.learning import tutorials
from games.learning.lessons import Lesson, Lessons
from games.learning.real_game import start_real_game
from games.learning.scripts import Chapter, Guess, Read, Tutorial
from games.learning.table import addresses, lesson_page
from games.learning.tutorials.first_game import FIRST_GAME, MULLIGAN


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All tutorials with their chapters."""
    lessons = Lessons(request.session)
    lines = [
        {
            "tutorial": tutorial,
            "chapters": [
                {"chapter": chapter, "done": chapter.key in lessons.done(tutorial)}
                for chapter in tutorial.chapters
            ],
            "begun": lessons.has_begun(tutorial),
            "next": lessons.next_chapter(tutorial),
        }
        for tutorial in tutorials.TUTORIALS.values()
    ]
    return render(request, "learning/index.html", {"tutorials": lines})


@never_cache
@require_safe
def tutorial(request: HtmxRequest, tutorial: str) -> HttpResponse:
    """The chapter of a tutorial that comes next."""
    chosen = _tutorial(tutorial)
    chapter = Lessons(request.session).next_chapter(chosen)
    return _show(request, Lessons(request.session).lesson(chosen, chapter))


@never_cache
@require_safe
def chapter(request: HtmxRequest, tutorial: str, chapter: str) -> HttpResponse:
    """A chapter as the visitor has left it."""
    return _show(request, Lessons(request.session).lesson(*_chapter(tutorial, chapter)))


@require_POST
def draft(request: HtmxRequest, tutorial: str, chapter: str) -> HttpResponse:
    """Add an answer to the draft."""
    return _change(request, tutorial, chapter, _draft)


@require_POST
def undo(request: HtmxRequest, tutorial: str, chapter: str) -> HttpResponse:
    """Take back the last answer of the draft, or all of them."""
    return _change(request, tutorial, chapter, _undo)


@require_POST
def confirm(request: HtmxRequest, tutorial: str, chapter: str) -> HttpResponse:
    """Play the draft; the opponent replies at once."""
    return _change(request, tutorial, chapter, _confirm)


@require_POST
def next_step(request: HtmxRequest, tutorial: str, chapter: str) -> HttpResponse:
    """Mark a step as read."""
    return _change(request, tutorial, chapter, _read)


@require_POST
def restart(request: HttpRequest, tutorial: str, chapter: str) -> HttpResponse:
    """Start a chapter again."""
    Lessons(request.session).restart(*_chapter(tutorial, chapter))
    return redirect("lesson", tutorial, chapter)


@require_POST
def real_game(request: HttpRequest) -> HttpResponse:
    """Start a game against the bot for beginners; a visitor becomes a guest."""
    knows_mulligan = MULLIGAN.key in Lessons(request.session).done(FIRST_GAME)
    user = viewer_of(request)
    if user is None:
        user = welcome_guest(household_of(request))
        login(request, user, backend="accounts.backends.Backend")
    return redirect(start_real_game(user, mulligan=knows_mulligan))


def _draft(request: HttpRequest, lesson: Lesson) -> None:
    # A second click finds another number of steps, and changes nothing.
    steps = request.POST.get("steps", "")
    if _is_now(request, lesson) and steps == str(len(lesson.progress.draft)):
        lesson.draft(request.POST.get("action", ""), request.POST.getlist("tick"))


def _undo(request: HttpRequest, lesson: Lesson) -> None:
    if _is_now(request, lesson):
        lesson.undo(request.POST.get("all") == "1")


def _confirm(request: HttpRequest, lesson: Lesson) -> None:
    if _is_now(request, lesson):
        lesson.confirm()


def _read(request: HttpRequest, lesson: Lesson) -> None:
    number = lesson.current()
    if request.POST.get("step", "") != str(number):
        return
    match lesson.step():
        case Read():
            lesson.read(number)
        case Guess():
            lesson.guess(number, request.POST.get("guess", ""))
        case _:
            pass


def _is_now(request: HttpRequest, lesson: Lesson) -> bool:
    """Whether the page that was posted shows the lesson as it is."""
    return request.POST.get("seq", "") == str(len(lesson.moves))


def _change(
    request: HtmxRequest,
    tutorial: str,
    chapter: str,
    service: Callable[[HttpRequest, Lesson], None],
) -> HttpResponse:
    """Change a lesson and show it; a refusal is shown at the table."""
    lessons = Lessons(request.session)
    lesson = lessons.lesson(*_chapter(tutorial, chapter))
    try:
        service(request, lesson)
    except Refused as refused:
        return _show(request, lesson, str(refused), refused.status)
    lessons.keep(lesson)
    if request.htmx:
        return _show(request, lesson)
    return redirect(addresses(lesson)["table"])


def _show(
    request: HtmxRequest, lesson: Lesson, message: str = "", status: int = 200
) -> HttpResponse:
    query = {**request.GET.dict(), **request.POST.dict()}
    if request.method == "POST" and not message:
        query.pop("card", None)
    context = lesson_page(lesson, viewer_of(request), query, message)
    chapters = {
        "next_chapter": lesson.tutorial.after(lesson.chapter),
        "extra_chapter": lesson.tutorial.extra_after(lesson.chapter),
    }
    template = "learning/_lesson.html" if request.htmx else "learning/lesson.html"
    return render(request, template, {**context, **chapters}, status=status)


def _tutorial(key: str) -> Tutorial:
    tutorial = tutorials.get(key)
    if tutorial is None:
        raise Http404
    return tutorial


def _chapter(tutorial: str, chapter: str) -> tuple[Tutorial, Chapter]:
    parent = _tutorial(tutorial)
    part = parent.chapter(chapter)
    if part is None:
        raise Http404
    return parent, part
