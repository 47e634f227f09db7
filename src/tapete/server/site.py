"""The page, its files, and what watches a server."""

from typing import Any, Final, TypeAlias

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct

from tapete.server.handed import Guest, TheDesk
from tapete.server.health import is_writable
from tapete.server.metrics import CONTENT_TYPE
from tapete.server.pages import send
from tapete.server.problems import Problem

AnyRequest: TypeAlias = Request[Any, Any, Any]
PAGE: Final = "index.html"
ASSETS: Final = "assets/"
"""Where files lie whose names change with what is in them."""
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
NO_CLIENT: Final = """\
The browser client has not been built, so there is no page here; everything else works.
Install it: pip install . (with a network, once), or a released wheel, which has it.

El cliente del navegador no está construido, así que aquí no hay página; lo demás funciona.
Instálalo: pip install . (con red, una vez), o una versión publicada, que ya lo trae.
"""


class Health(Struct, frozen=True):
    """Whether all is well."""

    ok: bool


@get(["/", "/t/{code:str}"], include_in_schema=False)
async def page(request: AnyRequest, desk: TheDesk, guest: Guest) -> Response[Any]:  # noqa: ARG001  # asked for so that its cookie is there before its websocket
    """Return the page; which table it is about, it reads from its own address."""
    if PAGE not in desk.files:
        return Response(
            NO_CLIENT, status_code=HTTP_503_SERVICE_UNAVAILABLE, media_type=MediaType.TEXT
        )
    return send(request, desk.files[PAGE], ASK_AGAIN)


@get("/{path:path}", include_in_schema=False)
async def asset(request: AnyRequest, desk: TheDesk, path: FromPath[str]) -> Response[bytes]:
    """Return a file of the client; those under `assets/` never change."""
    name = path.lstrip("/")
    if name not in desk.files or name == PAGE:
        raise Problem(HTTP_404_NOT_FOUND)
    return send(request, desk.files[name], FOREVER if name.startswith(ASSETS) else ASK_AGAIN)


@get("/health/live")
async def live(desk: TheDesk) -> Response[Health]:
    """Say whether the process works."""
    return health(is_well=desk.pulse.is_alive)


@get("/health/ready")
async def ready(desk: TheDesk) -> Response[Health]:
    """Say whether the server takes people: it can write, and is not about to end."""
    return health(is_well=not desk.is_draining and await is_writable(desk.store))


@get("/metrics", include_in_schema=False)
async def metrics(desk: TheDesk) -> Response[bytes]:
    """Return the counts for Prometheus."""
    return Response(desk.metrics.text(), media_type=CONTENT_TYPE)


def health(*, is_well: bool) -> Response[Health]:
    """Return an answer for whatever watches the server."""
    status = HTTP_200_OK if is_well else HTTP_503_SERVICE_UNAVAILABLE
    return Response(Health(is_well), status_code=status)
