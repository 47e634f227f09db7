"""`tapete serve`: tables in the browser, for this computer, its network, or everybody."""

import argparse
import ipaddress
import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tapete.cli.arguments import whole_number
from tapete.cli.trouble import Trouble, told_in
from tapete.cli.words import LANGUAGES, default_language, say

if TYPE_CHECKING:
    from tapete.server.addresses import Addresses
    from tapete.server.settings import Settings

USUAL_PORT = 8765
MOST_PORT = 65_535
PREFIX = "TAPETE_"
BROWSER_THREAD = "browser"
ON = {"1", "true", "yes", "on"}
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Environment variables of which one is set where a Unix desktop is."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the program."""
    p = commands.add_parser(
        "serve",
        help="open tables in the browser",
        epilog="Each option may also stand in the environment (TAPETE_PORT=9000, TAPETE_LAN=1, "
        'TAPETE_TRUSTED_PROXY="10.0.0.1 10.0.0.2"); what is typed goes first.',
    )
    add_reach_arguments(p)
    add(p, "--data", metavar="DIR", type=Path, help="where everything is kept")
    add_switch(p, "--browser", "open the page, where there is a desktop", otherwise=True)
    add(p, "--ws", otherwise="picows", type=word("picows", "asgi"), help="what carries websockets")
    add(
        p,
        "--log",
        otherwise="text",
        type=word("text", "json"),
        help="how stderr is written: text, troubles alone, or json, every event",
    )
    add(p, "--lang", otherwise=default_language(), type=word(*LANGUAGES), help="en or es")
    p.set_defaults(run=run)


def add_reach_arguments(p: argparse.ArgumentParser) -> None:
    """Add the arguments about who can reach the server, and how."""
    add_switch(p, "--lan", "let the local network in, not this computer alone")
    port = whole_number(0, MOST_PORT)
    text = f"{USUAL_PORT} if not given, 0 for any free one"
    add(p, "--port", metavar="N", otherwise=str(USUAL_PORT), type=port, help=text)
    text = "where others reach it, such as https://cards.example"
    add(p, "--public-url", metavar="URL", otherwise="", type=str, help=text)
    p.add_argument(
        "--trusted-proxy",
        nargs="+",
        metavar="NET",
        default=given("trusted-proxy", "").replace(",", " ").split(),
        help="addresses or networks of proxies that say for whom they ask",
    )
    add(p, "--certfile", metavar="FILE", type=Path, help="serve https with this certificate")
    add(p, "--keyfile", metavar="FILE", type=Path, help="its key, where it stands apart")


def add(
    p: argparse.ArgumentParser, flag: str, *, otherwise: str | None = None, **more: Any
) -> None:
    """Add an option that the environment may give as well."""
    p.add_argument(flag, default=given(flag, otherwise), **more)


def add_switch(
    p: argparse.ArgumentParser, flag: str, text: str, *, otherwise: bool = False
) -> None:
    """Add an option that is on or off, in the environment also as its opposite."""
    name = flag.lstrip("-")
    is_on = bool(given(name, "")) and given(name, "").lower() in ON
    is_off = given(f"no-{name}", "").lower() in ON
    p.add_argument(
        flag,
        action=argparse.BooleanOptionalAction,
        default=is_on or (otherwise and not is_off),
        help=text,
    )


def given(flag: str, otherwise: Any = None) -> Any:
    """Return what the environment says of an option."""
    name = PREFIX + flag.lstrip("-").replace("-", "_").upper()
    return os.environ.get(name) or otherwise


def word(*allowed: str) -> Callable[[str], str]:
    """Return an argparse type: one of a few words, also where it comes from the environment."""

    def read(text: str) -> str:
        if text not in allowed:
            raise argparse.ArgumentTypeError(f"expected {' or '.join(allowed)}, got {text!r}")
        return text

    return read


def run(args: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    # Not at the top: what a server needs would slow every other command down.
    from tapete.server.house import serve

    with told_in(args.lang):
        settings = settings_of(args)
        serve(settings, partial(tell, settings), partial(tell_move, settings))
    return 0


def settings_of(args: argparse.Namespace) -> "Settings":
    """Return what the arguments come to; raise Trouble for a wrong one."""
    from tapete.server.folder import default_folder
    from tapete.server.settings import Settings

    return Settings(
        data=args.data or default_folder(),
        is_lan=args.lan,
        port=args.port,
        public_url=checked_url(args.public_url),
        trusted_proxies=tuple(map(network, args.trusted_proxy)),
        certfile=args.certfile,
        keyfile=args.keyfile,
        sockets=args.ws,
        opens_browser=args.browser,
        log=args.log,
        lang=args.lang,
    )


def checked_url(text: str) -> str:
    """Return a public URL without its last slash; raise Trouble unless it is a plain one."""
    parts = urlsplit(text)
    is_plain = parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"}
    if text and not (is_plain and not parts.query and not parts.fragment and not parts.username):
        raise Trouble("bad_url", text=text)
    return text.rstrip("/")


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return a network, one address being one too; raise Trouble for anything else."""
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise Trouble("bad_network", text=text) from error


def tell(settings: "Settings", addresses: "Addresses", has_client: bool) -> None:
    """Say where the tables are, and open the page where somebody sits before a desktop."""
    show(addresses, lines_of(settings, addresses, has_client))
    print(say("serve_end", settings.lang), flush=True)
    if settings.opens_browser and has_client and has_desktop():
        # In a thread: some systems wait here until the browser is up.
        url = (addresses.local,)
        threading.Thread(target=webbrowser.open, args=url, name=BROWSER_THREAD, daemon=True).start()


def tell_move(settings: "Settings", addresses: "Addresses") -> None:
    """Say where the tables are now."""
    print(say("serve_moved", settings.lang))
    show(addresses, lines_of(settings, addresses, has_client=True))
    sys.stdout.flush()


def show(addresses: "Addresses", lines: Iterable[str]) -> None:
    """Print lines, and on a terminal the best address for others as a QR code."""
    for line in lines:
        print(line)
    if addresses.best and sys.stdout.isatty():
        from tapete.server.addresses import qr_text

        print(qr_text(addresses.best))


def lines_of(settings: "Settings", addresses: "Addresses", has_client: bool) -> Iterator[str]:
    """Yield the lines that a server says when it is ready."""
    yield say("serve_here", settings.lang, url=addresses.local)
    if addresses.best:
        yield say("serve_others", settings.lang, url=addresses.best)
    for url in addresses.others:
        yield say("serve_also", settings.lang, url=url)
    if settings.is_lan:
        key = "serve_lan" if addresses.best else "serve_no_lan"
        yield say(key, settings.lang)
    if not has_client:
        yield say("serve_no_page", settings.lang)


def has_desktop() -> bool:
    """Say whether a browser would have anywhere to show a page."""
    if sys.platform in {"win32", "darwin"}:
        return "SSH_CONNECTION" not in os.environ
    return any(os.environ.get(name) for name in DISPLAYS)
