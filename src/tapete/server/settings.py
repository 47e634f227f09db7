"""What whoever runs a server decides about it."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tapete.wire.messages import Language

Network: TypeAlias = IPv4Network | IPv6Network
Sockets: TypeAlias = Literal["picows", "asgi"]
"""What carries websockets: picows inside uvicorn, or any ASGI server's own."""
LogForm: TypeAlias = Literal["text", "json"]

PORT: Final = 8765
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # only where the user asks for the local network
BACKLOG: Final = 2048
"""How many connections may wait to be taken."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The choices of one server."""

    data: Path
    """The folder that holds everything it keeps."""
    is_lan: bool = False
    """Whether the local network reaches it, not this computer alone."""
    port: int = PORT
    """0 for any free one."""
    public_url: str = ""
    """Where others reach it, where that is not its own address: `https://cards.example`."""
    trusted_proxies: tuple[Network, ...] = ()
    """Whose word is taken for whom they pass on."""
    certfile: Path | None = None
    keyfile: Path | None = None
    """None where the certificate's file holds the key too."""
    sockets: Sockets = "picows"
    opens_browser: bool = True
    log: LogForm = "text"
    lang: Language = "en"

    @property
    def host(self) -> str:
        """The address that it listens at."""
        return EVERYWHERE if self.is_lan else LOOPBACK

    @property
    def scheme(self) -> str:
        """`https` where it has a certificate of its own."""
        return "http" if self.certfile is None else "https"
