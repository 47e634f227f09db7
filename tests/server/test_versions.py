"""Every version reaches every connection exactly once and in order, whatever makes it."""

from collections.abc import Iterator

import httpx
import pytest

from tapete.wire.messages import Ack, Sit, Stand, Start
from tests.server.serving import Serving
from tests.server.wire_client import WireClient

GAMES = ("declare", "match-em")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("versions")) as one:
        yield one


def opened(url: str, game: str) -> tuple[str, str]:
    wish = {"terms": {"game": game, "seats": 3}, "name": "Zoe", "computers": False}
    table = httpx.post(f"{url}/api/tables", json=wish).json()
    return table["code"], table["token"]


@pytest.mark.parametrize("is_begun", [False, True])
@pytest.mark.parametrize("game", GAMES)
async def test_host_who_leaves_makes_two_versions_and_all_hear_each_once(
    serving: Serving, game: str, is_begun: bool
) -> None:
    """The clients themselves fail where a version is missing or comes twice."""
    code, token = opened(serving.url, game)
    host = await WireClient.arrive(serving.url, code, token=token)
    guest = await WireClient.arrive(serving.url, code)
    watcher = await WireClient.arrive(serving.url, code)
    assert isinstance(await guest.command(Sit, -1, "Luz"), Ack)
    if is_begun:
        assert isinstance(await host.command(Start), Ack)
    left = await host.command(Stand, 0)
    assert isinstance(left, Ack)
    for one in (host, guest, watcher):
        seen = await one.until(lambda s: s.v >= left.v)
        assert seen.room.host == guest.seen.you.guest
        await one.close()
