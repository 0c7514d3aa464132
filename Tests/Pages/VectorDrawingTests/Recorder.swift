// SPDX-License-Identifier: MIT
import Compositor
import Geometry
import Messages
import Pixels
import RenderTree

import VectorDrawing

/// A target that records its calls, one line each.
final class Recorder: VectorTarget {
  var features = VectorFeatures()
  var lines: [String] = []
  /// The open scopes: each `endX` must match.
  private var open: [String] = []
  private(set) var mistakes: [String] = []

  private func begin(_ kind: String, _ line: String) {
    open.append(kind)
    lines.append(line)
  }

  private func end(_ kind: String) {
    if open.popLast() != kind { mistakes.append("end of \(kind) in \(open)") }
    lines.append("end")
  }

  var isBalanced: Bool { open.isEmpty && mistakes.isEmpty }

  private func text(_ r: Rect) -> String {
    [r.minX, r.minY, r.width, r.height].map { numberText($0, decimals: 3) }.joined(separator: " ")
  }

  private func text(_ c: Color) -> String {
    [c.red, c.green, c.blue, c.alpha].map { numberText($0, decimals: 3) }.joined(separator: " ")
  }

  private func text(_ ink: VectorInk) -> String {
    (ink.alpha == 1 ? "" : " α\(numberText(ink.alpha, decimals: 3))") + (ink.blend == .normal ? "" : " \(ink.blend)")
  }

  private func text(_ paint: VectorPaint) -> String {
    switch paint {
    case .color(let c): return text(c)
    case .gradient(let g):
      let stops = g.stops.map { numberText($0.location, decimals: 3) + ":" + text($0.color) }.joined(separator: ", ")
      return "gradient [\(stops)]"
    case .pattern(let b, _): return "pattern \(b.width)×\(b.height)"
    }
  }

  private func check(_ t: AffineTransform) { if !t.isFinite { mistakes.append("a map that is not finite") } }

  func beginNode(_ label: String, box: Rect, isSingle: Bool) { open.append("node") }
  func endNode() { if open.popLast() != "node" { mistakes.append("end of node in \(open)") } }
  func beginClip(_ area: VectorArea) {
    check(area.map)
    begin("clip", "clip \(text(area.box))")
  }
  func endClip() { end("clip") }
  func beginGroup(_ group: VectorGroup) { begin("group", "group\(text(group.ink))\(group.isMasked ? " masked" : "")") }
  func endGroup() { end("group") }
  func beginMask() {
    if open.last != "group" { mistakes.append("a mask in \(open)") }
    begin("mask", "mask")
  }
  func endMask() { end("mask") }
  func fill(_ area: VectorArea, _ paint: VectorPaint, _ ink: VectorInk) {
    check(area.map)
    lines.append("fill \(text(area.box)) \(text(paint))\(text(ink))")
  }
  func stroke(_ path: Path, _ style: StrokeStyle, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk)
  {
    check(map)
    lines.append("stroke \(text(map.boundingBox(of: path.boundingBox))) \(text(paint))\(text(ink))")
  }
  func text(_ run: GlyphRun, through map: AffineTransform, _ paint: VectorPaint, _ ink: VectorInk) {
    lines.append("text \(run.text) \(text(paint))\(text(ink))")
  }
  func image(_ image: VectorImage, _ ink: VectorInk) {
    check(image.map)
    let box = image.map.boundingBox(of: Rect(0, 0, Double(image.bitmap.width), Double(image.bitmap.height)))
    lines.append("\(image.stencil == nil ? "image" : "stencil") \(text(box))\(text(ink))")
  }
  func shadow(of area: VectorArea, sigma: Double, _ color: Color, _ ink: VectorInk) {
    lines.append("shadow \(text(area.box)) σ\(numberText(sigma, decimals: 3)) \(text(color))\(text(ink))")
  }
  func link(_ address: String, over area: VectorArea) { lines.append("link \(address) \(text(area.box))") }
}

/// Records the page of a node.
func record(
  _ root: RenderNode, page: Rect = Rect(0, 0, 100, 100), dpi: Double = 72, features: VectorFeatures = VectorFeatures(),
  report: VectorReport? = nil
) throws -> Recorder {
  let recorder = Recorder()
  recorder.features = features
  let tree = RenderTree(root: root, canvas: page, scale: 1, background: nil)
  try VectorPainter.paint(
    tree, on: recorder, through: .identity, page: page, VectorOptions(dpi: dpi, report: report))
  return recorder
}
