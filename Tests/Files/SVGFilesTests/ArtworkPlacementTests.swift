// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import struct Geometry.AffineTransform
import Pixels
import TestSupport
import Testing

import SVGFiles

/// Transforms, clips and CSS variables.
@Suite struct ArtworkPlacementTests {
  /// A file's elements, and the bounding box of Chromium 156's rendering in 64×64 pixels.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var body: String
    /// Left, top, right, bottom; nil if nothing is visible.
    var box: [Int]?
    init(_ name: String, _ body: String, _ box: [Int]?) {
      testDescription = name
      self.body = body
      self.box = box
    }
  }

  private static let elements: [Case] = [
    Case(
      "attr transform-origin",
      #"""
      <rect x="10" y="10" width="20" height="20" transform="rotate(45)" transform-origin="20 20"/>
      """#, [5, 5, 35, 35]),
    Case(
      "attr transform-box",
      #"""
      <rect x="10" y="10" width="20" height="20" transform="rotate(45)" transform-origin="center" transform-box="fill-box"/>
      """#, [17, 1, 47, 30]),
    Case(
      "css origin default",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotate(45deg)"/>
      """#, [0, 14, 15, 43]),
    Case(
      "css origin center view-box",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotate(45deg);transform-origin:center"/>
      """#, [17, 1, 47, 30]),
    Case(
      "css fill-box",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotate(45deg);transform-origin:center;transform-box:fill-box"/>
      """#, [5, 5, 35, 35]),
    Case(
      "css stroke-box",
      #"""
      <rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="8" style="transform:scale(.5);transform-origin:0 0;transform-box:stroke-box"/>
      """#, [6, 6, 20, 20]),
    Case(
      "css stroke-box path",
      #"""
      <path d="M10 10h20v20z" stroke="black" stroke-width="4" style="transform:scale(.5);transform-origin:0 0;transform-box:stroke-box"/>
      """#, [5, 8, 19, 22]),
    Case(
      "css content-box",
      #"""
      <rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="8" style="transform:scale(.5);transform-origin:0 0;transform-box:content-box"/>
      """#, [8, 8, 22, 22]),
    Case(
      "css border-box",
      #"""
      <rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="8" style="transform:scale(.5);transform-origin:0 0;transform-box:border-box"/>
      """#, [6, 6, 20, 20]),
    Case(
      "fill-box group",
      #"""
      <g style="transform:scale(.5);transform-origin:100% 100%;transform-box:fill-box"><rect x="10" y="10" width="20" height="20"/><rect x="20" y="20" width="20" height="20" transform="translate(10 0)"/></g>
      """#, [30, 25, 50, 40]),
    Case(
      "fill-box use",
      #"""
      <defs><rect id="r" width="20" height="20"/></defs><use href="#r" x="10" y="10" style="transform:scale(.5);transform-origin:0 0;transform-box:fill-box"/>
      """#, [5, 5, 15, 15]),
    Case(
      "translate %",
      #"""
      <rect x="10" y="10" width="20" height="20" style="translate:25% 10px"/>
      """#, [26, 20, 46, 40]),
    Case(
      "translate % fill-box",
      #"""
      <rect x="10" y="10" width="20" height="20" style="translate:50% 10px;transform-box:fill-box"/>
      """#, [20, 20, 40, 40]),
    Case(
      "transform translate %",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:translate(50%,10px)"/>
      """#, [42, 20, 62, 40]),
    Case(
      "attr transform translate %",
      #"""
      <rect x="10" y="10" width="20" height="20" transform="translate(50% 10)"/>
      """#, [10, 10, 30, 30]),
    Case(
      "rotate",
      #"""
      <rect x="10" y="10" width="20" height="20" style="rotate:90deg;transform-origin:30px 30px"/>
      """#, [30, 10, 50, 30]),
    Case(
      "scale",
      #"""
      <rect x="10" y="10" width="20" height="20" style="scale:.5 200%"/>
      """#, [5, 20, 15, 60]),
    Case(
      "all",
      #"""
      <rect x="10" y="10" width="20" height="10" style="translate:10px 5px;rotate:90deg;scale:.5;transform:translate(4px,6px);transform-origin:20px 20px"/>
      """#, [27, 22, 32, 32]),
    Case(
      "attr+individual",
      #"""
      <rect x="10" y="10" width="20" height="10" transform="translate(4 6)" style="rotate:90deg;transform-origin:20px 20px"/>
      """#, [14, 14, 24, 34]),
    Case(
      "attr translate",
      #"""
      <rect x="10" y="10" width="20" height="20" translate="10" rotate="30" scale="2"/>
      """#, [10, 10, 30, 30]),
    Case(
      "rotateX",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotateX(60deg)"/>
      """#, [10, 5, 30, 15]),
    Case(
      "perspective rotateX",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:perspective(50px) rotateX(60deg)"/>
      """#, [10, 5, 30, 15]),
    Case(
      "translate3d",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:translate3d(5px,6px,7px)"/>
      """#, [15, 16, 35, 36]),
    Case(
      "rotate x",
      #"""
      <rect x="10" y="10" width="20" height="20" style="rotate:x 60deg"/>
      """#, [10, 5, 30, 15]),
    Case(
      "rotate 0 0 1",
      #"""
      <rect x="10" y="10" width="20" height="20" style="rotate:0 0 1 90deg;transform-origin:30px 30px"/>
      """#, [30, 10, 50, 30]),
    Case(
      "unitless css",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:translate(5,6)"/>
      """#, [10, 10, 30, 30]),
    Case(
      "unitless rotate css",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotate(45)"/>
      """#, [10, 10, 30, 30]),
    Case(
      "css rotate 3 args",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:rotate(45 20 20)"/>
      """#, [10, 10, 30, 30]),
    Case(
      "origin keywords",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:scale(.5);transform-origin:bottom right"/>
      """#, [37, 37, 47, 47]),
    Case(
      "origin right",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:scale(.5);transform-origin:right"/>
      """#, [37, 21, 47, 31]),
    Case(
      "origin 3",
      #"""
      <rect x="10" y="10" width="20" height="20" style="transform:scale(.5);transform-origin:10px 10px 5px"/>
      """#, [10, 10, 20, 20]),
    Case(
      "clip circle %",
      #"""
      <rect x="10" y="10" width="20" height="20" style="clip-path:circle(25%)"/>
      """#, [15, 15, 25, 25]),
    Case(
      "clip circle px at",
      #"""
      <rect x="10" y="10" width="20" height="20" style="clip-path:circle(5px at 5px 5px)"/>
      """#, [10, 10, 20, 20]),
    Case(
      "clip circle stroke",
      #"""
      <rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="10" style="clip-path:circle(5px at 0 0)"/>
      """#, [5, 5, 10, 10]),
    Case(
      "clip circle stroke fill-box",
      #"""
      <rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="10" style="clip-path:circle(5px at 0 0) fill-box"/>
      """#, [5, 5, 15, 15]),
    Case(
      "clip circle view-box",
      #"""
      <rect x="10" y="10" width="20" height="20" style="clip-path:circle(10px at 20px 20px) view-box"/>
      """#, [10, 10, 30, 30]),
    Case(
      "clip inset",
      #"""
      <rect x="10" y="10" width="20" height="20" style="clip-path:inset(2px 4px 6px 8px)"/>
      """#, [18, 12, 26, 24]),
    Case(
      "clip ellipse",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:ellipse(25% 50% at 25% 50%)"/>
      """#, [10, 10, 30, 30]),
    Case(
      "clip polygon",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:polygon(0 0,50% 0,0 50%)"/>
      """#, [10, 10, 30, 20]),
    Case(
      "clip path",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:path('M0 0h10v10h-10z')"/>
      """#, [10, 10, 20, 20]),
    Case(
      "clip attr circle",
      #"""
      <rect x="10" y="10" width="20" height="20" clip-path="circle(5px at 5px 5px)"/>
      """#, [10, 10, 20, 20]),
    Case(
      "clip closest",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:circle(closest-side)"/>
      """#, [20, 10, 40, 30]),
    Case(
      "clip default circle",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:circle()"/>
      """#, [20, 10, 40, 30]),
    Case(
      "clip farthest",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:ellipse(farthest-side closest-side at 10px 5px)"/>
      """#, [10, 10, 50, 20]),
    Case(
      "clip rect()",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:rect(2px 30px 15px 4px)"/>
      """#, [14, 12, 40, 25]),
    Case(
      "clip xywh()",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:xywh(2px 3px 50% 10px round 4px)"/>
      """#, [12, 13, 32, 23]),
    Case(
      "clip box only",
      #"""
      <circle cx="20" cy="20" r="10" stroke="black" stroke-width="6" style="clip-path:fill-box"/>
      """#, [10, 10, 30, 30]),
    Case(
      "clip box only stroke",
      #"""
      <path d="M10 10h20v20z" stroke="black" stroke-width="6" style="clip-path:stroke-box"/>
      """#, [3, 7, 33, 38]),
    Case(
      "clip on group",
      #"""
      <g style="clip-path:inset(5px)"><rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="4"/><rect x="30" y="30" width="20" height="20"/></g>
      """#, [13, 13, 45, 45]),
    Case(
      "clip position 4",
      #"""
      <rect x="10" y="10" width="40" height="20" style="clip-path:circle(5px at right 10px bottom 5px)"/>
      """#, [35, 20, 45, 30]),
    Case(
      "clip url + box",
      #"""
      <clipPath id="c"><rect x="12" y="12" width="5" height="5"/></clipPath><rect x="10" y="10" width="40" height="20" style="clip-path:url(#c) fill-box"/>
      """#, [10, 10, 50, 30]),
    Case(
      "d prop",
      #"""
      <path style="d:path('M0 0h5v5z')"/>
      """#, [0, 0, 5, 5]),
    Case(
      "grad transform-origin",
      #"""
      <linearGradient id="g" gradientTransform="rotate(90)" transform-origin="center" gradientUnits="userSpaceOnUse" x2="64"><stop offset=".5" stop-color="white"/><stop offset=".5" stop-color="black"/></linearGradient><rect width="64" height="64" fill="url(#g)"/>
      """#, [0, 32, 64, 64]),
    Case(
      "clipPath transform css",
      #"""
      <clipPath id="c" style="transform:translate(5px,5px)"><rect width="10" height="10"/></clipPath><rect width="40" height="40" clip-path="url(#c)"/>
      """#, [5, 5, 15, 15]),
    Case(
      "clipPath transform % ",
      #"""
      <clipPath id="c" style="translate:25% 0"><rect width="10" height="10"/></clipPath><rect width="40" height="40" clip-path="url(#c)"/>
      """#, [16, 0, 26, 10]),
    Case(
      "clipPath child fill-box",
      #"""
      <clipPath id="c"><rect x="10" y="10" width="20" height="20" style="scale:.5;transform-box:fill-box;transform-origin:100% 100%"/></clipPath><rect width="40" height="40" clip-path="url(#c)"/>
      """#, [20, 20, 30, 30]),
    Case(
      "nested svg view-box",
      #"""
      <svg x="10" y="10" width="40" height="40" viewBox="0 0 20 20"><rect width="4" height="4" style="translate:50% 50%"/></svg>
      """#, [30, 30, 38, 38]),
    Case(
      "viewbox offset origin",
      #"""
      <svg x="0" y="0" width="40" height="40" viewBox="-10 -10 20 20"><rect width="4" height="4" style="scale:2;transform-origin:0 0"/></svg>
      """#, [20, 20, 36, 36]),
    Case(
      "invalid var",
      #"""
      <g fill="lime"><rect width="10" height="10" style="fill:red;fill:var(--none)"/></g>
      """#, [0, 0, 10, 10]),
    Case(
      "var",
      #"""
      <style>:root{--a:lime;--b:var(--a)} .x{fill:var(--b)}</style><rect class="x" width="10" height="10"/><rect x="20" width="10" height="10" fill="var(--none, var(--a))"/>
      """#, [0, 0, 30, 10]),
    Case(
      "var inherits",
      #"""
      <g style="--a:red"><rect width="10" height="10" style="fill:var(--a)"/><g style="--a:blue"><rect x="20" width="10" height="10" style="fill:var(--a)"/></g></g>
      """#, [0, 0, 30, 10]),
    Case(
      "var in transform",
      #"""
      <g style="--d:10px"><rect width="10" height="10" style="translate:var(--d) 5px"/></g>
      """#, [10, 5, 20, 15]),
    Case(
      "rotate attr transform-box",
      #"""
      <g transform-box="fill-box" transform-origin="center" transform="scale(.5)"><rect x="10" y="10" width="20" height="20"/></g>
      """#, [21, 21, 31, 31]),
    Case(
      "clip radius scale",
      #"""
      <rect x="0" y="0" width="40" height="20" style="clip-path:inset(0 round 20px 20px 20px 20px)"/>
      """#, [0, 0, 40, 20]),
    Case(
      "clip inset over",
      #"""
      <rect x="0" y="0" width="40" height="20" style="clip-path:inset(15px 30px 15px 30px)"/>
      """#, nil),
    Case(
      "transform-box none shape",
      #"""
      <line x1="10" y1="10" x2="30" y2="10" stroke="black" stroke-width="4" style="scale:2;transform-box:fill-box;transform-origin:center"/>
      """#, [0, 6, 40, 14]),
    Case(
      "hidden in bbox",
      #"""
      <g style="scale:.5;transform-box:fill-box"><rect x="10" y="10" width="20" height="20"/><rect x="0" y="0" width="5" height="5" visibility="hidden"/><rect width="2" height="2" fill="none"/></g>
      """#, [5, 5, 15, 15]),
  ]

  private static let roots: [Case] = [
    Case(
      "root attr",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" transform="rotate(90)"><rect width="10" height="10"/></svg>
      """#, [54, 0, 64, 10]),
    Case(
      "root css",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" style="transform:rotate(90deg)"><rect width="10" height="10"/></svg>
      """#, [54, 0, 64, 10]),
    Case(
      "root css origin",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" style="transform:scale(.5);transform-origin:0 0"><rect width="10" height="10"/></svg>
      """#, [0, 0, 5, 5]),
    Case(
      "root translate",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" style="translate:10px 25%"><rect width="10" height="10"/></svg>
      """#, [10, 16, 20, 26]),
    Case(
      "root clip",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" style="clip-path:circle(10px)"><rect width="64" height="64"/></svg>
      """#, [22, 22, 42, 42]),
    Case(
      "root viewbox css",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 32 32" style="transform:scale(.5)"><rect width="10" height="10"/></svg>
      """#, [16, 16, 26, 26]),
  ]

  /// The bounding box of all pixels that are not white.
  private func shown(_ text: String) throws -> [Int]? {
    let file = try artwork(text)
    #expect(file.isComplete, "\(file.omitted)")
    let bitmap = try Compositor.rasterize(file.drawing(), size: file.size, scale: 1)
    var box: [Int]?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] >> 24 > 1 {
        let p = bitmap[x, y]
        // White areas are indistinguishable from uncovered ones.
        if p & 0xFF == 0xFF, p >> 8 & 0xFF == 0xFF, p >> 16 & 0xFF == 0xFF { continue }
        box = [min(box?[0] ?? x, x), min(box?[1] ?? y, y), max(box?[2] ?? 0, x + 1), max(box?[3] ?? 0, y + 1)]
      }
    }
    return box
  }

  private func isNear(_ a: [Int]?, _ b: [Int]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return zip(a, b).allSatisfy { abs($0 - $1) <= 1 }
  }

  @Test(arguments: elements) func `an element stands where Chromium shows it`(given: Case) throws {
    let box = try shown(file(given.body, "width=\"64\" height=\"64\""))
    #expect(isNear(box, given.box), "\(String(describing: box)), not \(String(describing: given.box))")
  }

  @Test(arguments: roots) func `a root stands where Chromium shows it`(given: Case) throws {
    let box = try shown(given.body)
    #expect(isNear(box, given.box), "\(String(describing: box)), not \(String(describing: given.box))")
  }

  // MARK: By their formulas

  private func turned(_ degrees: Double) -> AffineTransform {
    let a = degrees * .pi / 180
    return AffineTransform(a: cos(a), b: sin(a), c: -sin(a), d: cos(a), tx: 0, ty: 0)
  }

  @Test func `random transforms are the product of their parts about their origin`() throws {
    var random = SeededRandom(32_208)
    func number(_ most: Int) -> Double { Double(Int(random.next() % UInt64(2 * most * 4 + 1)) - most * 4) / 4 }
    for round in 0..<300 {
      let box = ["", "view-box", "fill-box"][Int(random.next() % 3)]
      let rect = Rect(number(20), number(20), abs(number(30)) + 1, abs(number(30)) + 1)
      let reference = box == "fill-box" ? rect : Rect(0, 0, 100, 100)
      var style = box.isEmpty ? "" : "transform-box:\(box);"
      var expected = AffineTransform.identity
      func part(_ name: String, _ text: String, _ map: AffineTransform) {
        guard random.next() % 3 > 0 else { return }
        style += "\(name):\(text);"
        expected = map.concat(expected)
      }
      let (tx, ty, r, sx, sy) = (number(50), number(50), number(180), number(3) + 0.125, number(3) + 0.125)
      part("translate", "\(tx)px \(ty)%", .translation(tx, ty / 100 * reference.height))
      part("rotate", random.next() % 2 == 0 ? "\(r)deg" : "\(r / 360)turn", turned(r))
      part("scale", "\(sx) \(sy * 100)%", .scale(sx, sy))
      let (mx, my, q) = (number(80), number(40), number(90))
      part(
        "transform", "translate(\(mx)%, \(my)px) rotate(\(q)deg) skewX(30deg)",
        AffineTransform(a: 1, b: 0, c: tan(Double.pi / 6), d: 1, tx: 0, ty: 0).concat(turned(q))
          .concat(.translation(mx / 100 * reference.width, my)))
      var about = reference.origin
      if random.next() % 2 == 0 {
        let (ox, oy) = (number(100), number(60))
        style += "transform-origin:\(ox)% \(oy)px;"
        about = Point(reference.minX + ox / 100 * reference.width, reference.minY + oy)
      }
      expected = AffineTransform.translation(-about.x, -about.y).concat(expected)
        .concat(.translation(about.x, about.y))
      let drawn = try artwork(
        file(
          "<rect x='\(rect.minX)' y='\(rect.minY)' width='\(rect.width)' height='\(rect.height)' style='\(style)'/>"))
      let actual = try #require(drawn.shapes.first?.map, "\(round): \(style)")
      let differences = [
        actual.a - expected.a, actual.b - expected.b, actual.c - expected.c, actual.d - expected.d,
        actual.tx - expected.tx, actual.ty - expected.ty,
      ]
      #expect(differences.allSatisfy { abs($0) < 1e-8 }, "\(style): \(actual), not \(expected)")
      #expect(drawn.isComplete)
    }
  }

  @Test func `random circles, ellipses, insets and polygons cut to their outlines`() throws {
    var random = SeededRandom(32_308)
    func number(_ most: Int) -> Double { Double(random.next() % UInt64(most * 4 + 1)) / 4 }
    for _ in 0..<200 {
      let rect = Rect(number(20), number(20), number(40) + 8, number(40) + 8)
      let (x, y, r, s) = (number(100), number(40), number(30) + 1, number(100) + 1)
      let center = Point(rect.minX + x / 100 * rect.width, rect.minY + y)
      let diagonal = ((rect.width * rect.width + rect.height * rect.height) / 2).squareRoot()
      let top = number(3), right = number(3), bottom = number(3), left = number(3)
      let cases: [(text: String, box: Rect)] = [
        ("circle(\(r)px at \(x)% \(y)px)", Rect(center.x - r, center.y - r, 2 * r, 2 * r)),
        (
          "circle(\(s)% at \(x)% \(y)px)",
          Rect(center.x - s / 100 * diagonal, center.y - s / 100 * diagonal, s / 50 * diagonal, s / 50 * diagonal)
        ),
        (
          "ellipse(\(r)px \(s)% at \(x)% \(y)px)",
          Rect(center.x - r, center.y - s / 100 * rect.height, 2 * r, s / 50 * rect.height)
        ),
        (
          "inset(\(top)px \(right)px \(bottom)px \(left)px round 3px)",
          Rect(minX: rect.minX + left, minY: rect.minY + top, maxX: rect.maxX - right, maxY: rect.maxY - bottom)
        ),
        ("xywh(\(left)px \(top)px \(s)% \(r)px)", Rect(rect.minX + left, rect.minY + top, s / 100 * rect.width, r)),
        (
          "polygon(evenodd, 0 0, \(s)% 0, \(s)% \(r)px, 0 \(r)px)",
          Rect(rect.minX, rect.minY, s / 100 * rect.width, r)
        ), ("path('M0 0H\(r)V\(s)H0z')", Rect(rect.minX, rect.minY, r, s)),
      ]
      for (text, box) in cases {
        let drawn = try artwork(
          file(
            "<rect x='\(rect.minX)' y='\(rect.minY)' width='\(rect.width)' height='\(rect.height)' style=\"clip-path:\(text)\"/>"
          ))
        let clip = try #require(drawn.shapes.first?.shape.clips.first, "\(text)").box
        let isNear = [clip.minX - box.minX, clip.minY - box.minY, clip.maxX - box.maxX, clip.maxY - box.maxY]
          .allSatisfy { abs($0) < 1e-6 }
        #expect(isNear, "\(text) in \(rect): \(clip), not \(box)")
        #expect(drawn.isComplete)
      }
    }
  }

  @Test func `a stroke box holds the line and touches it`() throws {
    var random = SeededRandom(32_408)
    func number() -> Double { Double(random.next() % 400) / 10 + 10 }
    for _ in 0..<60 {
      let d =
        "M\(number()) \(number())"
        + (0..<3).map { _ in
          random.next() % 2 == 0
            ? "L\(number()) \(number())" : "C\(number()) \(number()) \(number()) \(number()) \(number()) \(number())"
        }.joined() + (random.next() % 2 == 0 ? "Z" : "")
      let join = ["miter", "round", "bevel"][Int(random.next() % 3)]
      let cap = ["butt", "round", "square"][Int(random.next() % 3)]
      let look =
        "d='\(d)' stroke='black' stroke-width='\(random.next() % 8 + 1)' stroke-linejoin='\(join)' stroke-linecap='\(cap)'"
      // The stroke box as a clip removes nothing, and is as tight as the drawing.
      let plain = try artwork(file("<path \(look)/>", "width='60' height='60'"))
      let cut = try artwork(file("<path \(look) style='clip-path:stroke-box'/>", "width='60' height='60'"))
      let box = try #require(cut.shapes.first?.shape.clips.first?.box)
      let bitmap = try Compositor.rasterize(plain.drawing(), size: plain.size, scale: 4)
      var ink = (left: Int.max, top: Int.max, right: 0, bottom: 0)
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where bitmap[x, y] != 0 {
          ink = (min(ink.left, x), min(ink.top, y), max(ink.right, x + 1), max(ink.bottom, y + 1))
        }
      }
      let sides = [
        (Double(ink.left) / 4, max(box.minX, 0)), (Double(ink.top) / 4, max(box.minY, 0)),
        (Double(ink.right) / 4, min(box.maxX, 60)), (Double(ink.bottom) / 4, min(box.maxY, 60)),
      ]
      // To within one pixel, since the outermost may be covered only minimally by a tip.
      #expect(sides.allSatisfy { abs($0 - $1) <= 1.01 }, "\(look): \(sides)")
    }
  }

  // MARK: Variables and colours

  @Test func `variables are inherited, replaced and refused as in browsers`() throws {
    let red = Color(red: 1, green: 0, blue: 0), lime = Color(red: 0, green: 1, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 1)
    let drawn = try artwork(
      file(
        """
        <style>:root { --a: red; --loop: var(--loop2); --loop2: var(--loop) } .b { --a: blue; fill: var(--a) }
        #c { fill: var(--none, var(--a)) } .d { fill: var(--loop, lime) } .e { --x: var(--a); fill: var(--x) }</style>
        <rect width="1" height="1" fill="var(--a)"/><g class="b"><rect width="1" height="1"/></g>
        <rect id="c" width="1" height="1"/><rect class="d" width="1" height="1"/><rect class="e" width="1" height="1"/>
        <g fill="lime"><rect width="1" height="1" style="fill: red; fill: var(--none)"/></g>
        <rect width="1" height="1" style="--A: lime; fill: var(--A)"/>
        <rect width="1" height="1" style="--w: 3px; width: var(--w); --c: 0 0 255; fill: rgb(var(--c))"/>
        <rect width="1" height="1" style="--a: initial; fill: var(--a, lime)"/>
        """))
    #expect(drawn.fills == [red, blue, red, lime, red, lime, lime, blue, lime])
    #expect(drawn.boxes[7] == Rect(0, 0, 3, 1) && drawn.isComplete)
  }

  @Test func `colours of all kinds are read, and those of the given colour mixed`() throws {
    let drawn = try artwork(
      file(
        """
        <rect width="1" height="1" fill="oklch(62.796% 0.25768 29.234)"/><rect width="1" height="1" style="fill: color-mix(in srgb, red, blue 25%)"/>
        <g color="lime"><rect width="1" height="1" fill="color-mix(in srgb, currentColor, black)"/></g>
        <rect width="1" height="1" fill="color-mix(in srgb, currentColor 50%, white)"/>
        """))
    #expect(drawn.isComplete)
    func near(_ a: Color?, _ rgb: [Double]) -> Bool {
      guard let a else { return false }
      return zip([a.red, a.green, a.blue], rgb).allSatisfy { abs($0 - $1) < 0.003 }
    }
    #expect(near(drawn.fills[0], [1, 0, 0]) && near(drawn.fills[1], [0.75, 0, 0.25]))
    #expect(near(drawn.fills[2], [0, 0.5, 0]))
    let inks = drawn.shapes.map { shape -> Color? in
      guard case .ink(let ink, let opacity)? = shape.shape.fill else { return nil }
      return ArtworkColors(current: Color(red: 1, green: 0, blue: 0)).color(ink, opacity: opacity)
    }
    #expect(near(inks[3], [1, 0.5, 0.5]))
  }

  // MARK: Omissions

  @Test(arguments: [
    ("<rect width='calc(3px + 1%)' height='9'/>", "width: calc(3px + 1%)"),
    ("<rect width='9' height='9' style='fill: light-dark(red, blue)'/>", "fill: light-dark(red, blue)"),
    ("<rect width='9' height='9' style='fill: rgb(from red r g b)'/>", "fill: rgb(from red r g b)"),
    (
      "<rect width='9' height='9' style='clip-path: shape(from 0 0, line to 1px 1px)'/>",
      "clip-path: shape(from 0 0, line to 1px 1px)"
    ),
    ("<rect width='9' height='9' style='offset-path: path(\"M0 0h9\")'/>", "the CSS property offset-path"),
    ("<rect width='9' height='9' style='mask-image: url(#m)'/>", "the CSS property mask-image"),
    ("<rect width='9' height='9' style='animation: spin 2s infinite'/>", "animation"),
    ("<rect width='9' height='9' stroke='red' vector-effect='non-scaling-stroke'/>", "vector-effect"),
    ("<style>rect { translate: calc(1px + 2%) 0 }</style><rect width='9' height='9'/>", "translate: calc(1px + 2%) 0"),
  ]) func `what has a meaning elsewhere is named`(body: String, what: String) throws {
    #expect(try artwork(file(body)).omissions.map(\.what) == [what])
  }

  @Test(arguments: [
    "<rect width='9' height='9' fill='garbage'/>", "<rect width='9' height='9' style='fill: url(#none)'/>",
    "<rect width='9' height='9' style='transform: rotate(45)'/>",
    "<rect width='9' height='9' style='transition: all 1s'/>",
    "<rect width='9' height='9' style='animation: none; offset-path: none'/>",
    "<rect width='9' height='9' style='fill: no-function(3)'/>",
  ]) func `what has none is not`(body: String) throws { #expect(try artwork(file(body)).isComplete) }

  @Test func `values that are changed at random never end the process`() throws {
    var random = SeededRandom(32_508)
    let bodies = Self.elements.map(\.body)
    let signs = Array("0123456789.-+eE%#/\"'= (),;:{}--var(calc(px".utf8)
    for _ in 0..<20 {
      for body in bodies {
        var bytes = Array(body.utf8)
        for _ in 0..<3 {
          let at = Int.random(in: 5..<bytes.count, using: &random)
          if random.next() % 2 == 0 {
            bytes[at] = signs.randomElement(using: &random) ?? 48
          } else {
            bytes.insert(
              contentsOf: ["1e99", "NaN", "(((", "var(--a)", "-9e9px "].randomElement(using: &random)!.utf8, at: at)
          }
        }
        guard let drawn = try? artwork(file(String(decoding: bytes, as: UTF8.self), "width='64' height='64'")) else {
          continue
        }
        _ = drawn.drawing()
      }
    }
    // Exponential expansion of variables is bounded.
    let chain = (0..<60).map { "--v\($0): var(--v\($0 + 1)) var(--v\($0 + 1))" }.joined(separator: ";")
    _ = try? artwork(file("<g style='\(chain); --v60: x'><rect width='9' height='9' style='fill: var(--v0)'/></g>"))
  }
}
