"""What goes wrong with a request, told as JSON in the language of whoever asks."""

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_405_METHOD_NOT_ALLOWED,
    HTTP_409_CONFLICT,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from msgspec import Struct

from tapete.core.errors import OptionError, Refused, TapeteError
from tapete.server.inbox import Away
from tapete.server.room import Denied
from tapete.server.spoken import SPANISH, preferred
from tapete.server.store import StoreError
from tapete.wire.messages import Language, RoomReason

PROBLEMS: Final[dict[int, tuple[str, str, str]]] = {
    HTTP_400_BAD_REQUEST: (
        "bad_request",
        "that request cannot be understood",
        "esa petición no se entiende",
    ),
    HTTP_403_FORBIDDEN: ("forbidden", "that is not allowed from here", "eso no se puede desde ahí"),
    HTTP_404_NOT_FOUND: ("not_found", "there is nothing here", "aquí no hay nada"),
    HTTP_405_METHOD_NOT_ALLOWED: (
        "wrong_method",
        "that cannot be done here",
        "eso no se puede hacer aquí",
    ),
    HTTP_413_REQUEST_ENTITY_TOO_LARGE: (
        "too_large",
        "that request is too long",
        "esa petición es demasiado larga",
    ),
    HTTP_429_TOO_MANY_REQUESTS: (
        "too_fast",
        "too many requests; wait a moment",
        "demasiadas peticiones; espera un momento",
    ),
    HTTP_500_INTERNAL_SERVER_ERROR: (
        "internal",
        "something went wrong in the server",
        "algo ha fallado en el servidor",
    ),
    HTTP_503_SERVICE_UNAVAILABLE: (
        "restart",
        "this cannot be had just now; come back in a moment",
        "ahora mismo no está disponible; vuelve en un momento",
    ),
}
"""Per HTTP status, the reason, and what it means in English and in Spanish."""

NOT_SAVED: Final = (
    "the server cannot read or write what it keeps; nothing has changed",
    "el servidor no puede leer ni escribir lo que guarda; nada ha cambiado",
)

log = logging.getLogger(__name__)


class Told(Struct, frozen=True):
    """The body of every answer that is a no."""

    reason: str
    """For programs; it stays the same in every language."""
    text: str


class Problem(TapeteError):
    """A request that cannot be granted."""

    def __init__(self, status: int, reason: str = "", english: str = "", spanish: str = "") -> None:
        """Say the status' own words unless others are given."""
        usual = PROBLEMS.get(status, ("", "", ""))
        super().__init__(english or usual[1], spanish or usual[2])
        self.status = status
        self.reason = reason or usual[0]


def no_table() -> Problem:
    """Return that no table has a code."""
    return Problem(
        HTTP_404_NOT_FOUND,
        "no_table",
        "there is no table with this code",
        "no hay ninguna mesa con este código",
    )


def language_of(request: Request[Any, Any, Any]) -> Language:
    """Return the language of `?lang=`, else the one that the browser likes better."""
    asked = request.query_params.get("lang", "")
    if asked:
        return SPANISH if asked == SPANISH else "en"
    return preferred(request.headers.get("accept-language", ""))


def tell(request: Request[Any, Any, Any], error: Exception) -> Response[Told]:
    """Return the answer for whatever a handler raised."""
    problem = problem_of(error)
    if problem.status == HTTP_500_INTERNAL_SERVER_ERROR:
        # Neither path nor body goes to the log: codes and names stand there.
        handler = request.scope.get("route_handler")
        log.error("%s failed", getattr(handler, "handler_name", "a request"), exc_info=error)
    text = problem.spanish if language_of(request) == SPANISH else str(problem)
    return Response(Told(problem.reason, text), status_code=problem.status)


def problem_of(error: Exception) -> Problem:
    """Return what an exception means to whoever asked."""
    match error:
        case Problem():
            return error
        case Away():
            return Problem(HTTP_503_SERVICE_UNAVAILABLE)
        case StoreError():
            log.error("the store failed: %s", error)
            return Problem(HTTP_503_SERVICE_UNAVAILABLE, RoomReason.NOT_SAVED, *NOT_SAVED)
        case Denied() | Refused() | OptionError():
            return refusal_of(error)
        case HTTPException() | RecursionError():
            return Problem(status_of(error), "", *details(error))
        case _:
            return Problem(HTTP_500_INTERNAL_SERVER_ERROR)


def refusal_of(error: Denied | Refused | OptionError) -> Problem:
    """Return a table's no, which is the request's fault where no table could have such terms."""
    reason = RoomReason.BAD_TERMS if isinstance(error, OptionError) else error.reason
    is_bad = reason == RoomReason.BAD_TERMS
    status = HTTP_400_BAD_REQUEST if is_bad else HTTP_409_CONFLICT
    return Problem(status, reason, str(error), error.spanish)


def status_of(error: HTTPException | RecursionError) -> int:
    """Return the status that has words of its own and says the same."""
    if isinstance(error, RecursionError):
        # A body of brackets in brackets in brackets; nothing of ours goes as deep.
        return HTTP_400_BAD_REQUEST
    if error.status_code in PROBLEMS:
        return error.status_code
    is_ours = error.status_code >= HTTP_500_INTERNAL_SERVER_ERROR
    return HTTP_500_INTERNAL_SERVER_ERROR if is_ours else HTTP_400_BAD_REQUEST


def details(error: Exception) -> tuple[str, str]:
    """Return what is wrong with a request's body or query, "" where nothing was found out."""
    if not isinstance(error, ValidationException):
        return "", ""
    _reason, english, spanish = PROBLEMS[HTTP_400_BAD_REQUEST]
    extra = error.extra if isinstance(error.extra, list) else []
    found = "; ".join(str(one.get("message", "")) for one in extra if isinstance(one, dict))
    return (f"{english}: {found}", f"{spanish}: {found}") if found else (english, spanish)
