#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stands in for `layerlua preview`: speaks its protocol, and draws rectangles.

The script is lines of a word and what belongs to it:
  color #2266cc      of the sky              print TEXT        error LINE MESSAGE
  read FILE          a file it reads         list FOLDER       written FILE
  sleep SECONDS      before it draws         crash SIGNAL      loop
  layers N           more rectangles         still             nothing moves
  clean              no findings             nonsense          says what is no message
  slow SECONDS       before each frame
  unnamed            layers without a name
  fails T LINE TEXT  frames after that time  opens T           where a film opens
  unreadable         cannot read a search
  form               parameters with all that one can say of them
  states NAMES       of the scene, each of another colour   tilts   follows a tilt
A .log beside the script gets the arguments of each start.
"""
import json
import math
import os
import signal
import struct
import sys
import time
import zlib

out = sys.stdout.buffer


def send(message, data=None):
    if data is not None:
        message["bytes"] = len(data)
    try:
        out.write(json.dumps(message, ensure_ascii=False).encode() + b"\n" + (data or b""))
        out.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more


def png(width, height, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    raw = b"".join(b"\0" + row for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b""))


def color(text):
    text = text.lstrip("#")
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4))


class Layer:
    def __init__(self, name, kind, frame, fill=None, line=1, sublayers=(), **more):
        self.name, self.kind, self.frame, self.fill, self.line = name, kind, list(frame), fill, line
        self.sublayers, self.opacity, self.hidden = list(sublayers), 1.0, False
        self.moves, self.is_mask, self.anchor = more.get("moves", False), more.get("is_mask", False), [0.5, 0.5]
        self.mask = more.get("mask")
        self.path = name


class Scene:
    def __init__(self, words, values):
        self.values, self.edits, self.length = values, {}, 4
        self.began, self.chosen, self.tilt = None, "", [0, 0]
        sky = color(next((rest for word, rest in words if word == "color"), "#e8503a"))
        self.sky = self.before = self.now = sky
        accent = color(values.get("accent", "#d9352b"))
        letters = [Layer(c, "TextLayer", [x, y, 30, 30], (40, 44, 52), 34)
                   for c, x, y in (("N", 135, 22), ("E", 248, 135), ("S", 135, 248), ("W", 22, 135))]
        mask = Layer("mask", "ShapeLayer", [150, 60, 60, 60], (0, 0, 0), 58, is_mask=True)
        extra = next((int(rest) for word, rest in words if word == "layers"), 0)
        unnamed = [Layer("", "TextLayer", [10, 270, 60, 20], (40, 44, 52), 65),
                   Layer("", "Layer", [80, 270, 60, 20], (18, 52, 86), 66),
                   Layer("", "Layer", [0, 0, 0, 0], None, 67)] if any(word == "unnamed" for word, _ in words) else []
        self.root = Layer("compass", "Layer", [0, 0, 300, 300], None, 12, [
            Layer("gradient", "GradientLayer", [0, 0, 300, 300], sky, 15),
            Layer("circle", "ShapeLayer", [20, 20, 260, 260], (230, 242, 237), 20, [
                Layer("ticks", "ReplicatorLayer", [30, 30, 240, 240], None, 27,
                      [Layer("tick", "Layer", [149, 30, 2, 10], (90, 90, 90), 29)]), *letters]),
            Layer("arrow", "Layer", [130, 70, 40, 100], accent, 41, moves=not any(w == "still" for w, _ in words)),
            Layer("peg", "ShapeLayer", [143, 143, 14, 14], (255, 244, 250), 48),
            Layer("heading", "TextLayer", [105, 196, 0, 0], None, 52),
            Layer("shine", "GradientLayer", [60, 40, 120, 60], None, 57, mask=mask),
        ])
        if unnamed:
            self.root.sublayers.append(Layer("unnamed", "Layer", [0, 0, 300, 300], None, 64, unnamed))
        if extra:
            self.root.sublayers.append(Layer("many", "Layer", [0, 0, 300, 300], None, 70, [
                Layer("", "Layer", [(i * 7) % 290, (i * 13) % 290, 6, 6], (i % 255, 120, 90), 71) for i in range(extra)]))
        self.number(self.root, self.root.name)

    def number(self, layer, path):
        layer.path = path
        if layer.mask:
            layer.mask.path = path + "/mask"
        for index, below in enumerate(layer.sublayers):
            self.number(below, f"{path}/{below.name or '#' + str(index + 1)}")

    def all(self, layer=None):
        layer = layer or self.root
        yield layer
        if layer.mask:
            yield layer.mask
        for below in layer.sublayers:
            yield from self.all(below)

    def index(self, layer):
        for each in self.all():
            below = ([each.mask] if each.mask else []) + each.sublayers
            if layer in below:
                return below.index(layer)
        return 0

    def at(self, path):
        for layer in self.all():
            if layer.path == path:
                return layer
        raise KeyError(f"there is no layer {path}")

    def frame(self, layer, t):
        x, y, w, h = layer.frame
        turn = float(self.values.get("heading", 0)) / 360
        if layer.name == "peg":
            x += 20 * self.tilt[1]
        if layer.moves:
            x += 60 * math.sin(2 * math.pi * (t / self.length + turn))
        return x, y, w, h

    def quad(self, layer, t):
        x, y, w, h = self.frame(layer, t)
        return [x, y, x + w, y, x + w, y + h, x, y + h]

    def state(self, ask, names):
        """Sets the sky's colour, which fades to that of a state in one second, and moves the arrow by the tilt."""
        hues = {name: (17 * i % 256, 60 * i % 256, 200 * i % 256) for i, name in enumerate(["", *names])}
        hues[""] = self.sky
        if "tilt" in ask:
            self.tilt = ask["tilt"]
        if "from" in ask:
            a, b, f = hues[ask["from"]], hues[ask["to"]], ask["fraction"]
            self.now, self.began = tuple(round(x + (y - x) * f) for x, y in zip(a, b)), None
            self.chosen = ask["from"] if f < 0.5 else ask["to"]
        elif "name" in ask:
            if ask["name"] not in hues:
                raise ValueError(f"Layer.setState: no state \"{ask['name']}\"")
            self.before, self.now, self.began = self.now, hues[ask["name"]], ask.get("t")
            self.chosen = ask["name"]

    def draw(self, scale, t, rect=None, only=None, raw=False):
        if self.began is None:
            self.root.sublayers[0].fill = self.now
        else:
            part = min(max(t - self.began, 0), 1)
            self.root.sublayers[0].fill = tuple(round(a + (b - a) * part) for a, b in zip(self.before, self.now))
        ox, oy, w, h = rect or (0, 0, 300, 300)
        width, height = max(1, round(w * scale)), max(1, round(h * scale))
        rows = [bytearray(b"\0\0\0\0" * width) for _ in range(height)]
        seen = {}

        def paint(layer, opacity):
            if layer.hidden:
                return
            opacity *= layer.opacity
            x, y, lw, lh = self.frame(layer, t)
            if layer.fill and (only is None or only is layer) and not layer.is_mask:
                x0, x1 = (min(width, max(0, round((v - ox) * scale))) for v in (x, x + lw))
                y0, y1 = (min(height, max(0, round((v - oy) * scale))) for v in (y, y + lh))
                seen[layer.path] = max(0, x1 - x0) * max(0, y1 - y0)
                for row in range(y0, y1):
                    under = rows[row][x0 * 4:x0 * 4 + 4] or b"\0\0\0\0"
                    mixed = bytes(round(layer.fill[i] * opacity + under[i] * (1 - opacity)) for i in range(3))
                    alpha = round(255 * (opacity + under[3] / 255 * (1 - opacity)))
                    rows[row][x0 * 4:x1 * 4] = (mixed + bytes([alpha])) * (x1 - x0)
            for below in layer.sublayers:
                paint(below, opacity)

        paint(self.root, 1.0)
        if only is None and rect is None:
            self.seen = seen
        return ([width, height], b"".join(rows)) if raw else png(width, height, rows)

    def row(self, layer, t):
        says = f"background #{''.join('%02x' % c for c in layer.fill)}" if layer.fill else None
        if layer.kind == "TextLayer":
            says = f"“{layer.name or 'Some text'}”"
        return {"path": layer.path, "name": layer.name, "class": layer.kind, "says": says, "quad": self.quad(layer, t),
                "seen": self.seen.get(layer.path, 0 if layer.name in ("heading", "shine") else None),
                "line": layer.line, "script": script, "children": len(layer.sublayers) + bool(layer.mask),
                "mask": layer.is_mask, "moves": layer.moves, "hidden": layer.hidden,
                "draws": [f"background #{''.join('%02x' % c for c in layer.fill)}"] if layer.fill else []}

    def keys(self, layer, t):
        x, y, w, h = self.frame(layer, t)

        def key(name, value, kind, origin="default", line=None, **more):
            place = {"script": script, "line": line} if line else None
            if (layer.path, name) in self.edits:
                origin, place = "edit", None
            return {"key": name, "value": value, "kind": kind, "default": origin == "default", "from": origin,
                    "place": place, "animatable": True, "editable": more.pop("editable", True),
                    "summary": more.pop("summary", f"The layer's {name}."), **more}

        keys = [
            key("bounds", "{0, 0, %g, %g}" % (w, h), "rect", "set" if w else "default", layer.line if w else None,
                summary="The layer's rectangle in its own coordinates, in points."),
            key("position", "{%g, %g}" % (round(x + w / 2, 3), round(y + h / 2, 3)), "point",
                "animation" if layer.moves else "set", layer.line + 1),
            key("anchorPoint", "{0.5, 0.5}", "point"),
            key("zPosition", "0", "number"),
            key("opacity", "%g" % layer.opacity, "number", "default"),
            key("hidden", "true" if layer.hidden else "false", "boolean"),
            key("backgroundColor", json.dumps("#%02x%02x%02x" % layer.fill) if layer.fill else "nil", "color",
                "set" if layer.fill else "default", layer.line + 1 if layer.fill else None),
            key("contentsGravity", '"resize"', "string", choices=["center", "top", "resize", "resizeAspect"]),
            key("cornerRadius", "0", "number"), key("shadowRadius", "10", "number", "style", 8),
            # Has its default value at this time, but is animated and was set.
            {**key("strokeEnd", "1", "number", "animation", layer.line + 2), "default": False},
            {**key("lineWidth", "1", "number", "set", layer.line + 3), "default": True},
            key("miterLimit", "10", "number"),
        ]
        if layer.kind == "TextLayer":
            keys += [key("string", json.dumps(layer.name), "string", "set", layer.line),
                     key("fontSize", "32", "number", "set", layer.line), key("font", '"Helvetica"', "string")]
        return keys

    def edit(self, path, name, value):
        layer = self.at(path)
        before = self.edits.get((path, name), None)
        if name == "opacity":
            old, layer.opacity = layer.opacity, float(value)
        elif name == "hidden":
            if value not in ("true", "false"):
                raise ValueError(f"Layer.hidden: expected a boolean, got {value}")
            old, layer.hidden = layer.hidden, value == "true"
        elif name == "backgroundColor":
            old, layer.fill = layer.fill, color(json.loads(value))
        elif name == "position":
            x, y = (float(v) for v in value.strip("{} ").split(","))
            old = list(layer.frame)
            layer.frame[:2] = [x - layer.frame[2] / 2, y - layer.frame[3] / 2]
        else:
            raise ValueError(f"Layer.{name}: expected something else, got {value}")
        if before is None:
            self.edits[(path, name)] = old
        return {"lua": f"layer.{name} = {value}"}

    def undo(self, path, name):
        layer, old = self.at(path), self.edits.pop((path, name))
        setattr(layer, {"backgroundColor": "fill", "position": "frame"}.get(name, name), old)
        return {}


