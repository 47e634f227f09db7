import re
import stat
from pathlib import Path

import pytest

from tapete.server.guests import (
    LETTERS,
    KeyFileError,
    KeyRing,
    clear_cookie,
    format_code,
    make_cookie,
    new_code,
    new_guest,
    parse_code,
    parse_cookie,
)

OLD, NEW, NEWEST = b"o" * 32, b"n" * 32, b"w" * 32


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return KeyRing.load(tmp_path)


def cookie_of(set_cookie: str) -> str:
    return set_cookie.partition(";")[0]


def test_a_guest_is_known_again(ring: KeyRing):
    guest = new_guest()
    for is_secure in (False, True):
        header = cookie_of(make_cookie(guest, ring, is_secure=is_secure))
        assert parse_cookie(header, ring, is_secure=is_secure) == guest
        assert parse_cookie(f"a=b; {header};c=d", ring, is_secure=is_secure) == guest


def test_guests_have_128_random_bits():
    guests = {new_guest() for _ in range(500)}
    assert len(guests) == 500
    assert all(re.fullmatch("[0-9a-f]{32}", guest) for guest in guests)
    # Each of the 128 bits is now 0 and now 1.
    both = [int(guest, 16) for guest in guests]
    ones, zeros = 0, 0
    for number in both:
        ones |= number
        zeros |= ~number
    assert ones & zeros & (1 << 128) - 1 == (1 << 128) - 1


def test_a_plain_cookie_has_what_keeps_it(ring: KeyRing):
    name, *attributes = make_cookie(new_guest(), ring, is_secure=False).split("; ")
    assert name.startswith("tapete=v1.")
    assert set(attributes) == {"Path=/", "Max-Age=15552000", "HttpOnly", "SameSite=Lax"}


def test_a_secure_cookie_is_this_hosts_alone(ring: KeyRing):
    name, *attributes = make_cookie(new_guest(), ring, is_secure=True).split("; ")
    assert name.startswith("__Host-tapete=v1.")
    assert {"Secure", "Path=/"} <= set(attributes)
    assert not [one for one in attributes if one.startswith("Domain")]


def test_over_tls_a_plain_cookie_proves_nothing(ring: KeyRing):
    header = cookie_of(make_cookie(new_guest(), ring, is_secure=False))
    assert parse_cookie(header, ring, is_secure=True) is None


def test_forgetting_is_the_same_cookie_at_its_end():
    assert clear_cookie(is_secure=False).startswith("tapete=; ")
    assert clear_cookie(is_secure=True).startswith("__Host-tapete=; ")
    assert "Max-Age=0;" in clear_cookie(is_secure=True)
    assert "Secure" in clear_cookie(is_secure=True)


def test_no_change_of_a_cookie_passes(ring: KeyRing):
    value = ring.sign(new_guest())
    assert ring.verify(value) is not None
    for at, sign in enumerate(value):
        other = "1" if sign != "1" else "2"
        assert ring.verify(value[:at] + other + value[at + 1 :]) is None
        assert ring.verify(value[:at]) is None
    assert ring.verify(value + "0") is None
    assert ring.verify(value + "\n") is None


@pytest.mark.parametrize("value", ["", "v1", "v1..", "v2.{}.{}", "é" * 40, "v1." + "٠" * 32 + "."])
def test_nonsense_is_nobody(ring: KeyRing, value: str):
    assert ring.verify(value) is None
    assert parse_cookie(f"tapete={value}", ring, is_secure=False) is None


def test_a_forged_cookie_does_not_hide_the_real_one(ring: KeyRing):
    real = cookie_of(make_cookie("ab" * 16, ring, is_secure=False))
    assert parse_cookie(f"tapete=forged; {real}", ring, is_secure=False) == "ab" * 16


