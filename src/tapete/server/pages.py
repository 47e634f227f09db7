"""The built browser client, held in memory and sent as browsers like it best."""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from litestar import Request, Response
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

STATIC: Final = Path(__file__).parent / "static"
WORTH_PACKING: Final = 512
"""Bytes from which on a text is sent compressed."""
PACKED_KINDS: Final = ("text/", "application/json", "application/javascript", "image/svg+xml")
KINDS: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Where the system's own table of types is not to be trusted."""


@dataclass(frozen=True)
class File:
    """A file of the client as it goes over the wire."""

    body: bytes
    packed: bytes
    """The same by gzip; empty where that would gain nothing."""
    kind: str
    tag: str
    """Tells this content from any other."""


Files: TypeAlias = Mapping[str, File]
"""The client's files by path."""


def load_client(folder: Path = STATIC) -> Files:
    """Return every file of the built client, nothing where there is none."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    found = {path.relative_to(folder).as_posix(): path for path in files}
    return {name: read_file(path) for name, path in found.items() if not path.name.startswith(".")}


def read_file(path: Path) -> File:
    """Read a file and pack it where it is worth it."""
    body = path.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    is_text = kind.startswith(PACKED_KINDS)
    packed = gzip.compress(body, mtime=0) if is_text and len(body) >= WORTH_PACKING else b""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(body, packed, kind, tag)


def send(request: Request[Any, Any, Any], file: File, keep: str) -> Response[bytes]:
    """Return a file, or that the browser's own copy will do; `keep` is its Cache-Control."""
    headers = {"cache-control": keep, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    body = file.body
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = file.packed
    return Response(body, status_code=HTTP_200_OK, headers=headers, media_type=file.kind)
