"""Bad lines are as bad as tests ask for: the other line tests stand on that."""

import contextlib
import gc
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.browser.line import Line

PATIENCE = 5.0
TIMES = 20


@pytest.fixture
def echo() -> Iterator[str]:
    """The address of a server that sends everything back."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer_all, args=(listener,), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def answer_all(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            one, _address = listener.accept()
            threading.Thread(target=answer, args=(one,), daemon=True).start()


def answer(one: socket.socket) -> None:
    with contextlib.suppress(OSError), one:
        while piece := one.recv(65536):
            one.sendall(piece)


def call(line: Line) -> socket.socket:
    port = int(line.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def there_and_back(one: socket.socket, text: bytes) -> float:
    begun = time.monotonic()
    one.sendall(text)
    heard = b""
    while len(heard) < len(text):
        heard += one.recv(65536)
    assert heard == text
    return time.monotonic() - begun


def test_latency_adds_up_and_order_stays(echo: str) -> None:
    with Line(echo, up=0.03, down=0.02, jitter=0.01) as line, call(line) as one:
        took = [there_and_back(one, b"%d " % i * 1000) for i in range(TIMES)]
        assert min(took) >= 0.05
        line.up = line.down = line.jitter = 0
        there_and_back(one, b"now")
        assert min(there_and_back(one, b"now") for _ in range(TIMES)) < 0.05


def test_silence_tells_nobody_and_loses_what_was_said(echo: str) -> None:
    with Line(echo) as line, call(line) as one:
        there_and_back(one, b"before")
        line.silence()
        one.sendall(b"lost")
        one.settimeout(0.3)
        with pytest.raises(TimeoutError):
            one.recv(1)
        assert line.count == 1
        line.speak()
        one.settimeout(PATIENCE)
        assert is_ended(one)
        with call(line) as other:
            there_and_back(other, b"after")


def test_cut_ends_all_calls_and_new_ones_go_through(echo: str) -> None:
    with Line(echo) as line, call(line) as one:
        there_and_back(one, b"before")
        line.cut()
        assert is_ended(one)
        with call(line) as other:
            there_and_back(other, b"after")


def is_ended(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def test_a_line_that_ends_while_it_is_called_leaves_nothing_open(echo: str) -> None:
    for _ in range(3 * TIMES):
        line = Line(echo)
        callers = [call(line) for _ in range(3)]
        line.close()
        for one in callers:
            with contextlib.closing(one), contextlib.suppress(ConnectionError):
                assert one.recv(1) == b""
    # What is still open says so when it is collected, and that fails the test.
    gc.collect()
