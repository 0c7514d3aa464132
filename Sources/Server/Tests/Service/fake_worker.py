#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A drawing process for tests: answers each job with the job itself. A title or a script's text may ask for more."""
import json
import os
import sys
import time

SCHEMA = {"type": "object", "additionalProperties": False, "properties": {
    "title": {"type": "string", "default": "Hello", "maxLength": 200},
    "count": {"type": "integer", "minimum": 1, "maximum": 10, "default": 3},
    "status": {"type": "integer", "default": 0}}}
# All that a schema can say.
FORM = {"type": "object", "additionalProperties": False, "required": ["host"], "properties": {
    "host": {"type": "string", "title": "Host", "description": "Who asks for tea.", "maxLength": 20,
             "x-lua-pattern": "%a+", "examples": ["Ada", "Grace"]},
    "seats": {"type": "number", "multipleOf": 0.5, "minimum": 1, "default": 4, "examples": [2, 8]},
    "day": {"type": "string", "format": "date", "default": "2026-11-27"},
    "ink": {"type": "string", "format": "color", "default": "#3b1d53"},
    "menu": {"type": "string", "enum": ["tea", "supper"], "default": "tea"}}}

# A PNG of one pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f00"
    "050001ff89993d1d0000000049454e44ae426082")


def main():
    if sys.argv[1] != "draw-jobs" or os.environ.get("FAKE_BROKEN"):
        sys.exit(2)
    folder, out, inp = sys.argv[2], sys.stdout.buffer, sys.stdin.buffer

    def say(message, body=None):
        if body is not None:
            message["bytes"] = len(body)
        out.write(json.dumps(message).encode() + b"\n" + (body or b""))
        out.flush()

    def read(path):
        with open(path + "/main.caml" if os.path.isdir(path) else path) as file:
            return file.read()

    def note(text):
        with open(os.environ["FAKE_LOG"], "a") as log:
            log.write(text + "\n")

    if os.environ.get("FAKE_FOLDER"):
        os.makedirs(f"{os.environ['TMPDIR']}/layerlua-{os.getpid()}-7/files")
    say({"event": "ready", "version": "1.2.3", "engine": "ab" * 32, "missing": []})
    while line := inp.readline():
        job = json.loads(line)
        body = inp.read(job.get("bytes", 0))
        title = job.get("parameters", {}).get("title", "")
        text = body[:job.get("text", 0)].decode() if body else read(os.path.join(folder, job["script"]))
        if job["ask"] == "describe":
            if "broken" in text:
                say({"id": job["id"], "error": "it is broken", "kind": "script", "script": job["script"], "line": 7})
            else:
                say({"id": job["id"], "title": "Card", "description": "A card.", "width": 1200, "height": 630,
                     "duration": 2 if "moves" in text else None, "endless": "endlessly" in text,
                     "parameters": FORM if "form" in text else SCHEMA})
            continue
        note(f"{os.getpid()} {title or text.strip()}")
        do = title or text
        if do.startswith("wait"):
            time.sleep(float(do.split()[1]))
        if do.startswith("hang"):
            time.sleep(1000)
        if "endlessly" in text and job.get("film") and "duration" not in job:
            say({"id": job["id"], "error": "duration: expected the film's length", "kind": "usage", "key": "duration"})
            continue
        if do.startswith("die"):
            os._exit(9)
        if do.startswith("nonsense"):
            out.write(b"nonsense\n")
            out.flush()
        if do.startswith("error"):
            say({"id": job["id"], "error": f"no field 'x' in /srv/card.lua: {do}", "kind": do.split()[1], "exit": 1,
                 "script": job["script"], "line": 3, "limit": "memory"})
            continue
        if do.startswith("large"):
            say({"id": job["id"]}, b"x" * (8 << 20))
            continue
        if do.startswith("stream"):
            for number in range(int(do.split()[1])):
                say({"id": job["id"], "more": True}, bytes([number % 256]) * (256 << 10))
            say({"id": job["id"]}, b"end")
            continue
        if do.startswith("parts"):
            for number in range(5):
                say({"id": job["id"], "more": True}, b"part%d;" % number)
                time.sleep(0.05)
            if "broken" in do:
                say({"id": job["id"], "error": "the film broke", "kind": "script"})
            else:
                say({"id": job["id"]}, b"end")
            continue
        if os.environ.get("FAKE_PICTURE"):
            say({"id": job["id"], "memory": 1 << 20}, PIXEL)
            continue
        job["pid"] = os.getpid()
        job["body"] = body.decode()
        job["text"] = text
        job["folder"] = sorted(os.listdir(folder))
        say({"id": job["id"], "width": 1, "height": 1, "script_ms": 1, "draw_ms": 2, "memory": 1 << 20},
            json.dumps(job).encode())


main()
