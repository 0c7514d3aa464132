#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the frames of a film, or a picture for each row of a table, on a Ray cluster, one share a task.

    ray_frames.py scene.lua -o frames/frame-{0000}.png --shares 64 --film film.mp4 -- --fps 60 --duration 10
    ray_frames.py card.lua --each people.csv -o "cards/{id}.png" --shares 16 -- --scale 2

What stands after -- goes to layerlua. The folder must be seen by all machines under the same name. A share whose
process is killed, or that ends with 75 (a temporary fault), starts again, on any machine, and goes on where it was. Every other
fault of a film ends the run with layerlua's own exit code. Frames are checked at the end, or joined. Rows that fail are
told, and the others are drawn; the exit code is then 1, or 3 if all failures were limits.
"""

import argparse
import os
import random
import subprocess
import sys
import time

import ray

TEMPORARY_FAULT = 75


class Again(Exception):
    """A share that is to start again."""


def draw(command, folder, share, shares):
    """Draws one share; answers the exit code, the machine and what was said. Runs on the machine that Ray chooses."""
    process = subprocess.run(
        [*command, "--shard", f"{share}/{shares}"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    status = process.returncode
    if status == TEMPORARY_FAULT or status < 0:
        # After a delay: a full disk needs time, and a process whose Ray worker was killed continues to render and holds
        # its share's lock.
        time.sleep(random.uniform(1, 3))
        raise Again(f"share {share}/{shares} ended with {status} on {os.uname().nodename}: {process.stdout.strip()}")
    return share, status, os.uname().nodename, process.stdout.strip()


def parse(words):
    options, rest = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    parser = argparse.ArgumentParser(description="Draws the frames of a film, or the rows of a table, on Ray.")
    parser.add_argument("script", help="the Lua script, under a name that all machines know")
    parser.add_argument("--each", metavar="TABLE", help="draws a picture for each row of this table instead of frames")
    parser.add_argument("-o", "--output", required=True, help="the files: frames/frame-{0000}.png, cards/{id}.png")
    parser.add_argument("--shares", type=int, help="how many; by default four for each processor of the cluster")
    parser.add_argument("--cpus", type=int, default=1, help="processors for one share (default 1)")
    parser.add_argument("--restarts", type=int, default=5, help="how often one share may start again (default 5)")
    parser.add_argument("--film", help="joins the frames into this file; without it they are only checked")
    parser.add_argument("--address", help="of the cluster; by default the one this runs in, else one on this machine")
    parser.add_argument("--layerlua", default=os.environ.get("LAYERLUA", "layerlua"), help="the program (default layerlua)")
    options = parser.parse_args(options)
    if options.each and options.film:
        parser.error("--film joins frames; the files of --each are not joined")
    return options, rest


def main():
    options, rest = parse(sys.argv[1:])
    ray.init(address=options.address, log_to_driver=False)
    # Several shares per processor: machines differ in speed, and a restarted share causes less delay.
    shares = options.shares or max(1, int(ray.cluster_resources().get("CPU", 1)) * 4 // options.cpus)
    if options.each:
        # --resume: a share that starts again leaves out the rows that it has drawn.
        command = [options.layerlua, options.script, "--each", options.each, "--resume", "--jobs"]
    else:
        command = [options.layerlua, "frames", options.script, "--threads"]
    command += [str(options.cpus), "-o", options.output, "--isolate", *rest]
    task = ray.remote(draw).options(num_cpus=options.cpus, max_retries=options.restarts, retry_exceptions=[Again])
    start = time.monotonic()
    pending = [task.remote(command, os.getcwd(), share, shares) for share in range(1, shares + 1)]
    done, failed = 0, []
    while pending:
        (ready,), pending = ray.wait(pending, num_returns=1)
        try:
            share, status, machine, said = ray.get(ready)
        except (Again, ray.exceptions.RayError) as fault:
            print(f"a share does not start again: {fault}", file=sys.stderr)
            return TEMPORARY_FAULT
        if options.each and status in (1, 3):
            print(f"share {share}/{shares} on {machine}:\n{said}", file=sys.stderr)
            failed.append(status)
        elif status != 0:
            # The others would fail too: a script's error occurs on every machine.
            for other in pending:
                ray.cancel(other, force=True)
            print(f"share {share}/{shares} on {machine} ended with {status}:\n{said}", file=sys.stderr)
            return status
        done += 1
        print(f"{done} of {shares} shares, {time.monotonic() - start:.1f} s: share {share} on {machine}", file=sys.stderr)
    if options.each:
        return min(failed, default=0)
    join = [options.layerlua, "join", "--isolate", os.path.dirname(options.output) or "."]
    return subprocess.run(join + (["-o", options.film] if options.film else []), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
