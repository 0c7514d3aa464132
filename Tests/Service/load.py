#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads `layerlua serve` with good requests among attacks, and checks that no good one suffers.

    Tests/Service/load.py --seconds 60          after a change of the service
    Tests/Service/load.py --minutes 30          before a release

It starts the service on the scripts beside it, on this machine alone, and ends all that it started. By number about
60 % of the requests are good ones of ten clients, 10 % large pictures, 5 % films, and 5 % each come from endless
scripts, scripts that eat memory, that try to crash, that try files and sockets, from clients that go away, and 5 % are
wrong addresses. All the time 20 clients read slowly and 10 send their header byte by byte. Meanwhile: floods of twice
the queue, scripts saved and loaded, workers killed, the service killed once, thousands of idle connections, and a full
disk.

It prints what it measured and each condition, and its exit code is 1 if one does not hold. The same --seed asks the
same. A machine that others use makes times longer, for good requests alone and under load.

The condition on the 99th percentile is about the lane for quick pictures. Under load the good ones have one of the two
workers, beside quick requests of the attackers, and processes that share the processors; ten times the median alone is
about five turns of all clients. It fails together with that on /health where other programs leave the service itself no
processor while thousands of connections are opened. It cannot hold for a run in which slow jobs of more than a few new
kinds come, since the first of each kind is not known to be slow: it holds up all good clients once, for the time limit.
"""

import argparse
import asyncio
import base64
import contextlib
import functools
import hashlib
import hmac
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections import Counter
from pathlib import Path

import support

SCRIPTS = Path(__file__).resolve().parent / "scripts"
SHARES = {"good": 60, "large": 10, "film": 5, "loop": 5, "memory": 5, "crash": 5, "reach": 5, "leaver": 5, "wrong": 5}
TITLES = [
    "Hello", "A title of a usual length for a card", "Grüße aus 東京 🎉", "Fünf Boxkämpfer jagen Viktor quer über Sylt",
    "100 % of it & <more>", "The quick brown fox jumps over the lazy dog, again and again, until the line is full",
    "مرحبا بالعالم", "Привет", "x" * 120, "One", "Two words", "and the last one",
]
CACHE = 24 << 20
SECRET = "Vertraulich"  # stands in some values, and must not stand in the log
RESULT = re.compile(r"^[0-9a-f]{2}/[0-9a-f]{64}$")


class Closed(Exception):
    """A connection that ended before an answer, or an answer that ended before its end."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def problem(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return {}


