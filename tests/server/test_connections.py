"""What holds for a connection, whichever carries it; and what each carrier has of its own."""

import socket
import time
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from tapete.server import patient_http, picows_socket
from tapete.server.asgi_socket import CLOSE_WAIT, MAX_BUFFERED, headers_of
from tapete.server.connection import LATE_BYTES
from tapete.server.patient_http import MAX_HEAD, PatientHttp
from tapete.server.picows_socket import check_picows
from tapete.wire.messages import MAX_MESSAGE
from tests.server.socket_client import (
    BINARY,
    CARRIERS,
    CLOSE,
    CONTINUATION,
    FIN,
    PING,
    PONG,
    TEXT,
    Echo,
    House,
    RawClient,
    frame,
    house,
    request,
    wait_until,
)

MANY = 300
SMALL_WINDOW = 4096
RSV1 = 0x40


@pytest.fixture(scope="module", params=CARRIERS)
def shared_table(request: pytest.FixtureRequest) -> Iterator[House]:
    with house(request.param) as running:
        yield running


@pytest.fixture
def table(shared_table: House) -> House:
    """A server to which nobody has come yet."""
    shared_table.porter.knocks.queue.clear()
    shared_table.porter.visitors.queue.clear()
    return shared_table


@pytest.fixture(params=CARRIERS)
def own_table(request: pytest.FixtureRequest) -> Iterator[House]:
    """A server that a test may stop."""
    with house(request.param) as running:
        yield running


@pytest.fixture
def client(table: House) -> Iterator[RawClient]:
    with RawClient(table.port) as one:
        yield one


def test_messages_come_back_in_order(table: House):
    with connect(f"ws://127.0.0.1:{table.port}/ws/x", compression="deflate") as client:
        assert client.recv() == "welcome"
        texts = [f"número {n} " + "á" * (n % 50) for n in range(MANY)]
        for text in texts:
            client.send(text)
        assert [client.recv() for _ in texts] == texts
    assert table.visitor().after_opening() == [text.encode() for text in texts]


def test_nothing_is_compressed(client: RawClient):
    client.send(request("/ws/x", "Sec-WebSocket-Extensions: permessage-deflate"))
    assert not [line for line in client.head() if line.lower().startswith("sec-websocket-ext")]


def test_what_is_sent_at_once_keeps_its_order(client: RawClient):
    client.knock()
    # Around 8192 bytes and around the lengths at which the header of a frame grows.
    sizes = [125, 126, 8192, 8193, 20, 65535, 65536, 100_000, 10]
    client.send(frame(TEXT, b"!sizes " + b" ".join(b"%d" % size for size in sizes)))
    frames = [client.frame() for _ in sizes]
    assert [(kind, len(payload), int(payload[:6])) for kind, payload in frames] == [
        (TEXT, size, size) for size in sizes
    ]
    assert {payload[6:].strip(b"x") for _, payload in frames} == {b""}


def test_a_slow_reader_gets_every_byte_as_it_was_sent(table: House):
    sizes = [9000, 50, 30_000, 7] * 12
    rounds = 8
    with RawClient(table.port, receive_buffer=SMALL_WINDOW) as client:
        client.knock()
        visitor = table.visitor()
        command = b"!sizes " + b" ".join(b"%d" % size for size in sizes)
        client.send(frame(TEXT, command) * rounds)
        for _ in range(rounds + 1):
            visitor.next()
        frames = [client.frame() for _ in range(rounds * len(sizes))]
    assert [(kind, int(text[:6]), text[6:].strip(b"x")) for kind, text in frames] == [
        (TEXT, size, b"") for size in sizes * rounds
    ]


def test_what_is_told_of_a_knock(table: House, client: RawClient):
    lines = ("X-Mixed-Case: Value", "Cookie: a=1", "Cookie: b=2", "X-Forwarded-For: 1.2.3.4")
    client.knock("/ws/a%20b?token=secret", *lines)
    knock = table.porter.knocks.queue[-1]
    assert (knock.path, knock.client, knock.is_secure) == ("/ws/a b", "127.0.0.1", False)
    assert knock.headers["x-mixed-case"] == "Value"
    assert knock.headers["cookie"] == "a=1; b=2"
    assert knock.headers["host"] == "table.example"
    assert [name for name in knock.headers if name != name.lower()] == []


def test_headers_beyond_ascii_are_the_same_text(table: House, client: RawClient):
    client.knock("/ws/x", "X-Name: Mu\xf1oz")
    assert table.porter.knocks.queue[-1].headers["x-name"] == "Mu\xf1oz"


def test_a_refusal_is_plain_http(client: RawClient):
    client.send(request("/closed"))
    head = client.head()
    assert head[0].startswith("HTTP/1.1 429")
    assert "content-type: text/plain; charset=utf-8" in [line.lower() for line in head]
    assert client.reader.read() == b"not today"