arguments = sys.argv[2:]
values, positional, scale = {}, [], 1.0
rest = list(arguments)
while rest:
    word = rest.pop(0)
    if word == "-D":
        name, _, value = rest.pop(0).partition("=")
        values[name] = value
    elif word == "--scale":
        scale = float(rest.pop(0).split(",")[0])
    elif word.startswith("--scale="):
        scale = float(word[8:])
    elif word == "--":
        positional += rest
        break
    elif word == "--allow-read":
        rest.pop(0)
    else:
        positional.append(word)
script = os.path.abspath(positional[0])
folder = os.path.dirname(script)
with open(script + ".log", "a", encoding="utf-8") as log:
    log.write(json.dumps(arguments) + "\n")
began = time.monotonic()
name = os.path.basename(script)
try:
    with open(script, encoding="utf-8") as file:
        source = file.read().splitlines()
except OSError as error:
    send({"event": "files", "read": [script], "missed": [], "folders": []})
    send({"event": "error", "code": 4, "message": f"cannot read {name}: {error.strerror}"})
    sys.exit(4)
words = [(line.split(None, 1) + [""])[:2] for line in source if line.strip()]
read = [script] + [os.path.join(folder, rest) for word, rest in words if word == "read"]
files = {"event": "files", "read": [path for path in read if os.path.exists(path)],
         "missed": [path for path in read if not os.path.exists(path)],
         "folders": [os.path.join(folder, rest) for word, rest in words if word == "list"],
         "written": [os.path.join(folder, rest) for word, rest in words if word == "written"]}
