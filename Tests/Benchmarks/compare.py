#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the benchmarks beside other programs that draw the same pictures, and prints a table.

  compare.py [--rounds N] [--peer 'NAME=COMMAND {case}'] [CASE…]

In each round every program draws every case once, in a rotating order, so that what else the machine does meets all of
them. A figure is the median over rounds of a round's median, and in brackets the fastest frame of all rounds; its ratio
is the median over rounds of ours, on all processors, divided by the fastest other one. A peer is a command that prints
lines of JSON such as {"peer": "cairo", "case": "w5a", "ms": [12.5, 12.4]}, and ends with another code where it cannot
draw the case. Of several lines for a case the one of the peer's own name counts."""
import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
CASES = "w2_1000 w2_10000 w2_100000 w3 w4 w4p w5a w5b w6a w6b w8 w8m w11_none".split()


def built():
    """Cairo's program, compiled where its library is installed."""
    program = HERE.parents[1] / ".build/bench-cairo"
    source = HERE / "peers/cairo.c"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        found = subprocess.run(["pkg-config", "--cflags", "--libs", "pangocairo"], capture_output=True, text=True)
        if found.returncode:
            return None
        subprocess.run(["cc", "-O2", "-o", program, source, *found.stdout.split(), "-lm"], check=True)
    return str(program)


def timed(command, case, name):
    """The milliseconds of a frame, their median and least, or None where the program does not draw the case."""
    words = [word.replace("{case}", case) for word in shlex.split(command)]
    answer = subprocess.run(words, capture_output=True, text=True)
    if answer.returncode:
        return None
    lines = [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]
    figures = [figure for figure in lines if figure.get("case") == case]
    figures.sort(key=lambda figure: figure.get("peer") != name)
    if not figures:
        return None
    return statistics.median(figures[0]["ms"]), min(figures[0]["ms"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    arguments.add_argument("case", nargs="*")
    given = arguments.parse_args()
    threads = os.cpu_count() or 1
    program = shlex.quote(str(HERE.parents[1] / ".build/layerlua")) + " bench {case} --threads "
    ours = f"ours, {threads} threads"
    programs = {"ours, 1 thread": program + "1", ours: program + str(threads)}
    cairo = built()
    if cairo:
        programs["Cairo"] = shlex.quote(cairo) + " {case}"
    programs["Chromium"] = shlex.join([sys.executable, str(HERE / "peers/chromium.py")]) + " {case}"
    for peer in given.peer:
        name, equals, command = peer.partition("=")
        if not equals:
            arguments.error(f"--peer is NAME=COMMAND, with {{case}} where the case's name goes: {peer}")
        programs[name] = command
    print("| case | " + " | ".join(programs) + " | ours ÷ best |")
    print("|---" * (len(programs) + 2) + "|")
    for case in given.case or CASES:
        rounds, names = [], list(programs)
        for turn in range(given.rounds):
            figures = {}
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                if not rounds or name in rounds[0]:
                    figure = timed(programs[name], case, name)
                    if figure is not None:
                        figures[name] = figure
            rounds.append(figures)
        row = []
        for name in names:
            all_rounds = [figures[name] for figures in rounds if name in figures]
            row.append(f"{statistics.median(m for m, _ in all_rounds):.3g} ({min(b for _, b in all_rounds):.3g})"
                       if all_rounds else "–")
        ratios = [figures[ours][0] / min(others) for figures in rounds
                  if ours in figures and (others := [v[0] for k, v in figures.items() if not k.startswith("ours")])]
        row.append(f"{statistics.median(ratios):.2f}" if ratios else "–")
        print(f"| {case} | " + " | ".join(row) + " |", flush=True)


main()
