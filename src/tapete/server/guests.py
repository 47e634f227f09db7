"""Who somebody is without an account: a guest's id in a signed cookie; and codes of tables.

A cookie's value is `v1.ID.SIGNATURE`. The keys are in the file `keys` of the data folder, in hex,
one a line, the newest first: it signs, and the one below it is still believed. To change keys, put
a new line above; cookies signed two changes ago are then worth nothing.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tapete.core.errors import TapeteError

ID_BYTES: Final = 16
KEY_BYTES: Final = 32
MOST_KEYS: Final = 2
KEY_FILE: Final = "keys"
ONLY_OWNER: Final = 0o600
VERSION: Final = "v1"
PURPOSE: Final = b"tapete guest "
"""Stands before what is signed, so that a signature is good for nothing else."""
VALUE: Final = re.compile(r"v1\.([0-9a-f]{32})\.([0-9a-f]{64})", re.ASCII)
PLAIN_NAME: Final = "tapete"
SECURE_NAME: Final = "__Host-tapete"
"""Browsers take a cookie of this name over TLS alone, and from this very host."""
DAYS_KEPT: Final = 180
DAY: Final = 86_400

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word, and nothing to take for another in any case."""
CODE_LENGTH: Final = 7
FIRST_PART: Final = 3
LONGEST_TYPED: Final = 30
BETWEEN: Final = re.compile(r"[\s\-‐‑–—−_.]+")
"""What people and phones put between the letters of a code."""


class KeyFileError(TapeteError):
    """A key file that is not one, or that cannot be had."""


@dataclass(frozen=True)
class KeyRing:
    """The keys that sign guests' ids: the newest, and the one before it if any."""

    keys: tuple[bytes, ...] = field(repr=False)

    @staticmethod
    def load(folder: Path) -> "KeyRing":
        """Return the keys of a data folder, made where there are none; raise KeyFileError."""
        file = folder / KEY_FILE
        try:
            if not file.exists():
                write_whole(file, f"{secrets.token_hex(KEY_BYTES)}\n")
            file.chmod(ONLY_OWNER)
            return KeyRing(tuple(parse_keys(file.read_text(encoding="ascii")))[:MOST_KEYS])
        except OSError as error:
            raise KeyFileError(f"cannot keep keys in {file}: {error.strerror}") from error
        except ValueError as error:
            raise KeyFileError(f"{file} should hold {2 * KEY_BYTES} hex digits a line") from error

    def sign(self, guest: str) -> str:
        """Return a guest's id as a cookie's value."""
        return f"{VERSION}.{guest}.{signature(self.keys[0], guest)}"

    def verify(self, value: str) -> str | None:
        """Return the guest of a cookie's value; None where no key of ours has signed it.

        Takes the same time whichever key it was, and wherever a wrong signature goes wrong.
        """
        match = VALUE.fullmatch(value)
        if match is None:
            return None
        guest, given = match.groups()
        found = [hmac.compare_digest(signature(key, guest), given) for key in self.keys]
        return guest if any(found) else None


def write_whole(file: Path, text: str) -> None:
    """Write a file for its owner alone, all of it or nothing."""
    under_way = file.with_name(f"{file.name}.part")
    under_way.unlink(missing_ok=True)
    handle = os.open(under_way, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    under_way.replace(file)


def parse_keys(text: str) -> Iterator[bytes]:
    """Yield the keys of a key file, newest first; raise ValueError where one is none."""
    lines = text.split()
    if not lines:
        raise ValueError("no key")
    for line in lines:
        key = bytes.fromhex(line)
        if len(key) != KEY_BYTES:
            raise ValueError("a key of another length")
        yield key


def signature(key: bytes, guest: str) -> str:
    """Return HMAC-SHA256 over a guest's id, in hex."""
    return hmac.new(key, PURPOSE + f"{VERSION}.{guest}".encode(), hashlib.sha256).hexdigest()


def new_guest() -> str:
    """Return the id of somebody new: 128 random bits in hex."""
    return secrets.token_hex(ID_BYTES)


def cookie_name(*, is_secure: bool) -> str:
    """Return under which name the cookie goes over http, or over https."""
    return SECURE_NAME if is_secure else PLAIN_NAME


def parse_cookie(header: str, ring: KeyRing, *, is_secure: bool) -> str | None:
    """Return the guest that a Cookie header proves, None for nobody.

    Over https only the name counts that nobody else's page, and no plain http, can have set.
    """
    name = cookie_name(is_secure=is_secure)
    pairs = (part.strip().partition("=") for part in header.split(";"))
    found = (ring.verify(value) for key, _, value in pairs if key == name)
    return next((guest for guest in found if guest is not None), None)


def make_cookie(guest: str, ring: KeyRing, *, is_secure: bool) -> str:
    """Return the Set-Cookie header that makes a browser remember a guest."""
    return set_cookie(ring.sign(guest), DAYS_KEPT * DAY, is_secure=is_secure)


def clear_cookie(*, is_secure: bool) -> str:
    """Return the Set-Cookie header that makes a browser forget."""
    return set_cookie("", 0, is_secure=is_secure)


def set_cookie(value: str, seconds: int, *, is_secure: bool) -> str:
    """Return a Set-Cookie header that scripts cannot read and other sites' forms don't send."""
    name = cookie_name(is_secure=is_secure)
    secure = "; Secure" if is_secure else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def new_code() -> str:
    """Return a code for a table: one of 20⁷, over a thousand million."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def parse_code(text: str) -> str | None:
    """Return the code that somebody typed, None where it cannot be one."""
    if len(text) > LONGEST_TYPED:
        return None
    letters = BETWEEN.sub("", text)
    code = letters.upper() if letters.isascii() else ""
    return code if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else None


def format_code(code: str) -> str:
    """Return a code as people read it out: `BCD-FGHJ`."""
    return f"{code[:FIRST_PART]}-{code[FIRST_PART:]}"
