#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the operations on paths (union, intersection, difference, exclusion) with Skia's on random pairs: the areas
of the results, and the processor time of a call.

    python3 -m venv /tmp/skia && /tmp/skia/bin/pip install skia-pathops==0.9.2
    /tmp/skia/bin/python paths.py [PAIRS [SEED]]

paths.lua makes the pairs, which depend on the seed and the fonts alone. An area is exact: the signed areas of the
result's contours by Green's theorem, holes subtracted. Where two areas differ by more than a thousandth of the union's,
Skia's and ours or ours by the two fill rules, scan lines through the flattened input say which one is wrong. `non-zero`
counts results of ours that are right by the even-odd rule alone."""
import collections
import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

import pathops

ROOT = pathlib.Path(__file__).resolve().parents[3]
OPERATIONS = {"union": pathops.PathOp.UNION, "intersection": pathops.PathOp.INTERSECTION,
              "subtracting": pathops.PathOp.DIFFERENCE, "symmetricDifference": pathops.PathOp.XOR}
COMBINED = {"union": lambda a, b: a or b, "intersection": lambda a, b: a and b, "subtracting": lambda a, b: a and not b,
            "symmetricDifference": lambda a, b: a != b}
NUMBERS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
LIMIT = 1e-3


def contours(svg):
    """The contours of path data as lists of cubics, each of four points; lines too."""
    found, current = [], None
    for verb, points in tokens(svg):
        if verb == "M":
            current = []
            found.append(current)
            start = point = points[0]
        elif verb == "Z":
            if point != start:
                current.append(line(point, start))
            point = start
        else:
            if verb == "L":
                current.append(line(point, points[0]))
            elif verb == "Q":
                current.append(quadratic(point, *points))
            else:
                current.append((point, *points))
            point = points[-1]
    return [contour for contour in found if contour]


def tokens(svg):
    """Verbs with their points."""
    words, index = svg.split(), 0
    while index < len(words):
        verb = words[index]
        count = NUMBERS[verb]
        values = [float(word) for word in words[index + 1:index + 1 + count]]
        yield verb, list(zip(values[::2], values[1::2]))
        index += 1 + count


def line(a, b):
    third = lambda t: (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
    return a, third(1 / 3), third(2 / 3), b


def quadratic(a, c, b):
    return a, tuple(p + (q - p) * 2 / 3 for p, q in zip(a, c)), tuple(p + (q - p) * 2 / 3 for p, q in zip(b, c)), b


def signed(contour):
    """The signed area of closed cubics, exact: the integral of x dy."""
    total = 0
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in contour:
        total += (x0 * (-10 * y0 + 6 * y1 + 3 * y2 + y3) + x1 * (-6 * y0 + 3 * y2 + 3 * y3)
                  + x2 * (-3 * y0 - 3 * y1 + 6 * y3) + x3 * (-y0 - 3 * y1 - 6 * y2 + 10 * y3)) / 20
    return total


def at(curve, t):
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return tuple(sum(w * p[axis] for w, p in zip(weights, curve)) for axis in (0, 1))


def polygon(contour, steps=24):
    points = []
    for curve in contour:
        flat = all(abs(curve[k][axis] - (curve[0][axis] + (curve[3][axis] - curve[0][axis]) * k / 3)) < 1e-9
                   for k in (1, 2) for axis in (0, 1))
        count = 1 if flat else steps
        points += [at(curve, k / count) for k in range(count)]
    return points


def inside(point, points):
    x, y, odd = *point, False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def area(found, rule):
    """The area of contours that do not cross, by a fill rule: each adds or takes its own, by how often the others wind
    around it. That is a vote of the middles of its curves, since single ones may lie on another contour."""
    polygons, areas = [polygon(contour) for contour in found], [signed(contour) for contour in found]
    total = 0
    for number, contour in enumerate(found):
        votes = collections.Counter(
            sum(1 if areas[k] > 0 else -1 for k, other in enumerate(polygons)
                if k != number and inside(at(curve, 0.5), other))
            for curve in contour[:: max(1, len(contour) // 15)])
        around = votes.most_common(1)[0][0]
        within = around + (1 if areas[number] > 0 else -1)
        total += abs(areas[number]) * (is_filled(within, rule) - is_filled(around, rule))
    return total


def is_filled(winding, rule):
    return winding % 2 == 1 if rule == "evenOdd" else winding != 0


def scanned(paths, kinds, lines=40000):
    """Areas by scan lines at random heights through contours, flattened finely: of each of the `kinds`, functions of
    the paths' winding numbers."""
    paths = [[polygon(contour, 400) for contour in path] for path in paths]
    heights = [y for path in paths for points in path for _, y in points] or [0]
    low, high = min(heights), max(heights)
    step, chance = max(high - low, 1e-9) / lines, random.Random(1)
    rows = [low + (row + chance.random()) * step for row in range(lines)]
    events = [[] for _ in rows]
    for number, path in enumerate(paths):
        for points in path:
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
                way, (lx, ly), (hx, hy) = (1, (ax, ay), (bx, by)) if ay < by else (-1, (bx, by), (ax, ay))
                for row in range(max(0, int((ly - low) / step) - 1), min(lines, int((hy - low) / step) + 2)):
                    if ly <= rows[row] < hy:
                        events[row].append((lx + (rows[row] - ly) / (hy - ly) * (hx - lx), number, way))
    sums = [0.0] * len(kinds)
    for crossed in events:
        windings, last = [0] * len(paths), 0
        for x, number, way in sorted(crossed):
            for index, kind in enumerate(kinds):
                sums[index] += (x - last) * step if kind(*windings) else 0
            windings[number] += way
            last = x
    return sums


