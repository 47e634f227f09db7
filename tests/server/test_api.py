"""The HTTP API, asked as a browser in the local network would, in this process."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.games import game, games
from tapete.server import desk as desks
from tapete.server import whereabouts
from tapete.server.addresses import qr_picture
from tapete.server.app import guarded, living, make_app
from tapete.server.desk import Desk
from tapete.server.guests import format_code, new_code
from tapete.server.limits import GUESSES, REQUESTS, Buckets, Rate
from tapete.server.logs import Lines
from tapete.server.pages import load_client
from tapete.server.problems import PROBLEMS
from tapete.server.settings import Settings
from tapete.server.sqlite import SqliteStore
from tapete.server.store import Finished

PORT = 8765
SERVER, BROWSER, NEIGHBOUR = "192.168.7.20", "192.168.7.33", "192.168.7.44"
HERE = f"http://{SERVER}:{PORT}"
SELDOM = 1e-6
"""Times a second."""
PROXY = "10.1.1.1"
PUBLIC = "https://cards.example"
GAME = "match-em"
TERMS = {"game": GAME, "seats": 3}
Clients = Callable[..., httpx.AsyncClient]


async def opened_desk(folder: Path, **changed: Any) -> Desk:
    choices: dict[str, Any] = {"is_lan": True, "data": folder, **changed}
    return Desk(Settings(**choices), SqliteStore.open(folder), port=PORT)


@pytest.fixture(autouse=True)
def _one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "lan_addresses", lambda: [SERVER, "10.9.9.9"])


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    made = await opened_desk(tmp_path)
    async with living(made):
        yield made


@pytest.fixture
async def guest_at(desk: Desk) -> AsyncIterator[Clients]:
    """Give browsers, each with cookies of its own, at an address of the network."""
    made: list[httpx.AsyncClient] = []

    def one(address: str = BROWSER, base: str = HERE, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(guarded(desk), client=(address, 5000))
        sent = {"origin": base, **headers}
        made.append(httpx.AsyncClient(transport=transport, base_url=base, headers=sent))
        return made[-1]

    yield one
    for client in made:
        await client.aclose()


async def open_table(client: httpx.AsyncClient, **more: Any) -> dict[str, Any]:
    wish = {"terms": {**TERMS, **more.pop("terms", {})}, "name": "Ana", **more}
    answer = await client.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


def reason(answer: httpx.Response) -> tuple[int, str]:
    """Return status and reason of a no, having seen that it is told."""
    body = answer.json()
    assert set(body) == {"reason", "text"}
    assert body["text"]
    return answer.status_code, body["reason"]


# Games and rules


async def test_games_come_with_all_that_a_form_needs(guest_at: Clients) -> None:
    told = (await guest_at().get("/api/games")).json()
    assert [one["name"] for one in told] == list(games())
    for one in told:
        real = game(one["name"])
        assert (one["min_seats"], one["max_seats"]) == (real.min_seats, real.max_seats)
        assert one["has_races"] == (real.races is not None)
        assert one["presets"] == {"sheet": {}, **real.presets}
        declared = [
            (o.name, list(o.values), o.default, o.is_contested, o.english, o.spanish)
            for o in real.options.values()
        ]
        keys = ("name", "values", "default", "contested", "english", "spanish")
        assert [tuple(option[key] for key in keys) for option in one["options"]] == declared


@pytest.mark.parametrize(("lang", "word"), [("en", "At this table"), ("es", "En esta mesa")])
async def test_rules_are_marked_where_a_preset_changes_them(
    guest_at: Clients, lang: str, word: str
) -> None:
    path = f"/api/games/declare/rules?preset=yaniv-like&lang={lang}"
    page = (await guest_at().get(path)).json()
    (tie,) = [i for i, line in enumerate(page["lines"]) if line.get("number") == "DC-D7"]
    mark = page["lines"][tie + 1]
    assert (mark["kind"], mark["text"].startswith(f"{word}: `tie`")) == ("mark", True)


async def test_single_options_go_on_top_and_are_checked(guest_at: Clients) -> None:
    client = guest_at()
    path = "/api/games/declare/rules"
    page = (await client.get(path, params={"options": '{"lap_limit": 9}'})).json()
    assert any("`lap_limit` is 9" in line["text"] for line in page["lines"])
    wrong = [{"options": '{"lap_limit": 1}'}, {"preset": "x"}, {"seats": "7"}]
    for params in wrong:
        answer = await client.get(path, params={**params, "lang": "es"})
        assert reason(answer) == (400, "bad_terms")
        assert re.search(r"debe ser|no existe|es para", answer.json()["text"])
    for params in ({"options": "[1]"}, {"options": "{"}, {"seats": "two"}):
        assert reason(await client.get(path, params=params)) == (400, "bad_request")
    assert reason(await client.get("/api/games/chess/rules")) == (404, "no_game")


# Tables


async def test_table_is_opened_found_and_joined_however_its_code_is_typed(
    guest_at: Clients,
) -> None:
    host, other = guest_at(), guest_at(NEIGHBOUR)
    table = await open_table(host)
    code = table["code"]
    assert table["url"] == f"{HERE}/t/{code}"
    for typed in (code, code.lower(), format_code(code), f"{code[:2]} {code[2:]}".lower()):
        seen = (await other.get(f"/api/tables/{typed}")).json()
        assert (seen["code"], seen["phase"], seen["free"]) == (code, "lobby", 2)
    joined = (await other.post(f"/api/tables/{code}/join", json={"name": "Beto"})).json()
    assert joined["seat"] == 1
    assert joined["token"] != table["token"]
    seen = (await host.get(f"/api/tables/{code}")).json()
    assert [place["name"] for place in seen["seats"]] == ["Ana", "Beto", ""]
    assert [place["kind"] for place in seen["seats"]] == ["person", "person", "empty"]
    assert seen["free"] == 1


async def test_computers_yield_their_seats_before_the_match(guest_at: Clients) -> None:
    host = guest_at()
    code = (await open_table(host, computers=True))["code"]
    seen = (await host.get(f"/api/tables/{code}")).json()
    assert [place["kind"] for place in seen["seats"]] == ["person", "computer", "computer"]
    assert seen["free"] == 2
    answer = await guest_at(NEIGHBOUR).post(f"/api/tables/{code}/join", json={"name": "Beto"})
    assert answer.status_code == 201


async def test_taken_seats_are_refused_in_both_languages(guest_at: Clients) -> None:
    host, other = guest_at(), guest_at(NEIGHBOUR)
    code = (await open_table(host))["code"]
    path = f"/api/tables/{code}/join"
    answers = [
        await other.post(path, params={"lang": lang}, json={"name": "Beto", "seat": 0})
        for lang in ("en", "es")
    ]
    assert [reason(answer) for answer in answers] == [(409, "seat_taken")] * 2
    assert answers[0].json()["text"] != answers[1].json()["text"]


async def test_contested_rules_are_told_before_joining(guest_at: Clients) -> None:
    host = guest_at()
    terms = {"game": "declare", "options": {"jokers": 2}, "listed": True}
    code = (await open_table(host, terms=terms))["code"]
    expected = {name for name, o in game("declare").options.items() if o.is_contested} | {"jokers"}
    told = (await host.get(f"/api/tables/{code}")).json()["contested"]
    assert {one["name"] for one in told} == expected
    assert next(one for one in told if one["name"] == "jokers")["value"] == 2
    (listed,) = (await host.get("/api/tables")).json()
    assert listed["contested"] == told


async def test_only_listed_tables_are_listed(guest_at: Clients) -> None:
    client = guest_at()
    await open_table(client)
    listed = await open_table(client, terms={"listed": True})
    (one,) = (await client.get("/api/tables")).json()
    assert one["code"] == listed["code"]
    assert (one["game"], one["seats"], one["free"], one["host"]) == (GAME, 3, 2, "Ana")


async def test_rules_of_a_table_are_those_it_plays(guest_at: Clients) -> None:
    client = guest_at()
    code = (await open_table(client, terms={"game": "declare", "preset": "yaniv-like"}))["code"]
    page = (await client.get(f"/api/tables/{code}/rules")).json()
    same = await client.get("/api/games/declare/rules?preset=yaniv-like&seats=3")
    assert page == same.json()


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"terms": {"game": "chess", "seats": 2}, "name": "A"}, "bad_terms"),
        ({"terms": {**TERMS, "options": {"x": 1}}, "name": "A"}, "bad_terms"),
        ({"terms": {**TERMS, "preset": "x"}, "name": "A"}, "bad_terms"),
        ({"terms": {**TERMS, "seats": 9}, "name": "A"}, "bad_request"),
        ({"terms": TERMS, "name": ""}, "bad_request"),
        ({"terms": TERMS, "name": "A" * 21}, "bad_request"),
        ({"terms": TERMS, "name": "A", "color": "red"}, "bad_request"),
        ({"name": "A"}, "bad_request"),
        ([], "bad_request"),
    ],
)
async def test_wrong_wishes_open_nothing(
    guest_at: Clients, desk: Desk, wish: object, expected: str
) -> None:
    assert reason(await guest_at().post("/api/tables", json=wish)) == (400, expected)
    assert desk.rooms.count == 0


async def test_finished_matches_can_be_downloaded(guest_at: Clients, desk: Desk) -> None:
    client = guest_at()
    code = (await open_table(client))["code"]
    row = await desk.store.find(code)
    assert row is not None
    line = json.dumps({"game": GAME, "players": ["-", "-"]})
    done = Finished("r4nd0m", GAME, line, [None, None])
    await desk.store.append(row.id, row.version + 1, [], is_listed=False, finished=done)
    (link,) = (await client.get(f"/api/tables/{code}/records")).json()
    assert (link["id"], link["game"]) == ("r4nd0m", GAME)
    answer = await client.get(link["url"])
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{GAME}-20')
    assert answer.text.endswith("\n")
    assert json.loads(answer.text)["game"] == GAME
    assert reason(await client.get("/api/records/other")) == (404, "not_found")


async def test_invitation_is_the_networks_address_even_for_the_servers_own_browser(
    guest_at: Clients,
) -> None:
    at_home = guest_at("127.0.0.1", f"http://localhost:{PORT}")
    code = (await open_table(at_home))["code"]
    told = (await at_home.get(f"/api/tables/{code}/invite")).json()
    assert told["url"] == f"{HERE}/t/{code}"
    assert told["others"] == [f"http://10.9.9.9:{PORT}/t/{code}"]
    assert told["qr"].startswith("<svg ")
    assert "style" not in told["qr"], "which the content security policy would refuse"


async def test_who_has_moved_is_found_by_the_new_address_alone(
    guest_at: Clients, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = f"http://10.3.3.3:{PORT}"
    before, after = guest_at(), guest_at(base=there)
    code = (await open_table(before))["code"]
    assert (await after.get("/api/games")).status_code == 421
    monkeypatch.setattr(whereabouts, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(whereabouts, "lan_addresses", lambda: ["10.3.3.3"])
    looking = asyncio.create_task(desk.whereabouts.run())
    async with asyncio.timeout(10):
        while (await after.get(f"/api/tables/{code}/invite")).status_code != 200:
            await asyncio.sleep(0.01)
    looking.cancel()
    told = (await after.get(f"/api/tables/{code}/invite")).json()
    assert (told["url"], told["others"]) == (f"{there}/t/{code}", [])
    assert (await before.get("/api/games")).status_code == 421


async def test_only_links_to_this_servers_tables_are_drawn(guest_at: Clients) -> None:
    client = guest_at()
    code = (await open_table(client))["code"]
    link = f"{HERE}/t/{code}#seat=aB3_-x"
    drawn = await client.post("/api/qr", json={"text": link})
    assert drawn.status_code == 200
    assert drawn.json() == {"qr": qr_picture(link)}
    for other in ("https://elsewhere.example/t/BCDFGHJ", HERE + ".example/t/BCDFGHJ", "hello"):
        assert reason(await client.post("/api/qr", json={"text": other})) == (400, "bad_request")


async def test_without_a_network_there_is_a_link_but_nothing_to_scan(tmp_path: Path) -> None:
    desk = await opened_desk(tmp_path, is_lan=False)
    base = f"http://127.0.0.1:{PORT}"
    transport = httpx.ASGITransport(guarded(desk), client=("127.0.0.1", 5000))
    async with (
        living(desk),
        httpx.AsyncClient(transport=transport, base_url=base, headers={"origin": base}) as client,
    ):
        code = (await open_table(client))["code"]
        told = (await client.get(f"/api/tables/{code}/invite")).json()
        assert told == {"url": f"{base}/t/{code}", "others": [], "qr": ""}
        refused = await client.get("/api/games", headers={"host": f"{SERVER}:{PORT}"})
        assert refused.status_code == 421


# Guests


async def test_guest_is_known_by_a_cookie_and_can_be_forgotten(guest_at: Clients) -> None:
    client = guest_at()
    me = (await client.get("/api/me?lang=es")).json()
    assert (me["name"], me["lang"], me["tables"]) == ("", "es", [])
    code = (await open_table(client))["code"]
    changed = await client.put("/api/me", json={"name": " Ana\tMaría ", "lang": "en"})
    assert changed.json()["name"] == "Ana María"
    me = (await client.get("/api/me?lang=es")).json()
    assert (me["name"], me["lang"]) == ("Ana María", "en")
    assert me["tables"] == [{"code": code, "game": GAME, "phase": "lobby"}]

    assert (await client.delete("/api/me")).status_code == 204
    assert not client.cookies
    seen = (await client.get(f"/api/tables/{code}")).text
    assert "Ana" not in seen
    again = (await client.get("/api/me")).json()
    assert again["guest"] != me["guest"]
    assert (again["name"], again["tables"]) == ("", [])


async def test_cookie_is_plain_over_http_from_another_computer(guest_at: Clients) -> None:
    answer = await guest_at().get("/api/me")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("tapete=v1.")
    assert "Secure" not in cookie
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


async def test_page_brings_the_cookie_before_any_websocket(guest_at: Clients, desk: Desk) -> None:
    client = guest_at()
    desk.files = {}
    first = await client.get("/t/BCD-FGHJ")
    assert first.headers["set-cookie"].startswith("tapete=v1.")
    guest = (await client.get("/api/me")).json()["guest"]
    await client.get("/")
    assert (await client.get("/api/me")).json()["guest"] == guest
    assert "set-cookie" not in (await client.get("/api/games")).headers


async def test_cookie_is_bound_to_the_host_behind_a_trusted_proxy(tmp_path: Path) -> None:
    from ipaddress import ip_network

    proxies = (ip_network(PROXY),)
    desk = await opened_desk(tmp_path, public_url=PUBLIC, trusted_proxies=proxies, is_lan=False)
    headers = {"host": "cards.example", "x-forwarded-proto": "https", "origin": PUBLIC}
    cookies: list[str] = []
    async with living(desk):
        for peer in (PROXY, NEIGHBOUR):
            transport = httpx.ASGITransport(guarded(desk), client=(peer, 5000))
            async with httpx.AsyncClient(
                transport=transport, base_url=HERE, headers=headers
            ) as client:
                cookies.append((await client.get("/api/me")).headers["set-cookie"])
                code = (await open_table(client))["code"]
                told = (await client.get(f"/api/tables/{code}/invite")).json()
                assert told["url"] == f"{PUBLIC}/t/{code}"
    assert cookies[0].startswith("__Host-tapete=v1.")
    assert {"Secure", "Path=/"} <= set(cookies[0].split("; "))
    assert "Domain" not in cookies[0]
    assert cookies[1].startswith("tapete="), "a stranger's word about https was believed"


# Who may ask, and how often


async def test_who_is_somebody_new_each_time_is_soon_kept_no_more(guest_at: Clients) -> None:
    me = {"name": "Ana", "lang": "en"}
    known = guest_at()
    assert (await known.put("/api/me", json=me)).status_code == 200
    answers = [await guest_at().put("/api/me", json=me) for _ in range(desks.OPENINGS.burst + 5)]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert (await known.put("/api/me", json=me)).status_code == 200


async def test_other_sites_pages_and_names_are_refused(guest_at: Clients) -> None:
    client = guest_at()
    foreign = await client.post(
        "/api/tables", json={"terms": TERMS, "name": "A"}, headers={"origin": "http://evil.example"}
    )
    assert foreign.status_code == 403
    rebound = await client.get("/api/tables", headers={"host": "evil.example"})
    assert rebound.status_code == 421


async def test_codes_cannot_be_guessed_at_pleasure(guest_at: Clients) -> None:
    client, guesser = guest_at(NEIGHBOUR), guest_at()
    code = (await open_table(client))["code"]
    for _ in range(GUESSES.burst):
        wrong = new_code()
        assert reason(await guesser.get(f"/api/tables/{wrong}")) == (404, "no_table")
    paths = [f"/api/tables/{code}{end}" for end in ("", "/rules", "/records", "/invite")]
    for path in paths:
        assert reason(await guesser.get(path)) == (429, "too_fast")
    joining = await guesser.post(f"/api/tables/{code}/join", json={"name": "A"})
    assert reason(joining) == (429, "too_fast")
    assert (await client.get(paths[0])).status_code == 200


async def test_requests_of_one_address_are_limited(guest_at: Clients, desk: Desk) -> None:
    desk.requests = Buckets(Rate(SELDOM, 5))
    client = guest_at()
    statuses = [(await client.get("/health/live")).status_code for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    assert (await guest_at(NEIGHBOUR).get("/health/live")).status_code == 200


async def test_tables_of_one_address_are_limited(guest_at: Clients, desk: Desk) -> None:
    desk.openings = Buckets(Rate(SELDOM, 3))
    client = guest_at()
    for _ in range(3):
        await open_table(client)
    wish = {"terms": TERMS, "name": "A"}
    assert reason(await client.post("/api/tables", json=wish)) == (429, "too_fast")
    await open_table(guest_at(NEIGHBOUR))


async def test_usual_limits_let_a_house_play() -> None:
    assert REQUESTS.burst >= 4 * 15, "four people opening a page with its parts at once"
    assert desks.OPENINGS.burst >= 20


async def test_bodies_are_limited(guest_at: Clients) -> None:
    answer = await guest_at().post("/api/tables", content=b"[" * 70_000)
    assert answer.status_code == 413


# Health, metrics, schema


async def test_ready_follows_the_store_and_the_end_but_live_does_not(
    guest_at: Clients, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = guest_at()

    async def statuses() -> list[int]:
        paths = ("/health/live", "/health/ready")
        return [(await client.get(path)).status_code for path in paths]

    async def slow() -> float:
        return 1.5

    assert await statuses() == [200, 200]
    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "probe", slow)
        assert await statuses() == [200, 503]
    assert await statuses() == [200, 200]
    await desk.drain()
    assert await statuses() == [200, 503]


async def test_live_follows_the_loop(guest_at: Clients, desk: Desk) -> None:
    desk.pulse._last -= 3
    assert (await guest_at().get("/health/live")).status_code == 503


async def test_nobody_is_taken_in_at_the_end(guest_at: Clients, desk: Desk) -> None:
    client = guest_at()
    code = (await open_table(client))["code"]
    await desk.drain()
    wish = {"terms": TERMS, "name": "A"}
    assert reason(await client.post("/api/tables", json=wish)) == (503, "restart")
    assert reason(await client.get(f"/api/tables/{code}")) == (503, "restart")


async def test_metrics_count_and_tell_nobody_apart(guest_at: Clients) -> None:
    client = guest_at()
    table = await open_table(client)
    await client.post(f"/api/tables/{table['code']}/join", json={"name": "Beto", "seat": 0})
    guest = (await client.get("/api/me")).json()["guest"]
    text = (await client.get("/metrics")).text
    lines = text.splitlines()
    assert "tapete_tables 1.0" in lines
    assert 'tapete_refusals_total{reason="seat_taken"} 1.0' in lines
    counted = {line.split("{")[0].split(" ")[0] for line in lines if not line.startswith("#")}
    assert {
        "tapete_sockets",
        "tapete_moves_total",
        "tapete_frames_in_total",
        "tapete_frames_out_total",
        "tapete_commit_seconds_bucket",
        "tapete_loop_lag_seconds_bucket",
    } <= counted
    for secret in (table["code"], table["token"], guest, "Ana", GAME, BROWSER):
        assert secret not in text


async def test_schema_describes_every_route_and_needs_no_other_site(
    guest_at: Clients, desk: Desk
) -> None:
    answer = await guest_at().get("/schema")
    assert answer.headers["content-type"].startswith("application/")
    paths = set(answer.json()["paths"])
    routes = {route.path_format for route in make_app(desk).routes}
    assert {path for path in routes if path.startswith("/api/")} <= paths
    assert "/health/ready" in paths
    for page in ("redoc", "swagger", "elements", "rapidoc"):
        assert (await guest_at().get(f"/schema/{page}")).status_code == 404


# What goes wrong


@pytest.mark.parametrize("status", PROBLEMS)
def test_every_problem_is_told_in_both_languages(status: int) -> None:
    code, english, spanish = PROBLEMS[status]
    assert code
    assert english != spanish


@pytest.mark.parametrize(
    ("header", "word"),
    [("es-MX,es;q=0.9,en;q=0.8", "mesa"), ("de,en;q=0.5", "table"), ("", "table")],
)
async def test_answers_speak_the_browsers_language(
    guest_at: Clients, header: str, word: str
) -> None:
    client = guest_at(**{"accept-language": header})
    assert word in (await client.get("/api/tables/BBBBBBB")).json()["text"]
    assert "mesa" in (await client.get("/api/tables/BBBBBBB?lang=es")).json()["text"]


async def test_failure_is_logged_without_any_secret(
    guest_at: Clients, desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = guest_at()
    table = await open_table(client)
    code, token = table["code"], table["token"]

    async def failing(_code: str) -> None:
        raise RuntimeError(f"no luck with {code} and {token}")

    monkeypatch.setattr(desk.rooms, "find", failing)
    answer = await client.get(f"/api/tables/{code}", headers={"authorization": f"Bearer {token}"})
    assert reason(answer) == (500, "internal")
    assert "luck" not in answer.text
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    line = Lines().format(record)
    assert "RuntimeError: no luck" in line
    assert "look_up" in line
    assert "\n" not in line
    for secret in (code, format_code(code), token, client.cookies["tapete"]):
        assert secret not in line


# The page


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>tapete</title>")
    (folder / "assets" / "index-abc.js").write_text("let a = 1;\n" * 200)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / ".stamp").write_text("secret")
    return folder


async def test_page_is_asked_for_again_and_its_parts_never(
    guest_at: Clients, desk: Desk, static: Path
) -> None:
    desk.files = load_client(static)
    client = guest_at()
    for path in ("/", "/t/BCD-FGHJ"):
        page = await client.get(path)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        assert "<title>tapete" in page.text
        policy = page.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
    same = await client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    script = await client.get("/assets/index-abc.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert (await client.get("/icon.svg")).headers["cache-control"] == "no-cache"
    for path in ("/.stamp", "/../keys", "/assets/../.stamp", "/index.html", "/assets/", "/x"):
        assert (await client.get(path)).status_code == 404, path


async def test_parts_come_packed_to_who_unpacks(
    guest_at: Clients, desk: Desk, static: Path
) -> None:
    desk.files = load_client(static)
    client = guest_at()
    packed = await client.get("/assets/index-abc.js", headers={"accept-encoding": "gzip"})
    plain = await client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == "let a = 1;\n" * 200
    assert int(packed.headers["content-length"]) < len(plain.content) / 5
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"


async def test_missing_client_says_what_to_do(guest_at: Clients, desk: Desk) -> None:
    desk.files = {}
    page = await guest_at().get("/")
    assert page.status_code == 503
    assert "pip install" in page.text
    assert "Instálalo" in page.text
    assert (await guest_at().get("/api/games")).status_code == 200
