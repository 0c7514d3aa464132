// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Parsing

/// The path of an SVG shape element.
struct ArtworkOutline {
  private(set) var path = Path()

  init(
    _ tag: ArtworkTag, reader: ArtworkReader, of node: Int32, style: ArtworkProperties, viewport: ArtworkViewport
  ) throws(LayerError) {
    func length(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis) -> Double? {
      reader.length(key, axis: axis, style: style, viewport: viewport)
    }
    func end(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis) -> Double {
      reader.document.attribute(node, key).flatMap { ArtworkLength($0) }.map {
        viewport.resolve($0, axis, fontSize: style.fontSize)
      } ?? 0
    }
    switch tag {
    case .path:
      guard let text = style.own.outline ?? reader.document.attribute(node, .d) else { return }
      var problem: PathTextError?
      // The path data before an error is drawn.
      var reading = Reading(reader.document.account, name: "", purpose: "the path data of the file")
      do { path = try Path(svgUpToMistake: text, problem: &problem, &reading) } catch {
        throw error as? LayerError ?? LayerError("\(error)")
      }
    case .rect:
      guard let width = length(.width, .x), let height = length(.height, .y), width > 0, height > 0 else { return }
      let rect = Rect(length(.x, .x) ?? 0, length(.y, .y) ?? 0, width, height)
      let rx = length(.rx, .x).flatMap { $0 >= 0 ? $0 : nil }, ry = length(.ry, .y).flatMap { $0 >= 0 ? $0 : nil }
      rounded(rect, min(rx ?? ry ?? 0, width / 2), min(ry ?? rx ?? 0, height / 2))
    case .circle:
      guard let r = length(.r, .diagonal), r > 0 else { return }
      ellipse(Point(length(.cx, .x) ?? 0, length(.cy, .y) ?? 0), r, r)
    case .ellipse:
      let rx = length(.rx, .x), ry = length(.ry, .y)
      guard let across = rx ?? ry, let down = ry ?? rx, across > 0, down > 0 else { return }
      ellipse(Point(length(.cx, .x) ?? 0, length(.cy, .y) ?? 0), across, down)
    case .line:
      path.move(to: Point(end(.x1, .x), end(.y1, .y)))
      path.addLine(to: Point(end(.x2, .x), end(.y2, .y)))
    case .polyline, .polygon:
      guard let text = reader.document.attribute(node, .points) else { return }
      var scanner = ArtworkScanner(text)
      let v = scanner.numbers()
      for i in stride(from: 0, to: v.count - 1, by: 2) {
        if i == 0 { path.move(to: Point(v[0], v[1])) } else { path.addLine(to: Point(v[i], v[i + 1])) }
      }
      if tag == .polygon { path.closeSubpath() }
    default: break
    }
    if !path.points.allSatisfy({ abs($0.x) < 1e30 && abs($0.y) < 1e30 }) { path = Path() }
  }

  /// Adds an ellipse, starting where dashes start: at the right end, clockwise.
  private mutating func ellipse(_ center: Point, _ rx: Double, _ ry: Double) {
    path.addEllipse(in: Rect(center.x - rx, center.y - ry, 2 * rx, 2 * ry))
  }

  /// Adds a rounded rectangle, starting where dashes start: at the left end of the upper side, clockwise.
  private mutating func rounded(_ r: Rect, _ rx: Double, _ ry: Double) {
    guard rx > 0, ry > 0 else { return path.addRect(r) }
    // Control point distance at which one cubic approximates a quarter ellipse.
    let k = 0.5522847498307936
    let (kx, ky) = (rx * (1 - k), ry * (1 - k))
    path.move(to: Point(r.minX + rx, r.minY))
    path.addLine(to: Point(r.maxX - rx, r.minY))
    path.addCurve(
      control1: Point(r.maxX - kx, r.minY), control2: Point(r.maxX, r.minY + ky), to: Point(r.maxX, r.minY + ry))
    path.addLine(to: Point(r.maxX, r.maxY - ry))
    path.addCurve(
      control1: Point(r.maxX, r.maxY - ky), control2: Point(r.maxX - kx, r.maxY), to: Point(r.maxX - rx, r.maxY))
    path.addLine(to: Point(r.minX + rx, r.maxY))
    path.addCurve(
      control1: Point(r.minX + kx, r.maxY), control2: Point(r.minX, r.maxY - ky), to: Point(r.minX, r.maxY - ry))
    path.addLine(to: Point(r.minX, r.minY + ry))
    path.addCurve(
      control1: Point(r.minX, r.minY + ky), control2: Point(r.minX + kx, r.minY), to: Point(r.minX + rx, r.minY))
    path.closeSubpath()
  }
}

/// Decodes data URLs.
enum ArtworkData {
  /// Returns the bytes of a URL `data:…;base64,…`; nil for other URLs.
  static func bytes(ofLink link: String) -> [UInt8]? {
    guard link.hasPrefix("data:"), let comma = link.utf8.firstIndex(of: UInt8(ascii: ",")),
      link[..<comma].hasSuffix(";base64")
    else { return nil }
    var result: [UInt8] = []
    let text = link.utf8[link.utf8.index(after: comma)...]
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for c in text {
      let value: UInt32
      switch c {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(c) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(c) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(c) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case 9...13, 32, UInt8(ascii: "="): continue
      default: return nil
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    return result.isEmpty ? nil : result
  }
}
