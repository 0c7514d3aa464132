#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends jobs to the queue of redis_worker.py, and shows what became of them.

    redis_submit.py job og.lua --format jpg -D title=Hello --wait 30
    redis_submit.py jobs cards.jsonl --wait 600
    redis_submit.py state
    redis_submit.py dead            # the dead letters; `again` sends them once more

A line of cards.jsonl is a job: {"script": "og.lua", "format": "png", "scale": 2, "parameters": {"title": "Hello"}}. Its
words are those of draw_jobs.WORDS, and `put`, a presigned address for the file. Results are lines of JSON; the exit
code is 1 if a job is a dead letter, 75 if --wait is over before all results are there.
"""

import argparse
import json
import os
import sys
import time

import redis

from draw_jobs import FORMATS, check
from presigned_put import without_secret


def last(server, stream):
    """The id of a stream's last entry."""
    found = server.xrevrange(stream, count=1)
    return found[0][0] if found else "0-0"


def send(server, options, jobs):
    """Sends jobs in parts, and waits while the queue is full. Returns their ids, in order."""
    ids = []
    for start in range(0, len(jobs), 100):
        while server.xlen(options.stream) >= options.most:
            time.sleep(0.2)
        with server.pipeline(transaction=False) as steps:
            for job in jobs[start:start + 100]:
                # No MAXLEN here: it would drop jobs that wait. Workers remove an entry when it is done.
                steps.xadd(options.stream, {"job": json.dumps(job, ensure_ascii=False, allow_nan=False)})
            ids += steps.execute()
    return ids


def follow(server, options, ids, since):
    """Prints the results of these jobs; returns the exit code."""
    names = {options.stream + ":done": since[0], options.stream + ":dead": since[1]}
    waiting, code, end = set(ids), 0, time.monotonic() + options.wait
    while waiting:
        left = end - time.monotonic()
        if left <= 0:
            print(f"redis_submit.py: {len(waiting)} jobs have no result yet", file=sys.stderr)
            return 75
        for stream, entries in server.xread(names, count=100, block=max(1, int(min(left, 5) * 1000))) or []:
            for id, fields in entries:
                names[stream] = id
                if fields.get("id") in waiting:
                    waiting.discard(fields["id"])
                    code = 1 if stream.endswith(":dead") else code
                    print(shown(fields), flush=True)
    return code


def shown(fields):
    """A result or dead letter as a line of JSON. The query of a presigned address is a secret."""
    try:
        job = json.loads(fields.get("job", ""))
        if isinstance(job, dict) and "put" in job:
            job["put"] = without_secret(job["put"])
            fields = {**fields, "job": json.dumps(job, ensure_ascii=False)}
    except ValueError:
        pass
    return json.dumps(fields, ensure_ascii=False)


def without_put(job):
    """The words of a job that make its file."""
    return {name: value for name, value in job.items() if name != "put"} if isinstance(job, dict) else job


def jobs_of(options):
    """The jobs of the command line or of a file. Raises ValueError with the line."""
    if options.command == "job":
        job = {"script": options.script, "format": options.format, "parameters": dict(options.define)}
        for name in ("scale", "width", "time", "quality", "background", "seed", "fps", "start", "duration", "put"):
            if getattr(options, name) is not None:
                # `from` is a word of Python's.
                job["from" if name == "start" else name] = getattr(options, name)
        if options.format == "webp" and not {"fps", "from", "duration"}.isdisjoint(job):
            job["film"] = True
        check(without_put(job))
        return [job]
    jobs = []
    with sys.stdin if options.file == "-" else open(options.file, encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                job = json.loads(line)
                check(without_put(job))
            except ValueError as fault:
                raise ValueError(f"{options.file}:{number}: {fault}") from None
            jobs.append(job)
    return jobs


def definition(text):
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"NAME=VALUE, not {text}")
    return name, value


def main():
    parser = argparse.ArgumentParser(description="Sends jobs to the queue of redis_worker.py.")
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL", "redis://localhost:6379/0"), metavar="URL",
                        help="the server (default $REDIS_URL, else redis://localhost:6379/0)")
    parser.add_argument("--stream", default="layerlua", help="the queue's key (default layerlua)")
    parser.add_argument("--group", default="workers", help="the consumer group (default workers)")
    parser.add_argument("--most", type=int, default=100_000, metavar="N",
                        help="waits while so many jobs are queued (default 100,000)")
    commands = parser.add_subparsers(dest="command", required=True)
    job = commands.add_parser("job", help="sends one job")
    job.add_argument("script", help="its name below the workers' folder")
    job.add_argument("-D", dest="define", action="append", default=[], type=definition, metavar="NAME=VALUE",
                     help="a parameter; repeatable")
    job.add_argument("--format", choices=list(FORMATS), default="png", help="of the file (default png)")
    job.add_argument("--scale", type=float, help="pixels per point")
    job.add_argument("--width", type=int, help="of the picture, in pixels; instead of the scale")
    job.add_argument("--time", type=float, help="of the picture, in seconds")
    job.add_argument("--quality", type=float, help="of a JPEG or WebP, 0 to 1")
    job.add_argument("--background", metavar="COLOUR", help="a CSS colour under the layer")
    job.add_argument("--seed", type=int, help="of math.random")
    job.add_argument("--fps", type=float, help="of a film, frames per second")
    job.add_argument("--from", dest="start", type=float, metavar="SECONDS", help="the start of a film")
    job.add_argument("--duration", type=float, metavar="SECONDS", help="the length of a film")
    job.add_argument("--put", metavar="URL", help="a presigned address for the file")
    lines = commands.add_parser("jobs", help="sends a job for each line of a file")
    lines.add_argument("file", help="lines of JSON; - is standard input")
    for command in (job, lines):
        command.add_argument("--wait", type=float, metavar="S", help="prints the results, for so many seconds at most")
    commands.add_parser("state", help="how many jobs wait, are drawn, and are dead")
    commands.add_parser("dead", help="prints the dead letters")
    commands.add_parser("again", help="sends the dead letters once more")
    options = parser.parse_args()
    server = redis.Redis.from_url(options.redis, decode_responses=True)
    dead = options.stream + ":dead"
    try:
        if options.command in ("job", "jobs"):
            jobs = jobs_of(options)
            since = last(server, options.stream + ":done"), last(server, dead)
            ids = send(server, options, jobs)
            if options.wait is not None:
                return follow(server, options, ids, since)
            print("\n".join(ids))
        elif options.command == "state":
            try:
                pending = server.xpending(options.stream, options.group)["pending"]
            except redis.ResponseError:
                pending = 0  # no worker made the group yet
            queued = server.xlen(options.stream) - pending
            print(json.dumps({"queued": queued, "drawn": pending, "dead": server.xlen(dead)}))
        else:
            for id, fields in server.xrange(dead):
                if options.command == "again":
                    with server.pipeline(transaction=True) as steps:
                        steps.xadd(options.stream, {"job": fields.get("job", "")})
                        steps.xdel(dead, id)
                        steps.execute()
                print(shown(fields))
    except redis.RedisError as fault:
        print(f"redis_submit.py: {fault}", file=sys.stderr)
        return 75
    except (OSError, ValueError) as fault:
        print(f"redis_submit.py: {fault}", file=sys.stderr)
        return 2 if isinstance(fault, ValueError) else 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
