"""Before the match: what is played is agreed in sight of everybody, and others are invited."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.tables import choose
from tests.server.serving import Serving


def test_contested_rules_are_seen_before_sitting_down(
    page: Page,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    code = open_table(page, server.url, "declare")
    guest = new_context().new_page()
    guest.goto(f"{server.url}/t/{code}")
    expect(guest.get_by_role("button", name="Take a seat")).to_be_visible()
    told = guest.get_by_role("listitem").filter(has_text="Ties at a declaration")
    expect(told).to_contain_text("The declaration succeeds")
    page.get_by_text("House rules").click()
    ties = page.get_by_role("group", name="Ties at a declaration")
    ties.get_by_label("The declaration fails").check()
    expect(told).to_contain_text("The declaration fails")


def test_only_the_host_changes_what_is_played(
    page: Page,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    code = open_table(page, server.url, "declare")
    guest = new_context().new_page()
    guest.goto(f"{server.url}/t/{code}")
    expect(guest.get_by_text("Zoe decides what is played.")).to_be_visible()
    for one in guest.get_by_role("radio").all():
        expect(one).to_be_disabled()
    page.get_by_role("group", name="Game").get_by_label("Match 'Em").check()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Match 'Em")
    expect(guest.get_by_role("group", name="Game").get_by_label("Match 'Em")).to_be_checked()


def test_rules_are_those_of_the_table(page: Page, server: Serving, open_table: OpenTable) -> None:
    open_table(page, server.url, "match-em")
    page.get_by_text("House rules").click()
    page.get_by_role("group", name="Hands to win").get_by_label("1", exact=True).check()
    page.get_by_role("button", name="Read the rules").click()
    rules = page.get_by_role("dialog", name="Rules: Match 'Em")
    expect(rules).to_contain_text(re.compile(r"Hands to win: 1 \(usually 3\)"))


def test_listed_tables_are_found_on_the_start_page(
    page: Page,
    new_context: Callable[..., BrowserContext],
    server: Serving,
    open_table: OpenTable,
) -> None:
    open_table(page, server.url, "declare", computers=False)
    page.get_by_label("Anybody may find this table on the start page").check()
    guest = new_context().new_page()
    guest.goto(server.url)
    found = guest.get_by_role("region", name="Open tables").get_by_role("link")
    expect(found.filter(has_text="with Zoe")).to_have_count(1)
    found.filter(has_text="with Zoe").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Declare")


def test_an_invitation_has_link_and_qr_code(
    page: Page, tmp_path: Path, open_table: OpenTable
) -> None:
    with Serving(tmp_path, "--lan") as serving:
        code = open_table(page, serving.url, "declare")
        window = choose(page, "Invite others")
        link = window.get_by_role("textbox", name="Link")
        expect(link).to_have_value(re.compile(rf"^http://\d+\.\d+\.\d+\.\d+:\d+/t/{code}$"))
        assert "127.0.0.1" not in link.input_value()
        picture = window.get_by_role("img", name="QR code of the link to this table")
        expect(picture).to_be_visible()
        assert picture.evaluate("(image) => image.naturalWidth") > 0
