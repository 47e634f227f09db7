"""Where a server is to be found: for this computer, for the local network, for everybody."""

import io
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import segno

from tapete.server.settings import LOOPBACK, Settings

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): nothing is sent to it, but it lies beyond the router."""
INTERFACE_ADDRESS: Final = 0x8915
"""Linux' ioctl for an interface's address, which stands in these bytes of its answer."""
ADDRESS_BYTES: Final = slice(20, 24)
NAME_BYTES: Final = 15
QUIET_ZONE: Final = 2
"""Light modules around a QR code."""


@dataclass(frozen=True)
class Addresses:
    """The addresses of a running server, each a URL without a path."""

    local: str
    """For this computer's own browser."""
    best: str
    """For others: the public one, else the local network's; "" where only this computer gets in."""
    others: tuple[str, ...] = ()
    """Further ones of the local network, where this computer is in several."""

    def invitations(self, code: str) -> list[str]:
        """Return the links to a table, the best first; the local one where there is no other."""
        return [f"{url}/t/{code}" for url in (self.best or self.local, *self.others)]

    def are_of(self, link: str) -> bool:
        """Say whether a link leads to a table of this server."""
        return any(
            link.startswith(f"{url}/t/") for url in (self.local, self.best, *self.others) if url
        )


def find_addresses(settings: Settings, port: int, lan: Sequence[str]) -> Addresses:
    """Return where a server is to be found that listens at a port, `lan` being its addresses."""
    local = format_url(settings.scheme, LOOPBACK, port)
    urls = [format_url(settings.scheme, address, port) for address in lan]
    if settings.public_url:
        urls.insert(0, settings.public_url.rstrip("/"))
    return Addresses(local, urls[0] if urls else "", tuple(urls[1:]))


def format_url(scheme: str, host: str, port: int) -> str:
    """Write a URL, its port left out where it is the scheme's own."""
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host}" if port == usual else f"{scheme}://{host}:{port}"


def lan_addresses() -> list[str]:
    """Return this computer's addresses in local networks, the one towards the router first."""
    found = [*routed_address(), *interface_addresses(), *named_addresses()]
    return [address for address in dict.fromkeys(found) if is_reachable(address)]


def own_names() -> list[str]:
    """Return the names by which a local network may know this computer."""
    name = socket.gethostname().partition(".")[0]
    return [name, f"{name}.local"] if name else []


def is_reachable(address: str) -> bool:
    """Say whether another computer could reach an address."""
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def routed_address() -> Iterator[str]:
    """Yield the address that this computer has towards the rest of the world; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(ELSEWHERE)
        except OSError:
            return  # No network at all: there is no such address.
        yield one.getsockname()[0]


def interface_addresses() -> Iterator[str]:
    """Yield the address of each network interface, where the system is one that tells."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:NAME_BYTES])
            try:
                answer = fcntl.ioctl(one.fileno(), INTERFACE_ADDRESS, request)
            except OSError:
                continue  # This interface has no address.
            yield socket.inet_ntoa(answer[ADDRESS_BYTES])


def named_addresses() -> Iterator[str]:
    """Yield the addresses that this computer's own name stands for."""
    try:
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return  # Its name is in no table.


@lru_cache(maxsize=256)
def qr_picture(url: str) -> str:
    """Return a URL as a QR code: a whole SVG, also for an `img`, without a size or style."""
    out = io.BytesIO()
    segno.make(url, micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        nl=False,
        border=QUIET_ZONE,
        omitsize=True,
        light="#fff",
        dark="#000",
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue().decode()


def qr_text(url: str) -> str:
    """Return a URL as a QR code for a terminal, two modules to a sign."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, border=QUIET_ZONE, compact=True)
    return out.getvalue()