def test_a_failing_doorkeeper_tells_nothing(client: RawClient, caplog: pytest.LogCaptureFixture):
    client.send(request("/broken"))
    answer = client.reader.read()
    assert answer.startswith(b"HTTP/1.1 500")
    assert b"secret" not in answer
    assert "secret of the house" in caplog.text


def test_a_browser_may_keep_alive_and_upgrade(client: RawClient):
    client.knock(connection="keep-alive, Upgrade")


def test_a_handshake_without_a_key_is_refused(table: House, client: RawClient):
    before = table.porter.visitors.qsize()
    lines = [line for line in request().split(b"\r\n") if b"Key" not in line]
    client.send(b"\r\n".join(lines))
    assert client.head()[0].split()[1] == "400"
    assert table.porter.visitors.qsize() in {before, before + 1}


def test_frames_behind_the_handshake_are_read(client: RawClient):
    early = [frame(TEXT, b"early %d" % n) for n in range(3)]
    client.send(request(), *early, frame(TEXT, b"half")[:3])
    client.head()
    assert [client.frame()[1] for _ in range(4)] == [b"welcome", b"early 0", b"early 1", b"early 2"]


def test_a_request_before_the_handshake(client: RawClient):
    client.send(b"GET / HTTP/1.1\r\nHost: table.example\r\n\r\n")
    client.head()
    client.knock()


def test_fragments_become_one_message(table: House, client: RawClient):
    client.knock()
    visitor = table.visitor()
    client.send(
        frame(TEXT, b"\xc3", bits=0),
        frame(PING, b"between"),
        frame(CONTINUATION, b"", bits=0),
        frame(CONTINUATION, b"\xa1!", bits=FIN),
        frame(TEXT, b"next"),
    )
    assert [client.frame() for _ in range(3)] == [
        (PONG, b"between"),
        (TEXT, "á!".encode()),
        (TEXT, b"next"),
    ]
    assert [visitor.next() for _ in range(3)] == ["opened", "á!".encode(), b"next"]


def test_the_longest_message_passes(client: RawClient):
    client.knock()
    longest = b"x" * MAX_MESSAGE
    client.send(frame(TEXT, longest))
    assert client.frame() == (TEXT, longest)


