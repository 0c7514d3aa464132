#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws jobs from a queue in Redis, one at a time, into a folder; start one for each processor.

    redis_worker.py /srv/scripts /srv/cards --redis redis://localhost:6379/0

A job is an entry of a stream, sent by redis_submit.py. Its file is named by its content: OUT/ab/abcd….png, where the
64 digits follow from the scripts, the engine with its fonts, and the job's words. So a job that is drawn twice makes
one file, and a file that exists is not drawn again.

Each job is drawn at least once. A worker or machine that disappears leaves its job pending; another worker takes it
over after --claim-after seconds. So does a job that fails with exit code 75 (a full disk) or whose process is killed.
After three deliveries it goes to the dead letters, STREAM:dead. A job that would fail again (exit codes 1 to 5: the
script, its parameters, a limit) goes there at once. Each result is told in STREAM:done.

SIGTERM and Ctrl-C end the worker after its current job. It needs redis (Debian: python3-redis) and a Redis of 6.2 or
later with `appendonly yes` and `maxmemory-policy noeviction`.
"""

import argparse
import hashlib
import json
import os
import random
import secrets
import signal
import socket
import sys
import time

import redis

import presigned_put
from draw_jobs import FORMATS, TEMPORARY, DrawJobs, Ended, Failure, Folder, NotStarted, check, key_of

FILMS = {"gif", "apng", "mp4", "webm"}


class Later(Exception):
    """A job that stays pending, since it may succeed elsewhere or later."""


class Never(Exception):
    """A job that would fail again."""

    def __init__(self, reason, code, **more):
        super().__init__(reason)
        self.told = {"exit": code, **{name: value for name, value in more.items() if value is not None}}


def log(level, text, **more):
    """A line of JSON on standard error. Parameters' values are not in it: titles may be personal data."""
    print(json.dumps({"time": round(time.time(), 3), "level": level, "msg": text, **more}), file=sys.stderr, flush=True)