def test_another_servers_cookie_is_nobody(tmp_path: Path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    value = KeyRing.load(tmp_path / "a").sign(new_guest())
    assert KeyRing.load(tmp_path / "b").verify(value) is None


def test_the_newest_key_signs_and_the_one_before_is_believed():
    guest = new_guest()
    assert KeyRing((NEW, OLD)).sign(guest) == KeyRing((NEW,)).sign(guest)
    assert KeyRing((NEW, OLD)).verify(KeyRing((OLD,)).sign(guest)) == guest
    assert KeyRing((NEW, OLD)).verify(KeyRing((NEW,)).sign(guest)) == guest


def test_keys_stay_and_are_the_owners_alone(tmp_path: Path):
    value = KeyRing.load(tmp_path).sign("ab" * 16)
    file = tmp_path / "keys"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert re.fullmatch(r"[0-9a-f]{64}\n", file.read_text())
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]
    assert KeyRing.load(tmp_path).verify(value) == "ab" * 16


def test_keys_that_others_could_read_are_closed(tmp_path: Path):
    KeyRing.load(tmp_path)
    (tmp_path / "keys").chmod(0o644)
    KeyRing.load(tmp_path)
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o600


def test_a_line_above_changes_keys(tmp_path: Path):
    first = KeyRing.load(tmp_path).sign("ab" * 16)
    file = tmp_path / "keys"
    for key in (NEW, NEWEST):
        assert KeyRing.load(tmp_path).verify(first) == "ab" * 16
        file.write_text(f"{key.hex()}\n{file.read_text()}")
    assert KeyRing.load(tmp_path).verify(first) is None
    assert KeyRing.load(tmp_path).keys == (NEWEST, NEW)


def test_a_write_that_was_cut_short_is_no_key(tmp_path: Path):
    (tmp_path / "keys.part").write_text("0f3a")
    assert len(KeyRing.load(tmp_path).keys[0]) == 32


@pytest.mark.parametrize("text", ["", "short\n", "0f" * 31 + "\n", "zz" * 32 + "\n", "é" * 64])
def test_a_file_without_keys_is_refused_in_words(tmp_path: Path, text: str):
    (tmp_path / "keys").write_text(text, encoding="utf-8")
    with pytest.raises(KeyFileError, match="64 hex digits"):
        KeyRing.load(tmp_path)


def test_a_folder_that_is_none_is_refused_in_words(tmp_path: Path):
    with pytest.raises(KeyFileError, match="cannot keep keys"):
        KeyRing.load(tmp_path / "missing")


def test_no_key_is_shown(ring: KeyRing):
    shown = f"{ring!r} {ring}"
    assert ring.keys[0].hex() not in shown
    assert repr(ring.keys[0]) not in shown


def test_codes_are_seven_of_twenty_letters():
    codes = [new_code() for _ in range(2000)]
    assert len(set(codes)) == len(codes)
    assert set("".join(codes)) == set(LETTERS)
    assert {len(code) for code in codes} == {7}
    assert not set(LETTERS) & set("AEIOUY0123456789")


def test_a_code_as_it_is_shown_is_read():
    code = new_code()
    assert parse_code(format_code(code)) == code
    assert re.fullmatch(r"[B-Z]{3}-[B-Z]{4}", format_code(code))


@pytest.mark.parametrize(
    "text",
    [
        "BCDFGHJ",
        "bcdfghj",
        "bcd-fghj",
        "  Bcd fghj\n",
        "BCD–FGHJ",
        "b-c-d-f-g-h-j",
        "bcd\u2011fghj",
    ],
)
def test_hyphens_case_and_spaces_do_not_matter(text: str):
    assert parse_code(text) == "BCDFGHJ"


@pytest.mark.parametrize(
    "text",
    ["", "BCDFGH", "BCDFGHJK", "ACDFGHJ", "BCDFGH1", "BCD/GHJ", "ſCDFGHJ", "BCDFGHJ" + "-" * 100],
)
def test_what_is_no_code_is_none(text: str):
    assert parse_code(text) is None
