#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the benchmarks beside other programs that draw the same pictures, and prints a table.

  compare.py [--gate] [--rounds N] [--peer 'NAME=COMMAND {case}'] [CASE…]

In each round every program draws every case once, in a rotating order, so that what else the machine does meets all of
them. A figure is the median over rounds of a round's median, and in brackets the fastest frame of all rounds; its ratio
is the median over rounds of ours, on all processors, divided by the fastest other one. A peer is a command that prints
lines of JSON such as {"peer": "cairo", "case": "w5a", "ms": [12.5, 12.4]}, and ends with another code where it cannot
draw the case. Of several lines for a case the one of the peer's own name counts.

--gate runs three rounds, or N, and compares the ratio with the goal of the case: it prints the ratio of the medians,
that of the fastest frames, and the goal, and ends with code 1 if both ratios of a case are above its goal. Peers that
draw a case wrongly do not count."""
import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# The largest ratio of our time, on all processors, to that of the fastest peer that draws the case right.
GOALS = {
    "w2_1000": 0.85, "w2_10000": 0.8, "w2_100000": 0.75, "w3": 0.3, "w4": 0.45, "w5a": 0.3, "w5b": 0.3, "w6a": 0.5,
    "w6b": 0.3, "w8": 0.45, "w11_none": 0.6}
# Peers that sum areas regardless of where in the pixel they lie, so that overlapping edges come out wrong.
WRONG = {"w5a": ("blend2d", "thorvg"), "w5b": ("blend2d", "thorvg")}
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
    arguments.add_argument("--gate", action="store_true")
    arguments.add_argument("--rounds", type=int)
    arguments.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    arguments.add_argument("case", nargs="*")
    given = arguments.parse_args()
    given.rounds = given.rounds or (3 if given.gate else 5)
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
    gate = ["fastest ÷ fastest", "goal", ""] if given.gate else []
    print("| case | " + " | ".join([*programs, "ours ÷ best", *gate]) + " |")
    print("|---" * (len(programs) + 2 + len(gate)) + "|")
    missed = []
    for case in given.case or (list(GOALS) if given.gate else CASES):
        wrong = WRONG.get(case, ()) if given.gate else ()
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
        right = [name for name in names if not name.lower().startswith(("ours", *wrong))]
        ratios = [figures[ours][0] / min(others) for figures in rounds
                  if ours in figures and (others := [figures[k][0] for k in right if k in figures])]
        row.append(f"{statistics.median(ratios):.2f}" if ratios else "–")
        if given.gate:
            fastest = [figures[k][1] for figures in rounds for k in right if k in figures]
            own = [figures[ours][1] for figures in rounds if ours in figures]
            best = min(own) / min(fastest) if own and fastest else None
            goal = GOALS.get(case)
            verdict = ""
            if best is not None and ratios and goal:
                is_met = min(statistics.median(ratios), best) <= goal
                verdict = "met" if is_met else "missed"
                if not is_met:
                    missed.append(case)
            row += [f"{best:.2f}" if best is not None else "–", f"{goal:.2f}" if goal else "–", verdict]
        print(f"| {case} | " + " | ".join(row) + " |", flush=True)
    if missed:
        sys.exit(f"goals missed: {', '.join(missed)}")


main()
