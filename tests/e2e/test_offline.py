"""Without a network: the page that the service worker keeps, and that it keeps nothing else."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.sites import Person, Site


def visited(visit: Visit, person: Person | None = None) -> Page:
    """Return an open page of the site whose service worker is ready."""
    page = visit(person, service_workers="allow").new_page()
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    return page


def test_a_page_says_that_there_is_no_network_and_comes_back(visit: Visit) -> None:
    page = visited(visit)
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Archivo")
    assert page.locator(".portrait").evaluate("one => one.clientHeight") == 192
    assert page.url.endswith("/lobby/")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_the_kept_page_follows_a_change_of_the_language(visit: Visit, site: Site) -> None:
    page = visited(visit, site.someone())
    page.goto("/preferences/")
    page.locator('select[name="language"]').select_option("fr")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.wait_for_function("() => navigator.serviceWorker.controller?.scriptURL.endsWith('?fr')")
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_nothing_else_is_kept(visit: Visit, site: Site) -> None:
    page = visited(visit, site.someone())
    for path in ("/preferences/", "/notifications/", "/"):
        page.goto(path)
    kept = page.evaluate(
        """async () => {
          const paths = [];
          for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url));
          }
          return paths.map(({ pathname, search }) => pathname + search);
        }"""
    )
    assert "/offline/" in kept
    assert [each for each in kept if not each.endswith("?offline")] == ["/offline/"]


def test_the_kept_page_names_no_user(visit: Visit, site: Site) -> None:
    person = site.someone()
    page = visit(person).new_page()
    page.goto("/offline/")
    assert person.name not in page.content()
    assert "data-viewer" not in page.content()