class Connection:
    """A connection of HTTP/1.1 that is kept."""

    def __init__(self, port, source="127.0.0.1", buffer=None):
        self.port, self.source, self.buffer = port, source, buffer
        self.reader = self.writer = None
        self.asked = 0

    async def open(self):
        stream = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        stream.setblocking(False)
        if self.buffer:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        try:
            stream.bind((self.source, 0))
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(stream, ("127.0.0.1", self.port)), 10)
            limit = 1 << 16 if not self.buffer else self.buffer
            self.reader, self.writer = await asyncio.open_connection(sock=stream, limit=limit)
        except (OSError, asyncio.TimeoutError) as fault:
            stream.close()
            raise Closed(f"cannot connect: {fault}") from None

    def close(self):
        if self.writer:
            self.writer.transport.abort()
        self.reader = self.writer = None
        self.asked = 0

    async def ask(self, target, method="GET", headers=(), body=b"", seconds=30, pace=None):
        """Asks and returns the answer. Raises Closed, and asyncio.TimeoutError after `seconds`."""
        is_kept = self.asked > 0
        try:
            return await asyncio.wait_for(self.exchange(target, method, headers, body, pace), seconds)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
            self.close()
            # A kept connection may be closed just when it is used again; every client asks once more then.
            if is_kept and getattr(fault, "partial", b"") == b"":
                return await self.ask(target, method, headers, body, seconds, pace)
            raise Closed(str(fault) or type(fault).__name__) from None
        except (Closed, asyncio.TimeoutError, asyncio.CancelledError):
            self.close()
            raise

    async def exchange(self, target, method, headers, body, pace):
        if self.writer is None:
            await self.open()
        self.asked += 1
        lines = [f"{method} {target} HTTP/1.1", "Host: localhost", *headers]
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ")[1])
        found = {}
        for line in head[1:]:
            if line:
                name, _, value = line.partition(":")
                found[name.lower()] = value.strip()
        data = b""
        if method != "HEAD" and status not in (204, 304):
            if found.get("transfer-encoding") == "chunked":
                pieces = []
                while True:
                    size = int((await self.reader.readline()).split(b";")[0] or b"z", 16)
                    piece = await self.reader.readexactly(size + 2)
                    if size == 0:
                        break
                    pieces.append(piece[:-2])
                data = b"".join(pieces)
            elif pace:
                left, pieces = int(found["content-length"]), []
                while left:
                    piece = await self.reader.read(min(left, pace // 10))
                    if not piece:
                        raise Closed("the answer ended early")
                    left -= len(piece)
                    pieces.append(piece)
                    await asyncio.sleep(0.1)
                data = b"".join(pieces)
            else:
                data = await self.reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, found, data)


class Keys:
    """A key for each kind of client; signs addresses."""

    def __init__(self, names, chance):
        self.keys = {name: chance.randbytes(32) for name in names}

    def text(self):
        return "".join(f"{name}:{key.hex()}\n" for name, key in self.keys.items())

    def sign(self, name, path, parameters=None):
        quote = urllib.parse.quote
        pairs = sorted((word.encode(), str(value).encode()) for word, value in (parameters or {}).items())
        query = "&".join(f"{quote(word, safe='')}={quote(value, safe='')}" for word, value in pairs)
        code = hmac.new(self.keys[name], f"layerlua1\n{path}\n{query}".encode(), hashlib.sha256).digest()
        code = base64.urlsafe_b64encode(code).decode().rstrip("=")
        return f"{path}?{query}{'&' if query else ''}_sig={name}.{code}"


# Processes


def processes():
    """All processes: id to (parent, state, processor time in ticks, name)."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{entry}/stat").read_text()
                name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
                found[int(entry)] = int(rest[1]), rest[0], int(rest[11]) + int(rest[12]), name
    return found


def below(root):
    """The processes that a process started, and theirs."""
    every, found, more = processes(), {}, [root]
    while more:
        parents = set(more)
        more = [id for id, (parent, *_) in every.items() if parent in parents and id not in found]
        found.update({id: every[id] for id in more})
    return found


def private_memory(ids):
    """The memory that belongs to these processes alone, in bytes."""
    total = 0
    for id in ids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{id}/smaps_rollup").read_text().splitlines():
                if line.startswith("Private_"):
                    total += int(line.split()[1]) << 10
    return total


def size_of(folder):
    """The size of all files below a folder, in bytes."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(path, name)).st_size
    return total


def ticks(id):
    every = processes()
    return sum(every[one][2] for one in [id, *below(id)] if one in every)


class Service:
    """The service under a supervisor, which starts it again when it ends."""

    def __init__(self, words, environment, folder, port, metrics):
        self.words, self.environment, self.folder = words, environment, folder
        self.port, self.metrics_port = port, metrics
        self.process, self.log = None, open(folder / "log", "ab")
        self.ends, self.windows, self.is_stopping, self.starts = [], [], False, []

    async def start(self):
        began = time.monotonic()
        self.process = subprocess.Popen(self.words, env=self.environment, cwd=self.folder / "cwd", stderr=self.log,
                                        stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        while True:
            if self.process.poll() is not None:
                code = self.process.returncode
                raise SystemExit(f"load.py: the service ended with {code} at its start:\n{self.tail()}")
            if time.monotonic() - began > 60:
                raise SystemExit(f"load.py: the service was not ready in 60 s:\n{self.tail()}")
            with contextlib.suppress(Closed, asyncio.TimeoutError):
                connection = Connection(self.port)
                answer = await connection.ask("/ready", seconds=2)
                connection.close()
                if answer.status == 200:
                    break
            await asyncio.sleep(0.02)
        self.starts.append(time.monotonic() - began)

    def tail(self):
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    async def supervise(self):
        while True:
            await asyncio.sleep(0.02)
            if self.process.poll() is not None and not self.is_stopping:
                self.ends.append(self.process.returncode)
                await self.start()
                if self.windows:
                    self.windows[-1] = self.windows[-1][0], time.monotonic() + 1

    def kill(self):
        self.windows.append((time.monotonic(), float("inf")))
        self.process.kill()

    def excuses(self, begin, end):
        """True if a request falls into the time of the service's kill and start."""
        return any(begin < last and end > first for first, last in self.windows)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    async def metrics(self):
        """The metrics: name with labels to value."""
        connection = Connection(self.metrics_port)
        try:
            text = (await connection.ask("/metrics", seconds=5)).body.decode()
        finally:
            connection.close()
        found = {}
        for line in text.splitlines():
            if line and not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                found[name] = float(value)
        return found


class Load:
    def __init__(self, options, service, keys, chance):
        self.options, self.service, self.keys, self.chance = options, service, keys, chance
        self.references, self.done = {}, Counter()
        self.latencies, self.alone, self.health = [], [], []
        self.statuses, self.faults = {}, Counter()
        self.lost = self.wrong = self.retries = self.excused = 0
        self.is_over = False
        self.holding = False  # while thousands of connections are held, new ones may be refused
        self.deck, self.slowest, self.started, self.events = [], [], 0.0, []
        self.holds, self.cache, self.cache_size, self.killed = [], None, 0, float("-inf")
        self.closed_in_time = self.loris = self.slow = self.held = self.kills = 0

    # Good requests

    def note(self, kind, status):
        self.statuses.setdefault(kind, Counter())[status] += 1

    def fault(self, text):
        if text in self.faults or len(self.faults) < 200:
            self.faults[text] += 1

    def fresh(self):
        return self.chance.randrange(1, 2_000_000_000)

    def good_jobs(self):
        """All good pictures: a name, path and parameters without n."""
        for index, title in enumerate(TITLES):
            for kind in ("jpg", "png", "webp"):
                yield f"og{index}.{kind}", f"/og.{kind}", {"title": title}
        for seed in range(1, 9):
            for kind in ("jpg", "png"):
                yield f"chart{seed}.{kind}", f"/chart.{kind}", {"seed": seed}
        yield "large.jpg", "/og.jpg", {"title": TITLES[0], "_scale": 3}
        for color in ("tomato", "teal"):
            yield f"film.{color}.gif", "/film.gif", {"color": color, "_fps": 20, "_duration": 1}
            yield f"film.{color}.apng", "/film.apng", {"color": color, "_fps": 20, "_duration": 1}

    async def learn(self):
        """Draws each good picture twice, alone, and keeps its digest."""
        connection = Connection(self.service.port)
        self.jobs = {name: (path, words) for name, path, words in self.good_jobs()}
        for turn in range(2):
            for name, (path, words) in self.jobs.items():
                answer = await connection.ask(self.keys.sign("c0", path, {**words, "n": self.fresh()}), seconds=60)
                if answer.status != 200:
                    said = f"{path} {words}: {answer.status} {answer.body[:300]!r}"
                    raise SystemExit(f"load.py: {said}\n{self.service.tail()}")
                digest = hashlib.sha256(answer.body).digest()
                if self.references.setdefault(name, digest) != digest:
                    self.fault(f"{name} differs from its first drawing")
        connection.close()
        by_kind = {}
        for name in self.jobs:
            by_kind.setdefault(name.rpartition(".")[2], []).append(name)
        self.by_kind = by_kind

    async def fetch(self, client, connection, name, words, latencies=None, seconds=60):
        """A good request: asked until it is answered. Notes wrong and lost ones."""
        path, own = self.jobs[name]
        target = self.keys.sign(client, path, {**own, **words})
        begin = time.monotonic()
        while True:
            try:
                answer = await connection.ask(target, seconds=seconds)
            except (Closed, asyncio.TimeoutError) as fault:
                answer, said = None, repr(fault)
            now = time.monotonic()
            excused = self.service.excuses(begin, now)
            if answer and answer.status == 200:
                if hashlib.sha256(answer.body).digest() != self.references[name]:
                    self.wrong += 1
                    self.fault(f"{name}: wrong bytes: {len(answer.body)} of them")
                if latencies is not None:
                    if excused:
                        self.excused += 1
                    else:
                        latencies.append(now - begin)
                        self.slowest = sorted([*self.slowest, (now - begin, begin - self.started, name)])[-10:]
                return True
            if excused or self.holding and answer is None:
                await asyncio.sleep(0.02)
            elif answer and answer.status in (429, 503) and now - begin < seconds:
                self.retries += 1
                self.note("good", answer.status)
                self.fault(f"{name}: {answer.status} {answer.problem().get('detail')}")
                await asyncio.sleep(min(int(answer.headers.get("retry-after", 1)), 2))
            else:
                self.lost += 1
                self.fault(f"{name}: lost: {said if answer is None else (answer.status, answer.body[:200])}")
                return False

    def choice(self):
        """A good request as the mix has them: 30 % that were drawn before, 10 % PNG, 5 % WebP."""
        part = self.chance.random()
        kind = "png" if part < 0.1 else "webp" if part < 0.15 else "jpg"
        name = self.chance.choice([one for one in self.by_kind[kind] if one != "large.jpg"])
        return name, {} if self.chance.random() < 0.3 else {"n": self.fresh()}

    async def good(self, number, latencies, until):
        connection = Connection(self.service.port, f"127.0.1.{number + 1}")
        while not until():
            await self.fetch(f"c{number}", connection, *self.choice(), latencies)
            self.done["good"] += 1
        connection.close()

    # Others

    def is_due(self, kind):
        """True if a kind is behind its share of all requests."""
        return self.done[kind] * 100 < SHARES[kind] * max(sum(self.done.values()), 1)

    async def share(self, kind, number, work):
        """Does one kind of request as often as its share says."""
        # One address for the two connections of a kind: they are one client.
        connection = Connection(self.service.port, f"127.0.2.{(number + 1) // 2}")
        while not self.is_over:
            if not self.is_due(kind):
                await asyncio.sleep(0.005)
                continue
            self.done[kind] += 1
            begin = time.monotonic()
            try:
                await work(connection)
            except (Closed, asyncio.TimeoutError) as fault:
                if not self.holding and not self.service.excuses(begin, time.monotonic()):
                    self.note(kind, "closed")
                    self.fault(f"{kind}: {fault!r}")
                await asyncio.sleep(0.02)
        connection.close()

    async def expect(self, kind, connection, target, statuses, limit=None, is_http=True, **more):
        """Asks, and notes an answer of another status than the attack gets, or without the limit's name. A request that
        is not even HTTP is refused too."""
        begin = time.monotonic()
        answer = await connection.ask(target, **more)
        self.note(kind, answer.status)
        if answer.status in statuses:
            told = answer.problem()
            if not is_http:
                return answer
            if answer.status >= 400 and answer.headers.get("content-type") != "application/problem+json":
                self.fault(f"{kind}: {answer.status} is no problem+json")
            if answer.status != 404 and answer.status >= 400 and answer.headers.get("cache-control") != "no-store":
                self.fault(f"{kind}: {answer.status} may be kept: {answer.headers.get('cache-control')}")
            if limit and answer.status in (413, 504) and told.get("limit") not in limit:
                self.fault(f"{kind}: {target[:60]}: limit {told.get('limit')}, not {limit}: {told.get('detail')}")
        elif answer.status in (429, 503) and 1 <= int(answer.headers.get("retry-after", 0)) <= 60:
            pass  # its own queue is full
        elif answer.status == 500 and ":posted" in kind and self.killed > begin:
            pass  # its process was killed by hand, and a stranger's is not tried again
        elif not self.service.excuses(begin, time.monotonic()):
            self.note(kind, "unexpected")
            said = answer.problem().get("detail") or repr(answer.body[:100])
            place = re.sub(r"_sig=.*|\bn=\d+&?", "", target)[:60]
            self.fault(f"{kind}: {place}: {answer.status} instead of {statuses}: {said}")
        return answer

    def attack(self, kind, ways, statuses, limit=None):
        """A script of the folder that misbehaves by a parameter, and every second time a stranger's that does."""
        text = (SCRIPTS / "hostile.lua").read_text()

        async def work(connection):
            way = self.chance.choice(ways)
            if self.done[kind] % 2:
                target = self.keys.sign(kind, "/hostile.png", {"way": way, "n": self.fresh()})
                return await self.expect(f"{kind}:{way}", connection, target, statuses[0], limit)
            body = text.replace('"none", ', f'"{way}", "none", ', 1).encode()
            target = self.keys.sign(kind, "/render.png")
            return await self.expect(f"{kind}:{way}:posted", connection, target, statuses[1], limit, method="POST",
                                     headers=["Content-Type: text/x-lua"], body=body)
        return work

    async def leave(self, connection):
        """Asks for a picture that takes long, and goes."""
        target = self.keys.sign("leaver", "/hostile.png", {"way": "loop", "n": self.fresh()})
        await connection.open()
        connection.writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await asyncio.sleep(self.chance.uniform(0, 0.2))
        connection.close()
        self.note("leaver", "left")

    def wrong_requests(self):
        """Addresses that are refused without a worker, with the status."""
        sign = self.keys.sign
        good = sign("wrong", "/og.png", {"title": SECRET})
        key = self.keys.keys["wrong"].hex()
        # Words of the service and parameters that are refused, then addresses that are.
        values = [
            ("/og.png", "titel", "Hello"), ("/og.png", "n", "5.5"), ("/og.png", "n", "nan"), ("/og.png", "n", "-1"),
            ("/og.png", "n", "1e400"), ("/og.png", "accent", "dusk"), ("/og.png", "title", "x" * 201),
            ("/og.png", "_scale", "2.5"), ("/og.png", "_scale", "1000"), ("/og.png", "_w", "641"),
            ("/og.png", "_q", "0.5"), ("/og.png", "_t", "-1"), ("/og.png", "_other", "1"),
            ("/film.gif", "_fps", "1000"), ("/film.gif", "_duration", "999"), ("/chart.png", "dark", "perhaps"),
            ("/hostile.png", "way", "out"),
        ]
        return [(sign("wrong", path, {name: value}), {400}) for path, name, value in values] + [
            ("/og.png?title=Hello", {403}), (good.replace(SECRET, SECRET + "x"), {403}), (good[:-1], {403}),
            (good.replace("_sig=wrong.", "_sig=nobody."), {403}), (good.replace("_sig=wrong.", "_sig=c0."), {403}),
            (f"/og.png?title=Hello&_sig=wrong.{key[:43]}", {403}), ("/og.png?_sig=", {403}), ("/og.png?_sig=.", {403}),
            (sign("wrong", "/og.png", {"title": "Hello", "_exp": 1_000_000_000}), {410}),
            ("/og.png?title=%00", {400}), ("/og.png?title=%ff", {400}), ("/og.png?title=%", {400}),
            ("/og.png?title=a&title=b", {400}), ("/og.png?" + "&".join(f"a{n}=1" for n in range(99)), {400}),
            ("/../../etc/passwd", {400, 404}), ("/%2e%2e/%2e%2e/etc/passwd", {400, 404}), ("/..%2fog.png", {400, 404}),
            ("/og.png/..", {400, 404}), ("//og.png", {400, 404}), ("/og.lua", {401, 404}), ("/og.exe", {401, 404}),
            ("/hostile.lua.png", {403, 404}), ("/none.png", {403, 404}), ("/metrics", {404}),
            (sign("wrong", "/none.png"), {404}), ("/og.png?" + "x" * 5000, {400, 414}),
        ]

    async def refuse(self, connection):
        """A wrong address, or a wrong request; each once before any comes again."""
        if not self.deck:
            self.deck = [*range(-10, len(self.wrong_requests()))]
            self.chance.shuffle(self.deck)
        number = self.deck.pop()
        if number >= 0:
            target, statuses = self.wrong_requests()[number]
            return await self.expect("wrong", connection, target, statuses)
        good = self.keys.sign("wrong", "/og.png", {"title": "Hello"})
        post = self.keys.sign("wrong", "/render.png")
        lua = ["Content-Type: text/x-lua"]
        # Statuses, the request, and whether it is too large to be read to its end: then the connection may end first.
        statuses, target, is_large, more = [
            ({405, 403}, good, False, {"method": "DELETE"}),
            ({405, 403}, good, False, {"method": "PUT", "body": b"x"}),
            ({400, 431}, good, True, {"headers": [f"X-Much: {'y' * 40_000}"], "is_http": False}),
            ({400, 431}, good, True, {"headers": [f"X-{n}: 1" for n in range(2000)], "is_http": False}),
            ({400}, good, False, {"headers": ["Content-Length: 5", "Transfer-Encoding: chunked"], "is_http": False}),
            ({400, 413}, good, False, {"headers": ["Content-Length: 5"]}),
            ({415}, post, False, {"method": "POST", "body": b"x", "headers": ["Content-Type: image/png"]}),
            ({401, 403}, "/render.png", False, {"method": "POST", "body": b"x", "headers": lua}),
            ({413}, post, True, {"method": "POST", "body": b"-" * (20 << 20), "headers": lua}),
            ({422}, post, False, {"method": "POST", "body": b"return nil + 1", "headers": lua}),
        ][number]
        connection.close()
        try:
            await self.expect("wrong", connection, target, statuses, seconds=8, **more)
        except Closed:
            if not is_large:
                raise
            self.note("wrong", "closed while sending")
        finally:
            connection.close()

    async def read_slowly(self, number):
        """A client with a slow line: 40 KB a second."""
        connection = Connection(self.service.port, "127.0.3.1", buffer=8192)
        while not self.is_over:
            path, words = self.jobs["og5.png"]
            begin = time.monotonic()
            try:
                answer = await connection.ask(self.keys.sign("slow", path, words), seconds=90, pace=40_000)
                self.slow += 1
                if answer.status == 200 and hashlib.sha256(answer.body).digest() != self.references["og5.png"]:
                    self.wrong += 1
                    self.fault("a slow client got wrong bytes")
                elif answer.status not in (200, 429, 503):
                    self.fault(f"a slow client got {answer.status}")
            except (Closed, asyncio.TimeoutError) as fault:
                if not (self.is_over or self.holding or self.service.excuses(begin, time.monotonic())):
                    self.fault(f"a slow client was cut: {fault!r}")
            await asyncio.sleep(0.1)
            connection.close()

    async def send_slowly(self, number):
        """A header that never ends. The service closes the connection after 5 s."""
        while not self.is_over:
            connection = Connection(self.service.port, f"127.0.4.{number + 1}")
            begin = time.monotonic()
            try:
                await connection.open()
                connection.writer.write(b"GET /og.png HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                while not self.is_over:
                    connection.writer.write(b"y")
                    try:
                        if not await asyncio.wait_for(connection.reader.read(4096), 0.3):
                            break
                    except asyncio.TimeoutError:
                        if time.monotonic() - begin > 15:
                            break
            except (OSError, Closed):
                pass
            connection.close()
            seconds = time.monotonic() - begin
            if not (self.is_over or self.holding or self.service.excuses(begin, time.monotonic())):
                self.loris += 1
                self.closed_in_time += seconds <= 8
            await asyncio.sleep(0.2)

    # Events

    async def flood(self):
        """Twice as many requests at once as the queue holds."""
        async def one(number):
            # Two clients, each of which may take a quarter of the queue.
            connection = Connection(self.service.port, f"127.0.6.{number % 2 + 1}")
            begin = time.monotonic()
            try:
                target = self.keys.sign("flood", "/og.jpg", {"n": self.fresh()})
                await self.expect("flood", connection, target, {200, 429, 503})
            except (Closed, asyncio.TimeoutError) as fault:
                if not self.service.excuses(begin, time.monotonic()):
                    self.fault(f"flood: {fault!r}")
            connection.close()
        await asyncio.gather(*(one(number) for number in range(2 * self.options.queue)))

    async def deploy(self):
        """Saves a script, whose picture stays the same, and asks the service to load it."""
        file = self.service.folder / "scripts/chart.lua"
        file.write_text((SCRIPTS / "chart.lua").read_text() + f"\n-- {self.fresh()}\n")
        self.service.process.send_signal(signal.SIGHUP)

    async def kill_worker(self):
        children = [id for id, (parent, _, _, name) in below(self.service.process.pid).items()
                    if parent == self.service.process.pid and name.startswith("layerlua")]
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.chance.choice(children), signal.SIGKILL)
            self.kills += 1
            self.killed = time.monotonic()

    async def kill_service(self):
        old = list(below(self.service.process.pid))
        self.service.kill()
        await asyncio.sleep(1 + self.options.time_limit + 2.5)
        left = [id for id in old if id in processes() and processes()[id][1] != "Z"]
        if left:
            self.fault(f"{len(left)} workers outlived the service's kill")

    async def hold(self, count, seconds):
        """Thousands of connections that say nothing, held by a process of their own."""
        self.holding, begin = True, time.monotonic()
        words = [sys.executable, __file__, "--hold", f"{self.service.port},{count},{seconds}"]
        holder = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
        try:
            self.held = int((await holder.communicate())[0])
        finally:
            with contextlib.suppress(ProcessLookupError):
                holder.kill()
        await asyncio.sleep(1)
        self.holding = False
        self.holds.append((begin, time.monotonic()))

    def was_holding(self, begin, end):
        """True if a request falls into a time in which thousands of connections were held."""
        return self.holding or any(begin < last and end > first for first, last in self.holds)

    async def fill_disk(self, seconds):
        """Fills the disk on which the cache is, if that is one of its own."""
        if not self.options.disk:
            return
        ballast = self.options.disk / "ballast"
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while file.write(bytes(1 << 16)):
                pass
        await asyncio.sleep(seconds)
        ballast.unlink(missing_ok=True)

    async def every(self, seconds, work):
        while not self.is_over:
            await asyncio.sleep(seconds)
            await self.event(work)

    async def after(self, seconds, work):
        await asyncio.sleep(seconds)
        await self.event(work)

    async def event(self, work):
        begin = time.monotonic()
        await work()
        name = getattr(work, "func", work).__name__
        self.events.append((begin - self.started, name))

    # Phases

    async def measure_alone(self, seconds):
        end = time.monotonic() + seconds
        await asyncio.gather(*(self.good(number, self.alone, lambda: time.monotonic() > end) for number in range(10)))
        self.done.clear()

    async def run(self, seconds):
        is_short = seconds < 600
        self.slowest, self.started = [], time.monotonic()
        crowd = (2000, 3) if is_short else (10_000, 30)
        service = self.service
        kinds = {
            "large": lambda connection: self.fetch("large", connection, "large.jpg", {"n": self.fresh()}),
            "film": lambda connection: self.fetch(
                "film", connection, self.chance.choice([name for name in self.jobs if name.startswith("film")]),
                {"n": self.fresh()}),
            "loop": self.attack("loop", ["loop", "pattern"], ({504}, {504}), {"time"}),
            "memory": self.attack("memory", ["memory", "layers", "print", "huge"], ({413, 504}, {413, 504}),
                                  {"time", "memory", "layers", "printed", "pixels", "side"}),
            "crash": self.attack("crash", ["recursion", "bytecode", "format", "error", "metatable"],
                                 ({500, 504}, {422, 504})),
            "reach": self.attack("reach", ["passwd", "proc", "http", "file", "popen"], ({500}, {422})),
            "leaver": self.leave, "wrong": self.refuse,
        }
        tasks = [self.good(number, self.latencies, lambda: self.is_over) for number in range(10)]
        pairs = [pair for pair in kinds.items() for _ in range(2)]
        tasks += [self.share(kind, n + 1, work) for n, (kind, work) in enumerate(pairs)]
        tasks += [self.read_slowly(n) for n in range(20)] + [self.send_slowly(n) for n in range(10)]
        tasks += [self.memory_samples(seconds)]
        health = Health(service.port)
        tasks = [asyncio.ensure_future(task) for task in tasks]
        events = [
            self.every(15 if is_short else 60, self.flood),
            self.every(20 if is_short else 300, self.deploy),
            self.every(10 if is_short else 120, self.kill_worker),
            self.after(seconds * 0.05, self.kill_service),
            # Twice, so that memory which connections once took is in both samples.
            self.after(seconds * 0.12, functools.partial(self.hold, *crowd)),
            self.after(seconds * 0.6, functools.partial(self.hold, *crowd)),
            self.after(seconds * 0.3, functools.partial(self.fill_disk, 10 if is_short else 90)),
        ]
        events = [asyncio.ensure_future(event) for event in events]
        supervisor = asyncio.ensure_future(service.supervise())
        await asyncio.sleep(seconds)
        self.is_over = True
        for begin, end, status in health.end():
            if not (self.service.excuses(begin, end) or status == 0 and self.was_holding(begin, end)):
                self.health.append(end - begin)
                if end - begin > 0.5:
                    self.fault(f"/health took {end - begin:.2f} s, {begin - self.started:.1f} s after the start")
                if status != 200:
                    self.fault(f"/health answered {status or 'nothing'}")
        for event in events:
            event.cancel()
        done, late = await asyncio.wait(tasks, timeout=60)
        for task in late:
            self.fault(f"a client did not end: {task}")
            task.cancel()
        for task in [*done, *events, *([supervisor] if supervisor.done() else [])]:
            with contextlib.suppress(asyncio.CancelledError):
                if task.done() and task.exception():
                    raise task.exception()
        self.holding = False
        service.is_stopping = True
        supervisor.cancel()

    async def memory_samples(self, seconds):
        """Private memory of the service, and of it with its workers, in two times: around minute 5, or before the
        middle, and at the end."""
        self.memory = [[], []], [[], []]
        begin = time.monotonic()
        while not self.is_over:
            await asyncio.sleep(0.5)
            self.cache_size = max(self.cache_size, size_of(self.cache))
            at = time.monotonic() - begin
            first = (240, 360) if seconds >= 600 else (0.3 * seconds, 0.55 * seconds)
            last = (seconds - 120, seconds) if seconds >= 600 else (0.75 * seconds, seconds)
            for side, (start, end) in enumerate((first, last)):
                if start <= at < end:
                    with contextlib.suppress(OSError):
                        pid = self.service.process.pid
                        own = private_memory([pid])
                        self.memory[0][side].append(own)
                        self.memory[1][side].append(own + private_memory(below(pid)))


def hold(port, count, seconds):
    """Opens connections from 127.1.*.* and holds them; prints how many were opened."""
    held = []
    for number in range(count):
        stream = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        stream.settimeout(5)
        try:
            stream.bind((f"127.1.{number // 50 % 250 + 1}.{number % 50 + 1}", 0))
            stream.connect(("127.0.0.1", port))
            held.append(stream)
        except OSError:
            stream.close()
    print(len(held), flush=True)
    time.sleep(seconds)


class Health:
    """Asks /health four times a second, in a process of its own: whatever the load's clients do, it is not late."""

    def __init__(self, port):
        words = [sys.executable, __file__, "--health", str(port)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self):
        """All answers: begin and end by the clock, and the status, 0 for none."""
        told, _ = self.process.communicate("", 30)
        return [(float(begin), float(end), int(status)) for begin, end, status in map(str.split, told.splitlines())]


def ask_health(port):
    import http.client
    import select
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=("127.0.5.1", 0))
    while not select.select([sys.stdin], [], [], 0.25)[0]:
        begin, status = time.monotonic(), 0
        for _ in range(2):
            try:
                connection.request("GET", "/health")
                answer = connection.getresponse()
                answer.read()
                status = answer.status
                break
            except (OSError, http.client.HTTPException):
                connection.close()  # a kept one may have been closed
        print(begin, time.monotonic(), status)


def quantile(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else float("nan")


class Report:
    def __init__(self):
        self.rows, self.bad = [], 0

    def check(self, name, holds, told):
        self.rows.append((name, holds, told))
        self.bad += not holds
        print(f"{'ok   ' if holds else 'FAIL '} {name}: {told}", flush=True)


async def test(options, folder, report):
    chance = random.Random(options.seed)
    names = [f"c{n}" for n in range(10)] + [name for name in SHARES if name != "good"] + ["slow", "flood"]
    keys = Keys(names, chance)
    (folder / "keys").write_text(keys.text())
    (folder / "keys").chmod(0o600)
    for name in ("cwd", "tmp"):
        (folder / name).mkdir()
    shutil.copytree(SCRIPTS, folder / "scripts")
    cache = (options.disk or folder) / "cache"
    seconds = options.minutes * 60 if options.minutes else options.seconds
    port, metrics = support.port(), support.port()
    words = [*support.server(), str(folder / "scripts"), "--listen", f"127.0.0.1:{port}",
             "--metrics-listen", f"127.0.0.1:{metrics}", "--keys", str(folder / "keys"), "--cache", str(cache),
             "--cache-size", str(CACHE), "--cache-memory", str(8 << 20), "--workers", str(options.workers),
             "--queue", str(options.queue), "--time-limit", str(options.time_limit), "--film-time-limit", "10",
             "--memory-limit", str(128 << 20), "--drain-delay", "1", "--stop-timeout", "20", "--allow-scripts"]
    environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
    service = Service(words, environment, folder, port, metrics)
    load = Load(options, service, keys, chance)
    load.cache = cache
    began = time.time()
    try:
        await service.start()
        await load.learn()
        await asyncio.sleep(0.5)
        descriptors = service.descriptors()
        await load.measure_alone(min(max(seconds / 8, 5), 60))
        print(f"alone: {len(load.alone)} good requests, median {statistics.median(load.alone) * 1e3:.1f} ms, "
              f"p99 {quantile(load.alone, .99) * 1e3:.1f} ms", flush=True)
        await load.run(seconds)

        await asyncio.sleep(3)
        pid = service.process.pid
        zombies = {id for id, (_, state, _, _) in below(pid).items() if state == "Z"}
        await asyncio.sleep(0.5)
        zombies &= {id for id, (_, state, _, _) in below(pid).items() if state == "Z"}
        figures = await service.metrics()
        after = service.descriptors()
        idle = 5 if seconds < 600 else 20
        before = ticks(pid)
        await asyncio.sleep(idle)
        spent = (ticks(pid) - before) / os.sysconf("SC_CLK_TCK") / idle * 100
        children = set(below(pid))
        stopping = time.monotonic()
        service.process.terminate()
        try:
            code = service.process.wait(40)
        except subprocess.TimeoutExpired:
            code = None
        stopped = time.monotonic() - stopping
    finally:
        service.is_stopping = True
        if service.process and service.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(service.process.pid, signal.SIGKILL)
            service.process.wait()
        service.log.close()

    # Measurements
    median, limit = statistics.median(load.alone), 10 * statistics.median(load.alone)
    good = load.latencies
    total = sum(load.done.values())
    print(f"load: {seconds:.0f} s, {total} requests ({', '.join(f'{kind} {n}' for kind, n in load.done.items())}), "
          f"good: {len(good)} in {seconds / max(len(good), 1) * 1e3:.0f} ms each, median "
          f"{statistics.median(good) * 1e3 if good else 0:.1f} ms, p99 {quantile(good, .99) * 1e3:.1f}, "
          f"p99.9 {quantile(good, .999) * 1e3:.1f}, longest {max(good, default=0) * 1e3:.1f} ms")
    for kind, counts in sorted(load.statuses.items()):
        print(f"  {kind}: {', '.join(f'{status} × {n}' for status, n in counts.most_common())}")
    for text, count in load.faults.most_common(40):
        print(f"  fault: {text}" + (f" (× {count})" if count > 1 else ""))

    slow = ", ".join(f"{took:.1f} s at {at:.1f} ({name})" for took, at, name in reversed(load.slowest))
    print(f"  slowest good ones: {slow}")
    if seconds < 600:
        print("  events: " + ", ".join(f"{name} at {at:.1f}" for at, name in sorted(load.events)))

    # The conditions
    report.check("no good answer is wrong", load.wrong == 0, f"{load.wrong} wrong")
    report.check("no good answer is lost", load.lost == 0,
                 f"{load.lost} lost, {load.excused} during the service's kill")
    report.check("no good client is refused", load.retries <= len(good) / 1000, f"{load.retries} answers of 429 or 503")
    report.check("p99 of good ones is below ten times their median alone", quantile(good, .99) < limit,
                 f"{quantile(good, .99) * 1e3:.1f} ms, limit {limit * 1e3:.1f} (median alone {median * 1e3:.1f})")
    report.check("/health never waits", bool(load.health) and max(load.health) < 1,
                 f"median {quantile(load.health, .5) * 1e3:.1f} ms, longest {max(load.health, default=9) * 1e3:.0f} ms")
    for name, sides in zip(("the service", "the service and its workers"), load.memory):
        first, last = (statistics.median(side) if side else 0 for side in sides)
        most = 1.1 if seconds >= 600 else 1.3
        # A worker that a greedy script left with up to 64 MiB more than it needs is not replaced yet.
        room = 64 * options.workers << 20 if "workers" in name else 0
        report.check(f"private memory of {name} stays, within {most} times", 0 < last <= most * first + room,
                     f"{last / 2**20:.1f} MiB at the end, {first / 2**20:.1f} before")
    report.check("no zombie", not zombies, f"{len(zombies)}")
    report.check("no descriptor is left", after <= descriptors + 5, f"{after}, before {descriptors}")
    report.check("it takes no processor time when idle", spent < 0.5, f"{spent:.2f} %")
    unexpected = {kind: counts for kind, counts in load.statuses.items() if counts["unexpected"] or counts["closed"]}
    report.check("every attack gets its status", not unexpected, ", ".join(unexpected) or "all")
    report.check("slow headers are closed after 5 s", load.loris > 0 and load.closed_in_time == load.loris,
                 f"{load.closed_in_time} of {load.loris}")
    are_served = load.slow > 0 and not any("slow client" in text for text in load.faults)
    report.check("slow readers get their card", are_served, f"{load.slow} cards")

    def counted(name, **labels):
        return sum(value for key, value in figures.items() if key.partition("{")[0] == name
                   and all(f'{label}="{text}"' in key for label, text in labels.items()))
    ends = {reason: counted("layerlua_worker_ends_total", reason=reason) for reason in
            ("time", "cancelled", "signal", "done", "protocol")}
    wanted = {
        "requests": counted("layerlua_requests_total"), "429 or 503": counted("layerlua_rejected_total"),
        "signatures": counted("layerlua_rejected_total", reason="signature"),
        "expired": counted("layerlua_rejected_total", reason="expired"),
        "left": counted("layerlua_requests_total", status="499"), "killed by hand": ends["signal"],
        "strangers": ends["done"],
        "cache": counted("layerlua_cache_requests_total"),
        "draw times": counted("layerlua_draw_duration_seconds_count"),
    }
    report.check("every attack has its counter", all(wanted.values()),
                 ", ".join(f"{name} {value:.0f}" for name, value in wanted.items()))
    report.check("no worker ended by itself", ends["protocol"] == 0 and ends["signal"] <= load.kills,
                 f"{ends['signal']:.0f} by a signal, {load.kills} killed here")
    report.check("the service ended only when it was killed", service.ends in ([], [-9]), f"{service.ends}")
    report.check("it stops within 30 s with exit code 0", code == 0 and stopped <= 30, f"{stopped:.1f} s, code {code}")
    left = children
    for _ in range(50):
        left &= {id for id, (_, state, _, _) in processes().items() if state != "Z"}
        if not left:
            break
        await asyncio.sleep(0.1)
    report.check("no process is left", not left, f"{len(left)}")
    strays = [path for name in ("cwd", "tmp") for path in (folder / name).rglob("*")]
    report.check("no file is left outside of the cache", not strays, f"{[str(path) for path in strays[:5]]}")
    odd = [path.relative_to(cache).as_posix() for path in cache.rglob("*") if path.is_file()
           and not RESULT.match(path.relative_to(cache).as_posix()) and path.name != ".lock"]
    report.check("the cache has no temporary file", not odd, f"{odd[:5]}")
    report.check("the cache keeps to its size", load.cache_size <= CACHE * 1.1,
                 f"at most {load.cache_size / 2**20:.1f} MiB of {CACHE >> 20}")
    lines = (folder / "log").read_text(errors="replace").splitlines()
    unreadable = [line for line in lines if not line.startswith("{") or not line.endswith("}")]
    report.check("the log is JSON", bool(lines) and not unreadable, f"{len(lines)} lines; {unreadable[:2]}")
    leaks = [line for line in lines if SECRET in line]
    report.check("the log has no values", not leaks, f"{leaks[:1]}")
    starts = ", ".join(f"{one * 1e3:.0f}" for one in service.starts)
    print(f"start to ready: {starts} ms; all in {time.time() - began:.0f} s")


@contextlib.contextmanager
def own_disk(folder, megabytes):
    """A file system of its own for the cache, for root; None for others."""
    place = folder / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    is_mounted = (os.geteuid() == 0 and shutil.which("mount") is not None
                  and subprocess.run(words, capture_output=True, check=False).returncode == 0)
    if not is_mounted:
        print("load.py: no full disk is tried, since no file system can be mounted", flush=True)
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def main():
    parser = argparse.ArgumentParser(description="Loads layerlua serve with good requests among attacks.")
    parser.add_argument("--seconds", type=float, default=60, help="the length of the load (default 60)")
    parser.add_argument("--minutes", type=float, help="the same in minutes")
    parser.add_argument("--seed", type=int, default=1, help="of the order of requests (default 1)")
    parser.add_argument("--workers", type=int, default=2, help="of the service (default 2)")
    parser.add_argument("--queue", type=int, default=64, help="of the service (default 64)")
    parser.add_argument("--time-limit", type=float, default=0.5, help="of the service's pictures (default 0.5 s)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keeps the service's log there")
    parser.add_argument("--hold", help=argparse.SUPPRESS)
    parser.add_argument("--health", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 65_536), limit))
    if options.hold:
        return hold(*map(int, map(float, options.hold.split(","))))
    if options.health:
        return ask_health(options.health)
    if not support.server():
        print("load.py: there is no layerlua-serve: build it, or name it by LAYERLUA_SERVE", file=sys.stderr)
        return 2
    report = Report()
    with tempfile.TemporaryDirectory(prefix="layerlua-load-") as name:
        folder = Path(name)
        with own_disk(folder, 32) as disk:
            options.disk = disk
            try:
                asyncio.run(test(options, folder, report))
            finally:
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(folder / "log", options.keep / "service.log")
    print(f"load: {len(report.rows) - report.bad} conditions hold, {report.bad} do not")
    return 1 if report.bad or not report.rows else 0


if __name__ == "__main__":
    sys.exit(main())
