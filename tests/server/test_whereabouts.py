"""A computer that moves is found where it is now, and is asked for by no other name."""

import asyncio
from pathlib import Path

import pytest

from tapete.server import whereabouts
from tapete.server.addresses import Addresses
from tapete.server.settings import Settings
from tapete.server.whereabouts import Whereabouts, tell_nobody

PORT = 8765
HOME, CAFE = "192.168.1.5", "10.0.0.7"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the addresses of this computer, to be changed; the server looks without a pause."""
    here = [HOME]
    monkeypatch.setattr(whereabouts, "lan_addresses", lambda: list(here))
    monkeypatch.setattr(whereabouts, "LOOK_EVERY", 0.001)
    return here


def settings(folder: Path, *, is_lan: bool = True, public_url: str = "") -> Settings:
    return Settings(data=folder, is_lan=is_lan, public_url=public_url)


async def test_who_moves_is_found_there_and_told_once(tmp_path: Path, network: list[str]) -> None:
    told: list[Addresses] = []
    one = Whereabouts(settings(tmp_path), PORT, told.append)
    assert one.addresses.best == f"http://{HOME}:{PORT}"
    looking = asyncio.create_task(one.run())
    try:
        await asyncio.sleep(0.05)
        network.clear()
        await asyncio.sleep(0.05)
        assert told == []
        assert f"{HOME}:{PORT}" in one.allowed.hosts
        network[:] = [CAFE]
        async with asyncio.timeout(10):
            while not told:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
    finally:
        looking.cancel()
    assert told == [one.addresses]
    assert one.addresses.best == f"http://{CAFE}:{PORT}"
    assert f"{CAFE}:{PORT}" in one.allowed.hosts
    assert f"http://{CAFE}:{PORT}" in one.allowed.origins
    assert f"{HOME}:{PORT}" not in one.allowed.hosts
    assert f"http://{HOME}:{PORT}" not in one.allowed.origins


async def test_a_public_address_stays_the_best(tmp_path: Path, network: list[str]) -> None:
    one = Whereabouts(settings(tmp_path, public_url="https://cards.example"), PORT, tell_nobody)
    network[:] = [CAFE]
    looking = asyncio.create_task(one.run())
    async with asyncio.timeout(10):
        while one.addresses.others != (f"http://{CAFE}:{PORT}",):
            await asyncio.sleep(0.01)
    looking.cancel()
    assert one.addresses.best == "https://cards.example"
    assert "cards.example" in one.allowed.hosts


async def test_alone_nobody_looks(tmp_path: Path, network: list[str]) -> None:
    one = Whereabouts(settings(tmp_path, is_lan=False), PORT, tell_nobody)
    network[:] = [CAFE]
    await asyncio.wait_for(one.run(), 10)
    assert one.addresses.best == ""
    assert not any(CAFE in host for host in one.allowed.hosts)