send(files)
for number, (word, rest) in enumerate(words, 1):
    if word == "print":
        send({"event": "print", "text": rest})
    elif word == "written":
        with open(os.path.join(folder, rest), "w", encoding="utf-8") as file:
            file.write("written")
    elif word == "error":
        line, _, message = rest.partition(" ")
        send({"event": "error", "code": 1, "script": name, "line": int(line), "message": message,
              "source": [[n, text] for n, text in enumerate(source, 1) if abs(n - int(line)) < 2],
              "traceback": "stack traceback:\n\t[C]: in ?"})
        sys.exit(1)
    elif word == "sleep":
        time.sleep(float(rest))
    elif word == "crash":
        os.kill(os.getpid(), int(rest))
    elif word == "loop":
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(0.01)
    elif word == "nonsense":
        out.write(b"this is no message\n")
        out.flush()
        time.sleep(10)
for path in files["missed"]:
    send({"event": "error", "code": 1, "script": name, "line": 1, "message": f"cannot read {path}"})
    sys.exit(1)
scene = Scene(words, values)
pixels, picture = scene.draw(scale, 0, raw=True)
moves = not any(word == "still" for word, _ in words)
states = next((rest.split() for word, rest in words if word == "states"), [])
tilts = any(word == "tilts" for word, _ in words)
opens = next((float(rest) for word, rest in words if word == "opens"), 0)
fails = next(((float(rest.split()[0]), int(rest.split()[1]), rest.split(None, 2)[2]) for word, rest in words
              if word == "fails"), None)