def longest_in_parts(*last: bytes) -> list[bytes]:
    half = b"x" * (MAX_MESSAGE // 2)
    return [frame(TEXT, half, bits=0), frame(CONTINUATION, half, bits=0), *last]


WRONG = {
    "one byte too long": (1009, [frame(TEXT, b"x" * (MAX_MESSAGE + 1))]),
    "far too long": (1009, [frame(TEXT, b"x" * 70_000)]),
    "too long in parts": (1009, longest_in_parts(frame(CONTINUATION, b"x", bits=FIN))),
    "too long and never ending": (1009, longest_in_parts(frame(CONTINUATION, b"x", bits=0))),
    "binary": (1003, [frame(BINARY, b"x")]),
    "no UTF-8": (1007, [frame(TEXT, b"\xff\xfe")]),
    "half a character": (1007, [frame(TEXT, "á".encode()[:1])]),
    "no UTF-8 in parts": (
        1007,
        [frame(TEXT, b"\xc3", bits=0), frame(CONTINUATION, b"\x28", bits=FIN)],
    ),
    "unmasked": (1002, [frame(TEXT, b"x", masked=False)]),
    "a part of nothing": (1002, [frame(CONTINUATION, b"x")]),
    "a text inside a text": (1002, [frame(TEXT, b"x", bits=0), frame(TEXT, b"y")]),
    "an extension's bit": (1002, [frame(TEXT, b"x", bits=FIN | RSV1)]),
    "an unknown kind": (1002, [frame(3, b"x")]),
    "a ping in parts": (1002, [frame(PING, b"x", bits=0)]),
    "a long ping": (1002, [frame(PING, b"x" * 126)]),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_ends_the_connection(table: House, client: RawClient, case: str):
    code, pieces = WRONG[case]
    client.knock()
    visitor = table.visitor()
    client.send(*pieces)
    assert client.close_code() == code
    client.say_goodbye(code)
    assert client.is_over()
    assert visitor.after_opening() == []
    assert visitor.closes == 1


def test_what_follows_a_wrong_frame_is_not_read(table: House, client: RawClient):
    client.knock()
    visitor = table.visitor()
    client.send(frame(BINARY, b"x"), frame(TEXT, b"unseen"))
    assert client.close_code() == 1003
    client.say_goodbye(1003)
    assert visitor.after_opening() == []


@pytest.mark.parametrize("payload", [b"", (1000).to_bytes(2, "big"), (4001).to_bytes(2, "big")])
def test_a_client_says_goodbye(table: House, client: RawClient, payload: bytes):
    client.knock()
    visitor = table.visitor()
    client.send(frame(TEXT, b"hello"))
    assert client.frame() == (TEXT, b"hello")
    client.send(frame(CLOSE, payload), frame(TEXT, b"unseen"))
    assert client.frame()[0] == CLOSE
    assert client.is_over()
    assert visitor.after_opening() == [b"hello"]
    assert visitor.closes == 1


@pytest.mark.parametrize("is_rude", [False, True])
def test_a_client_hangs_up(table: House, client: RawClient, *, is_rude: bool):
    client.knock()
    visitor = table.visitor()
    assert visitor.next() == "opened"
    if is_rude:  # A reset in place of an end.
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    client.reader.close()
    client.socket.close()
    assert visitor.next() == "closed"
    assert visitor.connection is not None
    assert visitor.connection.buffered == 0
    assert visitor.connection.send(b"to nobody") == 0
    visitor.connection.close(1000)
    assert (visitor.closes, visitor.connection.buffered) == (1, 0)


@pytest.mark.parametrize("code", [1000, 1008, 1012, 4409])
def test_a_table_says_goodbye_after_what_it_sent(table: House, client: RawClient, code: int):
    client.knock()
    visitor = table.visitor()
    client.send(frame(TEXT, b"!close %d" % code))
    assert client.frame() == (TEXT, b"last")
    assert client.close_code() == code
    client.send(frame(TEXT, b"unseen"), frame(CLOSE, code.to_bytes(2, "big")))
    assert client.is_over()
    assert visitor.after_opening() == [b"!close %d" % code]
    assert visitor.closes == 1


def test_a_goodbye_without_an_answer_is_an_end_too(table: House, client: RawClient):
    client.knock()
    visitor = table.visitor()
    started = time.monotonic()
    client.send(frame(TEXT, b"!close 1000"))
    assert visitor.after_opening() == [b"!close 1000"]
    assert time.monotonic() - started < CLOSE_WAIT + 2
    assert visitor.closes == 1


def test_a_failing_visitor_ends_its_connection_alone(
    table: House, client: RawClient, caplog: pytest.LogCaptureFixture
):
    client.knock()
    visitor = table.visitor()
    with RawClient(table.port) as neighbour:
        neighbour.knock()
        client.send(frame(TEXT, b"!fail"), frame(TEXT, b"unseen"))
        assert client.close_code() == 1011
        client.send(frame(CLOSE))
        assert visitor.after_opening() == [b"!fail"]
        assert "as asked" in caplog.text
        neighbour.send(frame(TEXT, b"still here"))
        assert neighbour.frame() == (TEXT, b"still here")


def flood(client: RawClient, visitor: Echo, bytes_at_least: int) -> int:
    """Ask for frames of 60,000 bytes until some wait for the network; return how many."""
    assert visitor.next() == "opened"
    for rounds in range(1, 200):
        client.send(frame(TEXT, b"!sizes " + b" ".join([b"60000"] * 4)))
        visitor.next()
        if visitor.connection and visitor.connection.buffered >= bytes_at_least:
            return 4 * rounds
    raise AssertionError("nothing was ever left waiting")


def test_what_is_not_read_is_counted_and_comes_later(table: House):
    with RawClient(table.port, receive_buffer=SMALL_WINDOW) as client:
        client.knock()
        visitor = table.visitor()
        count = flood(client, visitor, 300_000)
        assert all(waiting == told for waiting, told in visitor.waits)
        assert max(told for _, told in visitor.waits) > 200_000
        with RawClient(table.port) as neighbour:  # Nobody waits for the slow one.
            neighbour.knock()
            neighbour.send(frame(TEXT, b"quick"))
            assert neighbour.frame() == (TEXT, b"quick")
        assert [len(client.frame()[1]) for _ in range(count)] == [60_000] * count
        wait_until(lambda: visitor.connection.buffered == 0)


def test_whoever_is_behind_is_offered_nothing_more(table: House):
    with RawClient(table.port, receive_buffer=SMALL_WINDOW) as client:
        client.knock()
        visitor = table.visitor()
        count = flood(client, visitor, LATE_BYTES + 300_000)
        client.send(frame(TEXT, b"!offer too late"))
        assert visitor.next() == b"!offer too late"
        assert [len(client.frame()[1]) for _ in range(count)] == [60_000] * count
        wait_until(lambda: visitor.connection.buffered == 0)
        client.send(frame(TEXT, b"!offer in time"))
        assert client.frame() == (TEXT, b"in time")


def test_whoever_never_reads_is_cut_off(table: House):
    with RawClient(table.port, receive_buffer=SMALL_WINDOW) as client:
        client.knock()
        visitor = table.visitor()
        assert visitor.next() == "opened"
        command = frame(TEXT, b"!sizes " + b" ".join([b"90000"] * 10))
        most = 0
        while visitor.closes == 0:
            try:
                client.send(command)
            except (ConnectionError, TimeoutError):
                break
            wait_until(lambda: not visitor.told.empty())
            visitor.told.get()
            most = max(most, visitor.connection.buffered)
            assert most <= MAX_BUFFERED
        wait_until(lambda: visitor.closes == 1)
        assert most > 300_000


def test_a_server_that_stops_says_so(own_table: House):
    with RawClient(own_table.port) as client, RawClient(own_table.port) as silent:
        client.knock()
        visitor = own_table.visitor()
        silent.knock()
        own_table.server.should_exit = True
        assert client.close_code() == 1012
        client.send(frame(CLOSE, (1012).to_bytes(2, "big")))
        assert client.is_over()
        assert visitor.after_opening() == []
        own_table.stop()
        assert own_table.visitor().after_opening() == []


# HTTP, until it is a websocket


def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(patient_http, "REQUEST_SECONDS", 0.3)
    beginnings = [b"", b"GET /", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"]
    whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    with house("picows") as running:
        for first, then in [*((b"", one) for one in beginnings), (whole, b"\r\n")]:
            with RawClient(running.port) as client:
                started = time.monotonic()
                client.send(first)
                assert not first or client.head()
                client.send(then)
                assert client.is_over()
                assert time.monotonic() - started < 2


def test_a_slow_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(patient_http, "REQUEST_SECONDS", 0.2)
    with house("picows") as running, RawClient(running.port) as client:
        for _ in range(2):
            client.send(b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")
            assert client.head()[0].startswith("HTTP/1.1 200")
            assert client.reader.read(4) == b"body"


def test_an_open_websocket_outlives_the_time_for_a_request(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(patient_http, "REQUEST_SECONDS", 0.2)
    with house("picows") as running, RawClient(running.port) as client:
        client.knock()
        time.sleep(0.5)
        client.send(frame(TEXT, b"here"))
        assert client.frame() == (TEXT, b"here")


def test_an_endless_head_is_refused(client: RawClient):
    client.send(b"GET / HTTP/1.1\r\n")
    line = b"X-Y: " + b"z" * 1000 + b"\r\n"
    try:
        for _ in range(10 * MAX_HEAD // len(line)):
            client.send(line)
            time.sleep(0.0005)
        answer = client.reader.read()
    except ConnectionError:
        return  # Closed before everything had been sent.
    assert answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("last", [b"", b"\x00garbage\r\n\r\n"], ids=["nothing", "garbage"])
def test_requests_in_a_row_whose_line_ends_are_answered_no_more(
    last: bytes, caplog: pytest.LogCaptureFixture
):
    slow = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
    with house("picows") as own:
        with RawClient(own.port) as client:
            client.send(slow, slow, last)
            time.sleep(0.1)
        time.sleep(0.8)
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


def test_a_long_body_has_no_long_head(client: RawClient):
    body = b"z" * (3 * MAX_HEAD)
    client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body))
    for at in range(0, len(body), 5000):
        client.send(body[at : at + 5000])
    assert client.head()[0].startswith("HTTP/1.1 200")
    assert client.reader.read(len(body)) == body


# What one carrier alone has


def test_pings_without_end_fill_no_memory():
    with house("picows") as running, RawClient(running.port, receive_buffer=SMALL_WINDOW) as client:
        client.knock()
        visitor = running.visitor()
        pings = frame(PING, b"x" * 125) * 500
        for _ in range(200):
            client.send(pings)
        client.send(frame(TEXT, b"!sizes 10"))
        assert [visitor.next(), visitor.next()] == ["opened", b"!sizes 10"]
        assert visitor.connection.buffered <= picows_socket.MAX_PONGS + 1000


def test_silence_is_asked_and_then_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(picows_socket.OPTIONS, "auto_ping_idle_timeout", 0.2)
    monkeypatch.setitem(picows_socket.OPTIONS, "auto_ping_reply_timeout", 0.2)
    with house("picows") as running, RawClient(running.port) as client:
        client.knock()
        visitor = running.visitor()
        assert client.frame()[0] == PING
        client.send(frame(PONG))
        assert client.frame()[0] == PING
        assert client.frame()[0] == CLOSE
        assert visitor.after_opening() == []


def test_another_picows_is_refused_clearly():
    with pytest.raises(ImportError, match=r"picows 2\.3\.1.* this is 2\.4\.0"):
        check_picows("2.4.0")


def test_headers_that_come_twice_are_joined():
    pairs = [("Cookie", "a=1"), ("X-A", "1"), ("cookie", "b=2"), ("x-a", "2")]
    assert headers_of(pairs) == {"cookie": "a=1; b=2", "x-a": "1, 2"}
    assert PatientHttp.__mro__[1].__name__ == "HttpToolsProtocol"
