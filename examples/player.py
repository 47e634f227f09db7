"""Sits down at a table and plays at random: player.py http://127.0.0.1:8765 ABC-DEFG Robot."""

import json
import random
import sys
import time
from urllib.request import Request, urlopen

from websockets.sync.client import connect

server, code, name = sys.argv[1:4]
wish = json.dumps({"name": name}).encode()
join = Request(f"{server}/api/tables/{code}/join", wish, {"Content-Type": "application/json"})
mine = json.load(urlopen(join))
with connect(f"ws{server.removeprefix('http')}/ws/{code}") as table:
    table.send(json.dumps({"t": "hello", "protocol": 1, "token": mine["token"]}))
    seen, pinged = {"room": {"phase": "lobby"}}, time.monotonic()
    while seen["room"]["phase"] != "over":
        if time.monotonic() > pinged + 10:
            table.send('{"t": "ping", "n": 0}')
            pinged = time.monotonic()
        try:
            message = json.loads(table.recv(timeout=10))
        except TimeoutError:
            continue
        seen |= message
        if seen.get("actor") == mine["seat"] and message.get("legal"):
            move = {"id": f"move-{message['v']}", "action": random.choice(message["legal"])}
            table.send(json.dumps({"t": "act", "seat": mine["seat"], "v": message["v"], **move}))
print(seen["room"]["result"])
