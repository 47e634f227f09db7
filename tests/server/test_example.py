"""The outside program of the documentation joins a table by its code and plays a match."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tapete.games import game
from tapete.table.record import parse_record, replay
from tapete.wire.messages import Ack, Host, Stand, Start
from tests.server.serving import Serving
from tests.server.wire_client import WireClient

ROOT = Path(__file__).parents[2]
PLAYER = ROOT / "examples" / "player.py"
PROTOCOL = ROOT / "docs" / "protocol.md"
GAME = "match-em"
SEATS = 3
PATIENCE = 120.0


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "server") as one:
        yield one


def opened(url: str) -> tuple[str, str]:
    """Open a table; return its code and the host's token."""
    terms = {"game": GAME, "seats": SEATS, "options": {"wins_needed": 1}}
    answer = httpx.post(f"{url}/api/tables", json={"terms": terms, "name": "Zoe"})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"], answer.json()["token"]


async def begin(url: str, code: str, token: str) -> None:
    """Begin the match once somebody has joined, and hand everything on to them."""
    async with await WireClient.arrive(url, code, token=token) as host:
        seen = await host.until(lambda s: [c.kind for c in s.room.seats].count("person") > 1)
        assert isinstance(await host.command(Start), Ack)
        await host.until(lambda s: s.room.phase == "playing")
        (robot,) = (i for i, seat in enumerate(seen.room.seats) if seat.name == "Robot")
        assert isinstance(await host.command(Host, robot), Ack)
        assert isinstance(await host.command(Stand, seen.you.eyes), Ack)


async def test_a_program_of_thirty_lines_plays_a_whole_match(serving: Serving) -> None:
    code, token = opened(serving.url)
    shown = f"{code[:3].lower()}-{code[3:]}"
    player = subprocess.Popen(
        [sys.executable, PLAYER, serving.url, shown, "Robot"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        await begin(serving.url, code, token)
        said, trouble = player.communicate(timeout=PATIENCE)
    finally:
        player.kill()
        player.wait()
    assert (player.returncode, trouble) == (0, "")
    result = ast.literal_eval(said)
    assert sorted(result) == ["ranking", "scores", "winners"]
    check_record(serving.url, code, result)


def check_record(url: str, code: str, result: dict[str, object]) -> None:
    """The match that the program played is kept, replays, and ended as the program was told."""
    (link,) = httpx.get(f"{url}/api/tables/{code}/records").json()
    line = httpx.get(f"{url}{link['url']}").text
    record = json.loads(line)
    assert record["result"]["winners"] == result["winners"]
    assert "Robot" in line
    assert replay(parse_record(line)).game is game(GAME)


def test_it_has_thirty_lines_and_needs_websockets_alone() -> None:
    text = PLAYER.read_text()
    assert len(text.splitlines()) <= 30
    tree = ast.parse(text)
    roots = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    roots |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    others = {name.split(".")[0] for name in roots} - sys.stdlib_module_names
    assert others == {"websockets"}
