#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the fonts of colour glyphs that tests draw, with fontTools 4 (PyPI):

  Paints.ttf    COLR version 1: a glyph for each kind of paint, A to Z and a to e
  Layers.ttf    COLR version 0: A is a square under a circle of the text's colour
  Pictures.ttf  sbix: A is a picture of two by two pixels
  Documents.ttf  SVG: A is a red square under a bar of the text's colour, B has the second colour of the palette; both in
                one document, packed by gzip; C is a text, which no shapes show
  Palettes.ttf  COLR version 0 with three palettes: A is a square, red, green for light, blue for dark backgrounds
  Heavy.ttf     COLR version 1: A paints an outline of 3,000 points 20,000 times, in 20 kB
  Varied.ttf    axes wght and wdth: A is a bar from 100 to 300 of 1000, 200 wider and its advance too at wght 900, 100
                narrower at 100, 100 wider at wdth 125; features ss01 (A becomes a square) and zero (B becomes a circle)

and, for scenes, scripts/scenes/fonts/Blocks.ttf: the letters of LAYERS of straight strokes, with axes wght and wdth, and
in place of ♥ a heart of blocks in three palettes.
"""
import base64
import pathlib

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.tables.S_V_G_ import SVGDocument
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike

HERE = pathlib.Path(__file__).parent
PALETTE = [(1, 0, 0, 1), (0, 0.5, 0, 1), (0, 0, 1, 1), (1, 0.8, 0, 1), (1, 1, 1, 1), (0, 0, 0, 0.5)]
RED, GREEN, BLUE, YELLOW, WHITE, SHADE, TEXT = 0, 1, 2, 3, 4, 5, 0xFFFF


def polygon(points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def circle(x, y, r):
    pen = TTGlyphPen(None)
    k = r * 0.4142
    pen.moveTo((x + r, y))
    corners = [(x + r, y + k), (x + k, y + r), (x, y + r), (x - k, y + r), (x - r, y + k), (x - r, y),
               (x - r, y - k), (x - k, y - r), (x, y - r), (x + k, y - r), (x + r, y - k), (x + r, y)]
    for i in range(0, 12, 3):
        pen.qCurveTo(corners[i], corners[i + 1], corners[i + 2])
    pen.closePath()
    return pen.glyph()


def font(family, letters, others={}):
    builder = FontBuilder(1000, isTTF=True)
    shapes = {
        "square": polygon([(100, 0), (100, 800), (900, 800), (900, 0)]),
        "circle": circle(500, 400, 400),
        "triangle": polygon([(100, 0), (500, 800), (900, 0)]),
        "bar": polygon([(450, 0), (450, 800), (550, 800), (550, 0)]),
    }
    empty = TTGlyphPen(None).glyph()
    glyphs = {".notdef": shapes["square"], "space": empty, **{letter: shapes["square"] for letter in letters}, **shapes}
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({32: "space", **{ord(letter): letter for letter in letters}, **others})
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (1000, getattr(table[name], "xMin", 0)) for name in glyphs})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-100, usWinAscent=900, usWinDescent=100)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "fullName": family, "psName": family})
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    return builder.font


def save(font, name):
    font.recalcTimestamp = False
    font.save(HERE / name)


def solid(color, alpha=1.0):
    return {"Format": 2, "PaletteIndex": color, "Alpha": alpha}


def glyph(paint, shape="square"):
    return {"Format": 10, "Paint": paint, "Glyph": shape}


def line(*stops, extend="pad"):
    return {"Extend": extend, "ColorStop": [{"StopOffset": o, "PaletteIndex": c, "Alpha": a} for o, c, a in stops]}


THREE = ((0, RED, 1), (0.5, YELLOW, 1), (1, BLUE, 1))


def linear(colors, p0=(100, 0), p1=(900, 0), p2=(100, 800)):
    return {"Format": 4, "ColorLine": colors, "x0": p0[0], "y0": p0[1], "x1": p1[0], "y1": p1[1], "x2": p2[0],
            "y2": p2[1]}


def radial(colors, c0=(500, 400), r0=0, c1=(500, 400), r1=400):
    return {"Format": 6, "ColorLine": colors, "x0": c0[0], "y0": c0[1], "r0": r0, "x1": c1[0], "y1": c1[1], "r1": r1}


def sweep(colors, start, end):
    return {"Format": 8, "ColorLine": colors, "centerX": 500, "centerY": 400, "startAngle": start, "endAngle": end}


def composite(mode, source, backdrop):
    return {"Format": 32, "SourcePaint": source, "CompositeMode": mode, "BackdropPaint": backdrop}


BAR = glyph(solid(RED), "bar")
OVER = (glyph(solid(BLUE, 0.8), "circle"), glyph(solid(YELLOW), "triangle"))
PAINTS = {
    "A": glyph(solid(RED)),
    "B": glyph(solid(TEXT, 0.5), "circle"),
    "C": {"Format": 1, "Layers": [glyph(solid(GREEN)), glyph(solid(YELLOW), "triangle"), glyph(solid(TEXT), "bar")]},
    "D": glyph(linear(line(*THREE))),
    "E": glyph(linear(line(*THREE), p1=(500, 400), p2=(900, 0)), "circle"),
    "F": glyph(linear(line((0.25, RED, 1), (0.75, BLUE, 0.2)))),
    "G": glyph(linear(line((0, RED, 1), (1, WHITE, 1), extend="repeat"), p1=(300, 0))),
    "H": glyph(linear(line((0, RED, 1), (1, WHITE, 1), extend="reflect"), p0=(400, 0), p1=(600, 0), p2=(400, 800))),
    "I": glyph(radial(line(*THREE))),
    "J": glyph(radial(line(*THREE), c0=(400, 500), r0=50, r1=300), "circle"),
    "K": glyph(radial(line((0, GREEN, 1), (1, WHITE, 1), extend="reflect"), r0=50, r1=120)),
    "L": glyph(radial(line(*THREE), c0=(200, 400), r0=50, c1=(700, 400), r1=150)),
    "M": glyph(sweep(line(*THREE), 0, 360)),
    "N": glyph(sweep(line(*THREE), 45, 180), "circle"),
    "O": glyph(sweep(line((0, RED, 1), (1, WHITE, 1), extend="repeat"), 0, 60)),
    "P": {"Format": 11, "Glyph": "C"},
    "Q": {"Format": 12, "Paint": BAR, "Transform": {"xx": 0.7, "yx": 0.3, "xy": -0.5, "yy": 0.8, "dx": 300, "dy": 0}},
    "R": {"Format": 14, "Paint": BAR, "dx": -200, "dy": 100},
    "S": {"Format": 16, "Paint": BAR, "scaleX": 1.5, "scaleY": 0.5},
    "T": {"Format": 18, "Paint": BAR, "scaleX": 1.9, "scaleY": 0.5, "centerX": 500, "centerY": 400},
    "U": {"Format": 20, "Paint": BAR, "scale": 0.5},
    "V": {"Format": 22, "Paint": BAR, "scale": 0.5, "centerX": 500, "centerY": 400},
    "W": {"Format": 24, "Paint": BAR, "angle": 20},
    "X": {"Format": 26, "Paint": BAR, "angle": 60, "centerX": 500, "centerY": 400},
    "Y": {"Format": 28, "Paint": BAR, "xSkewAngle": 20, "ySkewAngle": 0},
    "Z": {"Format": 30, "Paint": BAR, "xSkewAngle": 20, "ySkewAngle": 10, "centerX": 500, "centerY": 400},
    "a": composite("src_over", *OVER),
    "b": composite("src_in", *OVER),
    "c": composite("dest_out", *OVER),
    "d": composite("multiply", *OVER),
    "e": {"Format": 26, "Paint": glyph(linear(line(*THREE)), "triangle"), "angle": 90, "centerX": 500, "centerY": 400},
}


def paints():
    made = font("Paints", list(PAINTS))
    clips = {"A": (100, 0, 900, 800), "R": (0, 0, 400, 600)}
    made["COLR"] = buildCOLR(PAINTS, version=1, glyphMap=made.getReverseGlyphMap(), clipBoxes=clips)
    made["CPAL"] = buildCPAL([PALETTE])
    save(made, "Paints.ttf")


def layers():
    made = font("Layers", ["A", "B"])
    made["COLR"] = buildCOLR({"A": [("square", GREEN), ("circle", TEXT)]}, version=0,
                             glyphMap=made.getReverseGlyphMap())
    made["CPAL"] = buildCPAL([PALETTE])
    save(made, "Layers.ttf")
    for flavor in ["woff", "woff2"]:
        made.flavor = flavor
        save(made, "Layers." + flavor)


def pictures():
    made = font("Pictures", ["A", "B"])
    table = made["sbix"] = newTable("sbix")
    table.version, table.flags = 1, 1
    strike = Strike(ppem=2, resolution=72)
    # Red, green; blue, clear.
    png = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR4nGP4z8DwHwyBNIhgAAA/0gX7"
                           "yxemzgAAAABJRU5ErkJggg==")
    for name in made.getGlyphOrder():
        strike.glyphs[name] = Glyph(glyphName=name, graphicType="png " if name == "A" else None, originOffsetX=0,
                                    originOffsetY=0, imageData=png if name == "A" else None)
    table.strikes = {2: strike}
    save(made, "Pictures.ttf")


def palettes():
    made = font("Palettes", ["A"])
    made["COLR"] = buildCOLR({"A": [("square", 0)]}, version=0, glyphMap=made.getReverseGlyphMap())
    made["CPAL"] = buildCPAL([[PALETTE[RED]], [PALETTE[GREEN]], [PALETTE[BLUE]]], [0, 1, 2])
    save(made, "Palettes.ttf")


def documents():
    made = font("Documents", ["A", "B", "C"])
    a, b, c = (made.getGlyphID(name) for name in "ABC")
    text = f"""<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph{a}"><path fill="red" d="M100 0V-800H900V0Z"/>