def digest_of(path):
    """The SHA-256 of a file's bytes."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Worker:
    TOLD = "width", "height", "script_ms", "draw_ms"
    BLAMED = "script", "line", "limit", "parameter"

    def __init__(self, options):
        self.options = options
        self.redis = redis.Redis.from_url(options.redis, decode_responses=True, health_check_interval=30,
                                          socket_connect_timeout=5, socket_timeout=30)
        self.stream, self.group = options.stream, options.group
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self.folder = Folder(options.folder)
        self.process = DrawJobs(
            [options.layerlua], options.folder,
            ["--isolate=require" if options.isolate == "require" else "--isolate", "--threads", "1",
             "--memory-limit", str(options.memory_limit), *options.more],
            limits={"time": options.time_limit, "memory": options.memory_limit, "pixels": options.max_pixels})
        self.drawn_from, self.stopping, self.done, self.cursor = None, False, 0, "0-0"
        self.parts = os.path.join(options.out, ".parts")

    # The queue

    def begin(self):
        """Makes the group and the folders, and removes what workers that were killed left."""
        os.makedirs(self.parts, exist_ok=True)
        try:
            self.redis.xgroup_create(self.stream, self.group, id="0", mkstream=True)
        except redis.ResponseError as fault:
            if "BUSYGROUP" not in str(fault):
                raise
        self.sweep()

    def sweep(self):
        """Removes files of ended workers that no job writes any more, and consumers that left without a word."""
        oldest = time.time() - 2 * self.options.claim_after
        for name in os.listdir(self.parts):
            path = os.path.join(self.parts, name)
            try:
                if os.stat(path).st_mtime < oldest:
                    os.unlink(path)
            except FileNotFoundError:
                pass
        for consumer in self.redis.xinfo_consumers(self.stream, self.group):
            if consumer["pending"] == 0 and consumer["idle"] > 3_600_000:
                self.redis.xgroup_delconsumer(self.stream, self.group, consumer["name"])

    def next(self):
        """An entry with its fields and how often it was delivered; None if there is none now."""
        claimed = self.redis.execute_command(
            "XAUTOCLAIM", self.stream, self.group, self.name, int(self.options.claim_after * 1000), self.cursor,
            "COUNT", 1)
        self.cursor = claimed[0]
        for entry in claimed[1]:
            if entry is None or entry[1] is None:
                continue  # before Redis 7: an entry that is gone
            fields = dict(zip(entry[1][::2], entry[1][1::2])) if isinstance(entry[1], list) else entry[1]
            pending = self.redis.xpending_range(self.stream, self.group, entry[0], entry[0], 1)
            return entry[0], fields, pending[0]["times_delivered"] if pending else 1
        # Not longer than this, so that pending jobs of workers that disappeared are looked for.
        block = max(100, min(5000, int(self.options.claim_after * 500)))
        for _, entries in self.redis.xreadgroup(self.group, self.name, {self.stream: ">"}, count=1, block=block) or []:
            for id, fields in entries:
                return id, fields, 1
        return None

    def finish(self, id, stream, fields):
        """Ends a job: tells its result and removes it, both or neither."""
        with self.redis.pipeline(transaction=True) as steps:
            steps.xadd(stream, {name: str(value) for name, value in fields.items()},
                       maxlen=self.options.keep, approximate=True)
            steps.xack(self.stream, self.group, id)
            steps.xdel(self.stream, id)
            steps.execute()
        self.done += 1

    def bury(self, id, job, deliveries, reason, **more):
        told = {"id": id, "job": job, "error": reason, "deliveries": deliveries, "worker": self.name, **more}
        self.finish(id, self.stream + ":dead", told)
        log("error", "dead", id=id, error=reason, deliveries=deliveries, **more)

    # A job

    @staticmethod
    def refuse(word):
        raise ValueError(f"{word} is no number of JSON")

    def read(self, text):
        """The words of a job, and the address to put its file to."""
        try:
            if len(text) > 1 << 20:
                raise ValueError(f"a job has at most 1 MiB, not {len(text)} characters")
            job = json.loads(text, parse_constant=self.refuse)
            address = job.pop("put", None) if isinstance(job, dict) else None
            check(job)
        except (ValueError, RecursionError) as fault:
            raise Never(str(fault), 2) from None
        is_allowed = isinstance(address, str) and presigned_put.is_below(address, self.options.allow_put)
        if address is not None and not is_allowed:
            raise Never("put: the worker does not send there; see --allow-put", 2)
        return job, address

    def draw(self, job):
        """Draws a job unless its file exists; returns the file and the words that are told of it."""
        for _ in range(3):
            files = self.folder.digest()
            if files != self.drawn_from:
                self.process.close()  # it may have kept what the files were
                self.drawn_from = files
            kind = job.get("format", "png")
            key = key_of(self.process.start()["engine"], files, job)
            name = f"{key[:2]}/{key}.{kind}"
            path = os.path.join(self.options.out, name)
            if os.path.exists(path):
                return path, {"file": name, "drawn": 0, "bytes": os.path.getsize(path)}
            os.makedirs(os.path.dirname(path), exist_ok=True)
            film = kind in FILMS or job.get("film") is True
            part = os.path.join(self.parts, f"{key[:16]}.{secrets.token_hex(8)}")
            try:
                with open(part, "xb") as file:
                    drawn = self.process.draw(job, file, self.options.film_time_limit if film else None)
                    if self.folder.digest() != files:
                        continue  # a script was saved meanwhile: which one was drawn?
                    file.flush()
                    # On the disk before the job is ended: after a power failure nobody would draw it again.
                    os.fsync(file.fileno())
                    size = os.fstat(file.fileno()).st_size
                os.rename(part, path)  # of two workers with one job both write these bytes
                folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
            finally:
                if os.path.exists(part):
                    os.unlink(part)
            told = {word: drawn.answer[word] for word in self.TOLD if word in drawn.answer}
            return path, {"file": name, "drawn": 1, "bytes": size, **told}
        raise Later("the scripts change all the time")

    def work(self, id, text, deliveries):
        """Draws the job of an entry, and ends it or leaves it pending."""
        if deliveries > self.options.deliveries:
            return self.bury(id, text, deliveries - 1, f"it was delivered {deliveries - 1} times and never ended")
        start = time.monotonic()
        try:
            job, address = self.read(text)
            path, told = self.draw(job)
            if address:
                told["sha256"] = digest_of(path)
                told["put"] = presigned_put.put(address, path, FORMATS[job.get("format", "png")],
                                                self.options.put_time_limit, self.options.private_put)
        except Never as fault:
            return self.bury(id, text, deliveries, str(fault), **fault.told)
        except presigned_put.Refused as fault:
            return self.bury(id, text, deliveries, str(fault), exit=4)
        except ValueError as fault:
            return self.bury(id, text, deliveries, str(fault), exit=2)
        except Failure as fault:
            if fault.exit != TEMPORARY:
                more = {word: fault.answer[word] for word in self.BLAMED if fault.answer.get(word)}
                return self.bury(id, text, deliveries, str(fault), exit=fault.exit, kind=fault.kind, **more)
            reason = str(fault)
        except NotStarted:
            raise  # the job stays pending, and this worker ends
        except Ended as fault:
            if 1 <= fault.status <= 5:
                return self.bury(id, text, deliveries, str(fault), exit=fault.status)
            reason = f"{fault} (status {fault.status})"
        except (Later, presigned_put.Busy, OSError) as fault:
            reason = str(fault)
        else:
            self.finish(id, self.stream + ":done", {"id": id, "worker": self.name, **told})
            return log("info", "done", id=id, ms=round((time.monotonic() - start) * 1000), **told)
        log("warning", "pending", id=id, error=reason, deliveries=deliveries)
        time.sleep(random.uniform(0.1, 0.5))  # a full disk needs time

    # The worker

    def stop(self, *unused):
        self.stopping = True

    def run(self):
        signal.signal(signal.SIGTERM, self.stop)
        signal.signal(signal.SIGINT, self.stop)
        delay, began, swept = 0.0, False, time.monotonic()
        while not self.stopping and not (self.options.jobs and self.done >= self.options.jobs):
            try:
                if not began:
                    self.begin()
                    began = True
                    engine = self.process.start()["engine"]
                    log("info", "ready", worker=self.name, stream=self.stream, engine=engine)
                if time.monotonic() - swept > 2 * self.options.claim_after:
                    self.sweep()
                    swept = time.monotonic()
                entry = self.next()
                if entry:
                    self.work(entry[0], entry[1].get("job", ""), entry[2])
                delay = 0.0
            except redis.RedisError as fault:
                # The job, if there is one, is drawn; it is delivered again and its file found.
                if isinstance(fault, redis.ResponseError) and "NOGROUP" in str(fault):
                    began = False
                delay = min(delay * 2 or 0.25, 10)
                log("warning", "redis", error=str(fault), again_in=delay)
                time.sleep(delay * random.uniform(0.5, 1))
        self.process.close()
        try:
            if not self.redis.xpending_range(self.stream, self.group, "-", "+", 1, consumername=self.name):
                self.redis.xgroup_delconsumer(self.stream, self.group, self.name)
        except redis.RedisError:
            pass
        log("info", "stopped", worker=self.name, done=self.done)
        return 0


def main():
    parser = argparse.ArgumentParser(description="Draws jobs from a stream of Redis into a folder.",
                                     epilog="What stands after -- goes to layerlua draw-jobs.")
    parser.add_argument("folder", help="the scripts; jobs name them by their place below it")
    parser.add_argument("out", help="the folder of the files, one for all workers")
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL", "redis://localhost:6379/0"), metavar="URL",
                        help="the server (default $REDIS_URL, else redis://localhost:6379/0)")
    parser.add_argument("--stream", default="layerlua", help="the queue's key (default layerlua)")
    parser.add_argument("--group", default="workers", help="the consumer group (default workers)")
    parser.add_argument("--time-limit", type=float, default=10, metavar="S", help="for a picture (default 10)")
    parser.add_argument("--film-time-limit", type=float, default=60, metavar="S", help="for a film (default 60)")
    parser.add_argument("--memory-limit", type=int, default=256 << 20, metavar="BYTES",
                        help="for a job (default 256 MiB)")
    parser.add_argument("--max-pixels", type=int, default=16_000_000, metavar="N",
                        help="of a picture (default 16,000,000)")
    parser.add_argument("--claim-after", type=float, metavar="S",
                        help="when a job of a worker that says nothing is taken over (default: twice the longest "
                             "limit, and that for sending)")
    parser.add_argument("--deliveries", type=int, default=3, metavar="N",
                        help="then a job is a dead letter (default 3)")
    parser.add_argument("--keep", type=int, default=10_000, metavar="N",
                        help="results and dead letters kept, about (default 10,000)")
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help="ends after so many jobs (default: never)")
    parser.add_argument("--isolate", choices=["require", "try"], default="require",
                        help="try: as far as the system can; require (default): completely, or nothing is drawn")
    parser.add_argument("--allow-put", action="append", default=[], metavar="URL",
                        help="jobs may send their file to addresses that begin so; repeatable (default: none)")
    parser.add_argument("--private-put", action="append", default=[], metavar="HOST",
                        help="a host of --allow-put whose name may lead to this machine or a private network; "
                             "repeatable (default: none)")
    parser.add_argument("--put-time-limit", type=float, default=60, metavar="S", help="for sending (default 60)")
    parser.add_argument("--layerlua", default=os.environ.get("LAYERLUA", "layerlua"),
                        help="the program (default layerlua)")
    words = sys.argv[1:]
    more = words[words.index("--") + 1:] if "--" in words else []
    options = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    options.more = more
    if options.claim_after is None:
        options.claim_after = 2 * max(options.time_limit, options.film_time_limit) + options.put_time_limit
    try:
        return Worker(options).run()
    except NotStarted as fault:
        print(f"redis_worker.py: {fault}", file=sys.stderr)
        return fault.status if 1 <= fault.status <= 5 else TEMPORARY
    except OSError as fault:
        print(f"redis_worker.py: {fault}", file=sys.stderr)
        return 5 if fault.filename == options.layerlua else 4


if __name__ == "__main__":
    sys.exit(main())
