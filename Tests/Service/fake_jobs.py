#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stands in for `layerlua draw-jobs`: speaks its protocol, and misbehaves as a script's name says.

  any other    draws: the file is the job as JSON, in two messages for a .gif
  sleep        draws after the parameter `seconds`
  wrong        the script fails, exit code 1             full        a temporary fault, exit code 75
  kill         the process kills itself                  ends        the process ends with 3
  hang         never answers                             garbage     answers no JSON
  huge         says that a terabyte follows              other       answers another question
LAYERLUA_FAKE_LOG names a file that gets a line for each job, LAYERLUA_FAKE_START an exit code instead of a start.
"""
import json
import os
import signal
import sys
import time

out = sys.stdout.buffer


def send(message, data=b""):
    out.write(json.dumps({**message, **({"bytes": len(data)} if data else {})}).encode() + b"\n" + data)
    out.flush()


if os.environ.get("LAYERLUA_FAKE_START"):
    sys.exit(int(os.environ["LAYERLUA_FAKE_START"]))
assert sys.argv[1] == "draw-jobs", sys.argv
send({"event": "ready", "version": "0.0.0", "engine": "0" * 64, "missing": []})
for line in sys.stdin:
    job = json.loads(line)
    name, id = job["script"].partition(".")[0], job["id"]
    if os.environ.get("LAYERLUA_FAKE_LOG"):
        with open(os.environ["LAYERLUA_FAKE_LOG"], "a", encoding="utf-8") as log:
            log.write(f"{job['script']} {json.dumps(job.get('parameters', {}), sort_keys=True)}\n")
    if job["ask"] == "describe":
        send({"id": id, "title": None, "description": None, "width": 40, "height": 30, "duration": None, "parameters": {
            "type": "object", "additionalProperties": False, "properties": {
                "title": {"type": "string", "maxLength": 20}, "count": {"type": "integer", "minimum": 1, "maximum": 9},
                "seconds": {"type": "number"}, "dark": {"type": "boolean"}}}})
        continue
    if name == "sleep":
        time.sleep(float(job["parameters"]["seconds"]))
    elif name == "wrong":
        send({"id": id, "error": "wrong.lua:3: no", "kind": "script", "exit": 1, "script": "wrong.lua", "line": 3})
        continue
    elif name == "full":
        send({"id": id, "error": "no space left", "kind": "temporary", "exit": 75})
        continue
    elif name == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif name == "ends":
        sys.exit(3)
    elif name == "hang":
        time.sleep(600)
    elif name == "garbage":
        out.write(b"Segmentation fault\n")
        out.flush()
        continue
    elif name == "huge":
        send({"id": id, "type": "image/png", "bytes": 1 << 40})
        continue
    elif name == "other":
        send({"id": id + 7, "type": "image/png"})
        continue
    words = {key: value for key, value in job.items() if key not in ("id", "ask", "limits")}
    data = json.dumps(words, sort_keys=True).encode()
    if job.get("format") == "gif":
        send({"id": id, "more": True}, data[:5])
        data = data[5:]
    send({"id": id, "type": "image/png", "width": 40, "height": 30, "script_ms": 0.1, "draw_ms": 0.2}, data)