class Mistake(Exception):
    """What the script says against a frame."""
form = [] if not any(word == "form" for word, _ in words) else [
    {"name": "headline", "kind": "string", "value": values.get("headline", "Tea at four"), "default": "Tea at four",
     "maxLength": 20, "title": "Headline", "description": "The large line at the top of the card.",
     "pattern": "%a[%a ]*", "examples": ["Tea at four", "Supper"]},
    {"name": "day", "kind": "date", "value": values.get("day", "2026-11-27"), "default": "2026-11-27",
     "title": "Day"},
    {"name": "seats", "kind": "number", "value": float(values.get("seats", 4)), "default": 4, "min": 2, "step": 2,
     "title": "Seats", "description": "An even number.", "examples": [2, 8]},
    {"name": "host", "kind": "string", "value": values.get("host", "Ada"), "default": None, "required": True,
     "examples": ["Ada"]}]
send({"event": "ready", "points": [300, 300], "origin": [0, 0], "scale": scale,
      "pixels": pixels, "ms": {"script": 2.1, "draw": round((time.monotonic() - began) * 1000, 1)}, "memory": 17400000,
      "layers": sum(1 for _ in scene.all()), "t": 0,
      "film": {"from": 0, "opens": opens, "duration": 4, "fps": 60} if moves else None,
      "states": {"names": states, "state": "", "tilts": tilts} if states or tilts else None,
      "pictures": [], "picture": 0, "parameters": [
          {"name": "heading", "kind": "number", "value": float(values.get("heading", 0)), "default": 0, "min": 0,
           "max": 360},
          {"name": "accent", "kind": "color", "value": values.get("accent", "#d9352b"), "default": "#d9352b"},
          {"name": "picture", "kind": "file", "value": values.get("picture", ""), "default": ""},
          {"name": "label", "kind": "string", "value": values.get("label", "north"), "default": "north"},
          {"name": "style", "kind": "choice", "value": values.get("style", "plain"), "default": "plain",
           "choices": ["plain", "rich"]},
          {"name": "shadow", "kind": "boolean", "value": values.get("shadow", "true") == "true", "default": True},
          *form]}, picture)
found = [] if any(word == "clean" for word, _ in words) else [
    {"rule": "empty-bounds", "path": "compass/heading", "name": "heading", "class": "TextLayer", "script": script,
     "line": 52, "message": "heading (TextLayer) is not seen: its bounds are empty, its text needs 62 × 41",
     "hint": "bounds = {0, 0, 62, 41}", "note": False},
    {"rule": "gradient-stops", "path": "compass/shine", "name": "shine", "class": "GradientLayer", "script": script,
     "line": 57, "message": "shine (GradientLayer) is not seen: it has 1 colour and needs 2",
     "hint": 'colors = {"white", "transparent"}', "note": False}]