def skia(svg, rule):
    path = pathops.Path(fillType=pathops.FillType.EVEN_ODD if rule == "evenOdd" else pathops.FillType.WINDING)
    for verb, points in tokens(svg):
        if verb == "M":
            path.moveTo(*points[0])
        elif verb == "L":
            path.lineTo(*points[0])
        elif verb == "Q":
            path.quadTo(*points[0], *points[1])
        elif verb == "C":
            path.cubicTo(*points[0], *points[1], *points[2])
        else:
            path.close()
    return path


def skia_contours(path):
    found, current, point = [], None, None
    for verb, points in path:
        name = verb.name
        if name == "MOVE":
            current, point = [], points[0]
            found.append(current)
        elif name == "LINE":
            current.append(line(point, points[0]))
            point = points[-1]
        elif name == "QUAD":
            current.append(quadratic(point, *points))
            point = points[-1]
        elif name == "CUBIC":
            current.append((point, *points))
            point = points[-1]
        elif name == "CLOSE":
            if current and point != current[0][0]:
                current.append(line(point, current[0][0]))
        else:
            raise ValueError(name)
    return [contour for contour in found if contour]


def main():
    pairs, seed = (sys.argv[1:] + ["1000", "1"][len(sys.argv) - 1:])[:2]
    said = subprocess.run(
        [ROOT / ".build/layerlua", "--trusted", ROOT / "Tests/Benchmarks/peers/paths.lua", "-D", f"pairs={pairs}", "-D",
         f"seed={seed}"], stdout=subprocess.PIPE, check=True, text=True).stdout
    kinds, all_differences, times, segments = {}, [], ([], []), ([], [])
    for number, row in enumerate(said.splitlines()):
        pair = json.loads(row)
        kind = kinds.setdefault(
            pair["kind"], {"differences": [], "ours": 0, "non-zero": 0, "skia": 0, "lost": 0, "refused": 0})
        a, b = skia(pair["a"], pair["rule"]), skia(pair["b"], pair["rule"])
        ours = [contours(svg) for svg in pair["results"]]
        whole = max(area(ours[0], "evenOdd"), 1)
        for index, (name, operation) in enumerate(OPERATIONS.items()):
            start = time.process_time()
            try:
                result = pathops.op(a, b, operation, fix_winding=False, keep_starting_points=False)
            except pathops.PathOpsError:
                kind["refused"] += 1
                continue
            times[1].append((time.process_time() - start) * 1000)
            times[0].append(pair["seconds"][index] * 1000)
            other = skia_contours(result)
            segments[0].append(sum(map(len, ours[index])))
            segments[1].append(sum(map(len, other)))
            areas = [area(ours[index], "evenOdd"), area(ours[index], "winding"), area(other, "evenOdd")]
            if max(areas) - min(areas) > LIMIT * whole:
                # Contours that lie on one another cannot be counted exactly.
                by = {rule: lambda winding, rule=rule: is_filled(winding, rule) for rule in ("evenOdd", "winding")}
                areas = scanned([ours[index]], [by["evenOdd"], by["winding"]]) + scanned([other], [by["evenOdd"]])
                filled = by[pair["rule"]]
                right, whole = scanned(
                    [contours(pair["a"]), contours(pair["b"])],
                    [lambda i, j: COMBINED[name](filled(i), filled(j)), lambda i, j: filled(i) or filled(j)])
                whole = max(whole, 1)
                wrong = [abs(value - right) > LIMIT * whole for value in areas]
                kind["ours"] += wrong[0]
                kind["non-zero"] += wrong[1] and not wrong[0]
                kind["skia"] += wrong[2]
                kind["lost"] += not ours[index] and wrong[0]
                if any(wrong):
                    print(f"pair {number}, {pair['kind']}, {name}: ours {areas[0]:.6g}, by non-zero {areas[1]:.6g}, "
                          f"Skia {areas[2]:.6g}, scan lines {right:.6g}", file=sys.stderr)
            kind["differences"].append(abs(areas[2] - areas[0]) / whole)
    print(f"{'pairs':38} {'operations':>10} {'median':>8} {'> 0.1 %':>8} {'ours wrong':>10} {'non-zero':>8} "
          f"{'lost':>5} {'Skia wrong':>10} {'refused':>8}")
    for name, kind in kinds.items():
        differences = kind["differences"]
        all_differences += differences
        print(f"{name:38} {len(differences):10} {statistics.median(differences):8.1e} "
              f"{sum(d > LIMIT for d in differences):8} {kind['ours']:10} {kind['non-zero']:8} {kind['lost']:5} "
              f"{kind['skia']:10} {kind['refused']:8}")
    print(f"{'all':38} {len(all_differences):10} {statistics.median(all_differences):8.1e} "
          f"{sum(d > LIMIT for d in all_differences):8}")
    for index, name in enumerate(("layerlua", "Skia")):
        print(f"{name}: {statistics.mean(times[index]):.2f} ms a call, {statistics.mean(segments[index]):.1f} segments")


main()
