"""The HTTP side of a server: every route, and what each handler is given."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_429_TOO_MANY_REQUESTS

from tapete.core.version import __version__
from tapete.server import games_api, me_api, site, tables_api
from tapete.server.desk import Desk
from tapete.server.guard import LONGEST_BODY, Guard
from tapete.server.guests import clear_cookie, make_cookie, new_guest, parse_cookie
from tapete.server.handed import TheDesk
from tapete.server.limits import network_of
from tapete.server.problems import Problem, language_of, tell

AnyRequest = Request[Any, Any, Any]
NEW_COOKIE = "new_cookie"
"""Where a request's state keeps the Set-Cookie header of its answer."""
LAST_COOKIE = "last_cookie"
"""The same for one that takes the cookie away, if all goes well."""


def make_app(desk: Desk) -> Litestar:
    """Return the app of a server, without what guards it; see `guarded`."""
    return Litestar(
        [
            *(games_api.list_games, games_api.game_rules),
            *(tables_api.open_table, tables_api.list_tables, tables_api.look_up),
            *(tables_api.join, tables_api.table_rules, tables_api.invite),
            *(tables_api.list_records, tables_api.download_record, tables_api.draw),
            *(me_api.show_me, me_api.change_me, me_api.forget_me),
            *(site.page, site.asset, site.live, site.ready, site.metrics),
        ],
        dependencies={
            "desk": Provide(lambda: desk, sync_to_thread=False, use_cache=True),
            "address": Provide(address_of, sync_to_thread=False),
            "spoken": Provide(language_of, sync_to_thread=False),
            "leaving": Provide(leaving, sync_to_thread=False),
            "guest": Provide(welcomed, sync_to_thread=False),
        },
        before_request=throttle(desk),
        before_send=[add_cookie],
        exception_handlers={Exception: tell},
        lifespan=[lambda _app: living(desk)],
        openapi_config=OpenAPIConfig(
            title="tapete",
            version=__version__,
            description="Card tables. What happens at a table goes over its websocket.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"])],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LONGEST_BODY,
        # Litestar's own would write paths, and with them codes, into the log.
        logging_config=None,
        debug=False,
    )


def guarded(desk: Desk) -> Guard:
    """Return the ASGI app of a server as the world may reach it."""
    app: Any = make_app(desk)  # Litestar types its scopes more narrowly.
    return Guard(app, lambda: desk.whereabouts.allowed, desk.settings.trusted_proxies)


@contextlib.asynccontextmanager
async def living(desk: Desk) -> AsyncIterator[None]:
    """Let a server's tables live as long as the app does."""
    desk.rooms.start()
    tasks = [
        asyncio.create_task(desk.pulse.run(), name="pulse"),
        asyncio.create_task(desk.whereabouts.run(), name="whereabouts"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await desk.drain()
        await desk.store.close()


def throttle(desk: Desk) -> Callable[[AnyRequest], None]:
    """Return what raises Problem where an address asks too often."""

    def check(request: AnyRequest) -> None:
        if not desk.requests.take(network_of(address_of(request)), time.monotonic()):
            raise Problem(HTTP_429_TOO_MANY_REQUESTS)

    return check


def address_of(request: AnyRequest) -> str:
    """Return the address of whoever asks, as the guard has found it out."""
    return request.client.host if request.client else ""


def is_secure(request: AnyRequest) -> bool:
    """Say whether whoever asks uses https, if only towards a proxy."""
    return request.scope["scheme"] == "https"


def known_guest(request: AnyRequest, desk: Desk) -> str:
    """Return the guest that the request's cookie proves, "" for nobody."""
    cookie = request.headers.get("cookie", "")
    return parse_cookie(cookie, desk.ring, is_secure=is_secure(request)) or ""


def welcomed(request: AnyRequest, desk: TheDesk) -> str:
    """Return the guest who asks, a new one where need be; the answer's cookie keeps them known."""
    guest = known_guest(request, desk) or new_guest()
    request.state[NEW_COOKIE] = make_cookie(guest, desk.ring, is_secure=is_secure(request))
    return guest


def leaving(request: AnyRequest, desk: TheDesk) -> str:
    """Return the guest who asks, "" for nobody; an answer that is no error takes their cookie."""
    request.state[LAST_COOKIE] = clear_cookie(is_secure=is_secure(request))
    return known_guest(request, desk)


async def add_cookie(message: Any, scope: Any) -> None:
    """Add the cookie that a handler's guest gets or loses; see `welcomed` and `leaving`."""
    if message["type"] != "http.response.start":
        return
    # Who could not be forgotten stays known, and can ask for it again.
    name = NEW_COOKIE if message["status"] >= HTTP_400_BAD_REQUEST else LAST_COOKIE
    state = scope.get("state", {})
    cookie = state.get(name) or state.get(NEW_COOKIE)
    if cookie:
        message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
