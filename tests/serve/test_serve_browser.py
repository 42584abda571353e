"""A real browser: the main ways through the page, on a desk and a phone, with and without JavaScript, by keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.serve.accessibility import findings, focus_findings

playwright_api = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

SIZES = {"desk": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 800}}
ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PAGES = (
    "/",
    "/search?q=zwrot+kaucji",
    "/DU/2091/101/art/7",
    "/search?q=art.+999+Kodeksu+najmu+%C5%82odzi",
    "/search?q=Kodeks+najmu+%C5%82odzi",
    "/search?q=how+to+get+my+deposit+back",
    "/search?q=kaucja&on=kiedy%C5%9B",
    "/acts",
    "/acts?year=dawno&lang=en",
    "/DU/2091/145",
    "/DU/2091/145/text",
    "/DU/2091/101/art/7/diff?older=DU/2091/101&newer=DU/2093/57",
    "/api",
    "/help?lang=en",
    "/nic?lang=en",
)


def _refused(text: str) -> bool:
    """Pages that say what was wrong come with the status of an error, which the browser notes."""
    return "404" in text or "400 (Bad Request)" in text


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with playwright_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, running):
    """``visit(path, size=…)`` opens a page; at the end: nothing loaded from elsewhere, no error, no cookie."""
    contexts, problems = [], []

    def open_page(path, *, size="desk", script=True, **more):
        context = browser.new_context(viewport=SIZES[size], java_script_enabled=script, base_url=running, **more)
        contexts.append(context)
        page = context.new_page()
        home = urlsplit(running).netloc
        page.on("request", lambda r: problems.append(r.url) if urlsplit(r.url).netloc not in (home, "") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" and not _refused(m.text) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        assert context.cookies() == []
        context.close()
    assert problems == []


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_from_a_question_to_the_provision_and_its_history(visit, language, size, script):
    page = visit("/" if language == "pl" else "/?lang=en", size=size, script=script)
    page.fill("#q", "zwrot kaucji")
    page.click("form[role=search] button")
    page.wait_for_url("**/search?**")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator(".result").count() == 10
    assert page.locator(".result mark").first.is_visible()
    page.locator(".result details.why summary").first.click()
    assert page.locator(".result details.why table").first.is_visible()
    page.goto("/DU/2091/101/art/7" + ("?lang=en" if language == "en" else ""))
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    page.click(".timeline a.diff")
    page.wait_for_url("**/diff?**")
    assert page.locator("ins").first.is_visible()
    assert page.locator("html").get_attribute("lang") == language


def test_the_language_is_one_click_away(visit):
    page = visit("/DU/2091/145/art/10")
    page.click(".languages a")
    page.wait_for_url("**lang=en")
    assert page.locator(".side h2").first.inner_text() == "Wording in time"
    page.click(".languages a")
    assert page.locator(".side h2").first.inner_text() == "Brzmienie w czasie"


def test_by_keyboard_alone(visit):
    page = visit("/help", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("/")
    page.keyboard.type("zwrot kaucji")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?**")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator(".result a.open").first
    assert first.evaluate("node => node === document.activeElement")
    page.keyboard.press("j")
    second = page.locator(".result").nth(1)
    page.keyboard.press("c")
    page.wait_for_selector("#live:not(:empty)")
    assert page.evaluate("navigator.clipboard.readText()") == second.get_attribute("data-formal")
    page.keyboard.press("Enter")
    page.wait_for_url("**/art/**")
    formal = page.locator("#formal").inner_text()
    page.keyboard.press("c")
    page.wait_for_selector("#live:not(:empty)")
    assert page.evaluate("navigator.clipboard.readText()") == formal


def test_suggestions_lead_to_an_act(visit):
    page = visit("/")
    page.fill("#q", "")
    page.type("#q", "kodeks naj")
    # while one types, those for "kodeks" alone may stand there for a moment
    page.wait_for_selector('#suggestion-0[data-act="DU/2091/145"]')
    assert page.locator("#q").get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    assert page.locator("#suggestion-0").get_attribute("aria-selected") == "true"
    assert page.locator("#q").get_attribute("aria-activedescendant") == "suggestion-0"
    page.keyboard.press("Enter")
    page.wait_for_url("**/DU/2091/145")
    assert "Kodeks najmu łodzi" in page.locator("h1").inner_text()


def test_a_linked_unit_is_marked(visit):
    page = visit("/DU/2091/145/art/10#para2")
    background = "node => getComputedStyle(node).backgroundColor"
    assert page.locator("#para2").evaluate(background) != page.locator("#para1").evaluate(background)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_an_answer_with_a_basis_to_click(visit, script):
    page = visit("/search?q=zwrot+kaucji&lang=en", script=script)
    page.click("section.answer button")
    page.wait_for_selector(".basis a")
    assert "Tak, to wynika z przepisu." in page.locator(".answer-text").inner_text()
    page.click(".basis a")
    page.wait_for_url("**/art/**")
    assert page.locator("html").get_attribute("lang") == "en"


def test_filters_narrow_and_are_cleared(visit):
    page = visit("/search?q=opłata")
    page.fill("#act", "Kodeks najmu łodzi")
    page.click(".filters button")
    page.wait_for_url("**act=Kodeks**")
    assert all("/DU/2091/145/" in a.get_attribute("href") for a in page.locator(".result a.open").all())
    page.click(".filters .buttons a")
    page.wait_for_url("**/search?q=*")
    assert page.locator("#act").input_value() == ""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_filter_is_folded_on_a_phone_and_open_beside_the_results(visit, script):
    assert visit("/search?q=opłata", script=script).locator("#act").is_visible()
    phone = visit("/search?q=opłata", size="phone", script=script)
    assert not phone.locator("#act").is_visible()
    phone.click(".fold > summary")
    assert phone.locator("#act").is_visible()
    assert visit("/search?q=opłata&kind=statute", size="phone", script=script).locator("#act").is_visible()


def test_the_filter_is_opened_by_hand_in_a_browser_that_cannot_show_what_is_folded(visit):
    def older(route):
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace("::details-content", "::unknown-to-it"))

    page = visit("/help", script=False)
    page.route("**/style*.css*", older)
    page.goto("/search?q=opłata")
    assert not page.locator("#act").is_visible()
    page.click(".fold > summary")
    assert page.locator("#act").is_visible()


@pytest.mark.parametrize("path", PAGES)
def test_accessibility(visit, path):
    for size, scheme in (("desk", "light"), ("phone", "dark")):
        page = visit(path, size=size, color_scheme=scheme)
        assert findings(page) == []
        assert focus_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def test_the_check_finds_what_is_wrong(visit):
    """The accessibility check is itself checked: a page made bad on purpose does not pass."""
    page = visit("/help")
    page.evaluate(
        """() => {
        document.documentElement.lang = "";
        document.querySelector("label").remove();
        document.querySelector("main p").style.color = "#ccc";
        document.querySelector("h2").outerHTML = "<h5></h5>";
        }"""
    )
    found = " ".join(findings(page))
    for words in ("no language", "contrast", "heading skips", "empty heading", "no name"):
        assert words in found


def test_paper_shows_the_law_and_not_the_furniture(visit):
    page = visit("/DU/2091/145/art/10")
    page.emulate_media(media="print")
    assert page.locator(".law.text").is_visible()
    assert page.locator("#formal").is_visible()
    assert not page.locator("header.top").is_visible()
    assert not page.locator("aside.side").is_visible()