<path fill="currentColor" d="M450 0V-800H550V0Z"/></g>
<path id="glyph{b}" fill="var(--color1, yellow)" d="M100 0V-800H900V0Z"/><text id="glyph{c}">x</text></svg>"""
    made["CPAL"] = buildCPAL([[PALETTE[RED], PALETTE[GREEN]], [PALETTE[RED], PALETTE[BLUE]]])
    table = made["SVG "] = newTable("SVG ")
    table.docList = [SVGDocument(text, a, c, True)]
    save(made, "Documents.ttf")


def varied():
    made = font("Varied", ["A", "B"])
    builder = FontBuilder(font=made)
    bar = polygon([(100, 0), (100, 800), (300, 800), (300, 0)])
    made["glyf"]["A"] = bar
    made["hmtx"]["A"] = (600, 100)
    builder.setupFvar([("wght", 100, 400, 900, "Weight"), ("wdth", 75, 100, 125, "Width")],
                      [{"location": {"wght": 400, "wdth": 100}, "stylename": "Regular"},
                       {"location": {"wght": 900, "wdth": 100}, "stylename": "Black"}])

    def wider(axis, support, by):
        # The bar's four points, then the left side, the advance, the top and the bottom.
        return TupleVariation({axis: support}, [(0, 0), (0, 0), (by, 0), (by, 0), (0, 0), (by, 0), (0, 0), (0, 0)])

    builder.setupGvar({"A": [wider("wght", (0, 1, 1), 200), wider("wght", (-1, -1, 0), -100),
                             wider("wdth", (0, 1, 1), 100)]})
    addOpenTypeFeaturesFromString(made, "feature ss01 { sub A by square; } ss01; feature zero { sub B by circle; } zero;")
    save(made, "Varied.ttf")


class Strokes:
    """A glyph of rectangles whose edges are linear in a width w and a thickness t."""

    def __init__(self, *rectangles):
        self.rectangles = rectangles

    def points(self, w, t):
        for edges in self.rectangles:
            left, bottom, right, top = (edge(w, t) for edge in edges)
            yield [(left, bottom), (left, top), (right, top), (right, bottom)]

    def glyph(self, w, t):
        pen = TTGlyphPen(None)
        for corners in self.points(w, t):
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
        return pen.glyph()

    def moves(self, place, normal):
        now, then = ([p for part in self.points(*at) for p in part] for at in (normal, place))
        return [(round(b[0] - a[0]), round(b[1] - a[1])) for a, b in zip(now, then)] + [
            (0, 0), (place[0] - normal[0], 0), (0, 0), (0, 0)]


def blocks():
    height, side = 700, 60
    low, high = lambda w, t: 0, lambda w, t: height
    left, right = lambda w, t: side, lambda w, t: side + w
    after_left, before_right = lambda w, t: side + t, lambda w, t: side + w - t
    foot, head = lambda w, t: t, lambda w, t: height - t
    below, above = lambda w, t: height / 2 - t / 2, lambda w, t: height / 2 + t / 2
    center_left, center_right = lambda w, t: side + w / 2 - t / 2, lambda w, t: side + w / 2 + t / 2
    stem, far = (left, low, after_left, high), (before_right, low, right, high)
    top, middle, bottom = (left, head, right, high), (left, below, right, above), (left, low, right, foot)
    letters = {
        "L": Strokes(stem, bottom), "A": Strokes(stem, far, top, middle),
        "Y": Strokes((left, below, after_left, high), (before_right, below, right, high), middle,
                     (center_left, low, center_right, above)),
        "E": Strokes(stem, top, middle, bottom),
        "R": Strokes(stem, top, middle, (before_right, below, right, high),
                     (lambda w, t: side + w / 2, low, lambda w, t: side + w / 2 + t, above)),
        "S": Strokes(top, middle, bottom, (left, below, after_left, high), (before_right, low, right, above)),
    }
    normal, thin, heavy, narrow, wide = (380, 110), (380, 30), (380, 210), (220, 110), (640, 110)
    made = font("Blocks", list(letters), {0x2665: "square"})
    builder = FontBuilder(font=made)
    order = made.getGlyphOrder()
    for name, strokes in letters.items():
        made["glyf"][name] = strokes.glyph(*normal)
        made["hmtx"][name] = (normal[0] + 2 * side, side)
    builder.setupFvar([("wght", 100, 400, 900, "Weight"), ("wdth", 50, 100, 200, "Width")],
                      [{"location": {"wght": 400, "wdth": 100}, "stylename": "Regular"}])
    builder.setupGvar({name: [
        TupleVariation({"wght": (-1, -1, 0)}, strokes.moves(thin, normal)),
        TupleVariation({"wght": (0, 1, 1)}, strokes.moves(heavy, normal)),
        TupleVariation({"wdth": (-1, -1, 0)}, strokes.moves(narrow, normal)),
        TupleVariation({"wdth": (0, 1, 1)}, strokes.moves(wide, normal))] for name, strokes in letters.items()})
    rows = ["0110110", "1111111", "1111111", "0111110", "0011100", "0001000"]
    cells = [(column, row) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "1"]

    def cell(column, row):
        x, y = 100 + 115 * column, 650 - 115 * row
        return [(x, y), (x, y + 105), (x + 105, y + 105), (x + 105, y)]

    def heart(part):
        pen = TTGlyphPen(None)
        for corners in part:
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
        return pen.glyph()

    made["glyf"]["square"] = heart([cell(*c) for c in cells])
    made["glyf"]["circle"] = heart([cell(*c) for c in cells if c in [(1, 1), (2, 1), (1, 2)]])
    made["COLR"] = buildCOLR({"square": [("square", 0), ("circle", 1)]}, version=0,
                             glyphMap=made.getReverseGlyphMap())
    made["CPAL"] = buildCPAL([[(0.85, 0.1, 0.25, 1), (1, 0.75, 0.8, 1)], [(0.1, 0.35, 0.75, 1), (0.7, 0.85, 1, 1)],
                              [(1, 0.8, 0.2, 1), (1, 1, 0.85, 1)]], [1, 1, 2])
    assert order == made.getGlyphOrder()
    made.recalcTimestamp = False
    folder = HERE.parent.parent / "scripts/scenes/fonts"
    folder.mkdir(exist_ok=True)
    made.save(folder / "Blocks.ttf")


def heavy():
    made = font("Heavy", ["A", "B"])
    made["glyf"]["B"] = polygon([(100 + i // 2 * 4 % 800, (i * 271) % 800 + i % 7) for i in range(3000)])
    made["glyf"]["square"] = made["glyf"]["B"]
    once = glyph(linear(line(*THREE)), "square")
    made["COLR"] = buildCOLR({
        "B": {"Format": 1, "Layers": [once] * 200},
        "A": {"Format": 1, "Layers": [{"Format": 11, "Glyph": "B"}] * 100},
    }, version=1, glyphMap=made.getReverseGlyphMap())
    made["CPAL"] = buildCPAL([PALETTE])
    save(made, "Heavy.ttf")


heavy()
paints()
layers()
pictures()
palettes()
documents()
varied()
blocks()