findings = {"event": "findings", "list": found}
send(findings)
slow = next((float(rest) for word, rest in words if word == "slow"), 0)
for line in sys.stdin.buffer:
    ask = json.loads(line)
    t, answer, data = ask.get("t", 0), {}, None
    try:
        what = ask["ask"]
        if fails and (what == "frame" and t > fails[0] or what == "export" and ask["format"] == "gif"):
            raise Mistake
        if what == "frame":
            time.sleep(slow)
            data = scene.draw(ask.get("scale", scale), t, ask.get("rect"), raw=ask.get("raw", False))
            answer = {"ms": 1.5, "rect": ask.get("rect", [0, 0, 300, 300])}
            if ask.get("raw"):
                answer["pixels"], data = data
        elif what == "tree":
            layer = scene.at(ask["of"]) if "of" in ask else scene.root
            below = ([layer.mask] if layer.mask else []) + layer.sublayers
            begin, count = ask.get("from", 0), min(ask.get("count", 1000), 1000)
            answer = {"layers": [{**scene.row(layer, t), "index": scene.index(layer)},
                                 *(scene.row(each, t) for each in below[begin:begin + count])]}
        elif what == "search" and any(word == "unreadable" for word, _ in words):
            send({"id": None, "error": "cannot be read"})
            continue
        elif what == "search":
            answer = {"layers": [scene.row(each, t) for each in scene.all()
                                 if ask["text"].lower() in (each.name + each.kind).lower()][:200]}
        elif what == "layer":
            layer = scene.at(ask["path"])
            x, y, w, h = scene.frame(layer, t)
            answer = {"layer": {**scene.row(layer, t), "anchor": [x + w / 2, y + h / 2],
                                "maskQuad": scene.quad(layer.mask, t) if layer.mask else None, "clipQuad": None},
                      "keys": scene.keys(layer, t)}
        elif what == "pick":
            under = [layer.path for layer in scene.all() if layer.fill and not layer.is_mask
                     and 0 <= ask["x"] - scene.frame(layer, t)[0] < layer.frame[2]
                     and 0 <= ask["y"] - scene.frame(layer, t)[1] < layer.frame[3]][::-1]
            answer = {"path": under[0] if under else None, "paths": under}
        elif what == "own":
            layer = scene.at(ask["path"])
            x, y, w, h = scene.frame(layer, t)
            data = scene.draw(ask.get("scale", 1), t, (x, y, max(w, 1), max(h, 1)), layer)
            answer = {"quad": scene.quad(layer, t), "rect": [x, y, max(w, 1), max(h, 1)]}
        elif what == "edit":
            answer = scene.edit(ask["path"], ask["key"], ask["value"])
        elif what == "undo":
            answer = scene.undo(ask["path"], ask["key"])
        elif what == "state":
            scene.state(ask, states)
            film = {"from": 0, "opens": 0, "duration": 4, "fps": 60} if moves else None
            if scene.began is not None:
                film = {"from": scene.began, "opens": scene.began, "duration": 5 if moves else 1, "fps": 60,
                        "loop": 4 if moves else 0}
            answer = {"state": scene.chosen, "film": film}
        elif what == "tracks":
            answer = {"tracks": [
                {"path": "compass/arrow", "name": "arrow", "key": "position.x", "animation": "KeyframeAnimation",
                 "begin": 0, "end": 4, "keyTimes": [0, 0.2, 0.4, 0.6, 1], "repeats": 1, "line": 60, "script": script},
                {"path": "compass/circle/ticks", "name": "ticks", "key": "opacity", "animation": "BasicAnimation",
                 "begin": 0, "end": 1.2, "keyTimes": [0, 1], "repeats": 1, "line": 63, "script": script}]
                if moves else []}
        elif what == "findings":
            answer = findings
        elif what == "export":
            kinds = {"png": "image/png", "pdf": "application/pdf", "svg": "image/svg+xml", "mp4": "video/mp4",
                     "gif": "image/gif", "apng": "image/apng", "webp": "image/webp", "webm": "video/webm"}
            data = scene.draw(ask.get("scale", 1), t) if ask["format"] == "png" else b"bytes of " + ask["format"].encode()
            answer = {"type": kinds[ask["format"]]}
        else:
            raise ValueError(f"unknown question {what}")
        send({"id": ask["id"], "ok": True, **answer}, data)
    except Mistake:
        _, line, message = fails
        send({"id": ask["id"], "error": message, "script": script, "line": line,
              "source": [[n, text] for n, text in enumerate(source, 1) if abs(n - line) < 2]})
    except (KeyError, ValueError) as error:
        send({"id": ask["id"], "error": str(error.args[0])})
