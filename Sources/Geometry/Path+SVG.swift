// SPDX-License-Identifier: MIT
import Numbers
import SystemC
import Wording

/// An error in a path's text, and its place (a byte offset from 0).
public struct PathTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let message: String
  /// The byte of the text where it is, from 0.
  public let offset: Int

  /// The message with the place, counted from 1.
  public var description: String { "\(message), at character \(offset + 1)" }
}

extension Path {
  /// A path from SVG path data (SVG 1.1, section 8.3: M L H V C S Q T A Z, absolute and relative).
  ///
  /// Any mistake is an error, unlike in a browser, which draws the part before the mistake. Blank text is the empty
  /// path.
  ///
  /// ```swift
  /// try Path(svg: "m1 1h2v2z").svg  // "M 1 1 L 3 1 L 3 3 Z"
  /// try Path(svg: "M0 0 L5 x")  // throws a PathTextError whose offset is 8
  /// ```
  public init(svg text: String) throws {
    self.init()
    var reader = PathTextReader(bytes: Array(text.utf8))
    try reader.read(into: &self)
  }

  /// A path from SVG path data up to the first mistake, which is what browsers draw.
  ///
  /// - Parameter problem: the mistake; nil without any.
  package init(svgUpToMistake text: String, problem: inout PathTextError?) {
    self.init()
    var reader = PathTextReader(bytes: Array(text.utf8))
    var read = Path()
    do throws(PathTextError) { try reader.read(into: &read) } catch { problem = error }
    if let last = read.points.lastIndex(where: { !$0.isFinite }) {
      // The segment that left the range of numbers is the last one.
      let step = (read.verbs.last ?? .move).pointCount
      if last >= read.points.count - step { read.removeLast() }
      guard read.points.allSatisfy(\.isFinite) else { return }
    }
    self = read
  }

  private mutating func removeLast() {
    guard let verb = verbs.popLast() else { return }
    points.removeLast(min(verb.pointCount, points.count))
    currentPoint = points.last
  }

  /// The path as absolute SVG path data with the shortest numbers that read back the same.
  public var svg: String { svg { false } ?? "" }

  /// The same, or nil when `isStopped`, which is called now and then, returns true.
  package func svg(isStopped: () -> Bool) -> String? {
    var result = ""
    var i = 0
    for (step, verb) in verbs.enumerated() {
      if step & 4095 == 4095, isStopped() { return nil }
      if !result.isEmpty { result += " " }
      switch verb {
      case .move: result += "M"
      case .line: result += "L"
      case .quad: result += "Q"
      case .cubic: result += "C"
      case .close: result += "Z"
      }
      for p in points[i..<(i + verb.pointCount)] { result += " \(numberText(p.x)) \(numberText(p.y))" }
      i += verb.pointCount
    }
    return result
  }
}

private struct PathTextReader {
  let bytes: [UInt8]
  var at = 0
  var current = Point.zero
  var start = Point.zero

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(into path: inout Path) throws(PathTextError) {
    skipSpace()
    var command: UInt8 = 0
    var lastCubicControl: Point?
    var lastQuadControl: Point?
    while at < bytes.count {
      let c = bytes[at]
      let isLetter = (c | 32) >= 97 && (c | 32) <= 122
      if isLetter {
        command = c
        at += 1
      } else if command == 0 {
        throw error("path data starts with M or m, not \"\(character(c))\"")
      } else if command | 32 == UInt8(ascii: "z") {
        throw error("expected a command after Z, got \"\(character(c))\"")
      } else if command == UInt8(ascii: "M") {
        command = UInt8(ascii: "L")
      } else if command == UInt8(ascii: "m") {
        command = UInt8(ascii: "l")
      }
      if path.isEmpty, command | 32 != UInt8(ascii: "m") {
        throw error("path data starts with M or m, not \"\(character(command))\"", at: at - 1)
      }
      let base = command >= 97 ? current : .zero
      let before = path.points.count
      let position = at
      var cubicControl: Point?
      var quadControl: Point?
      switch command | 32 {
      case UInt8(ascii: "m"):
        current = try point(base)
        start = current
        path.move(to: current)
      case UInt8(ascii: "l"):
        current = try point(base)
        path.addLine(to: current)
      case UInt8(ascii: "h"):
        current.x = base.x + (try number())
        path.addLine(to: current)
      case UInt8(ascii: "v"):
        current.y = base.y + (try number())
        path.addLine(to: current)
      case UInt8(ascii: "c"):
        let c1 = try point(base)
        let c2 = try point(base)
        current = try point(base)
        path.addCurve(control1: c1, control2: c2, to: current)
        cubicControl = c2
      case UInt8(ascii: "s"):
        let c1 = lastCubicControl.map { current * 2 - $0 } ?? current
        let c2 = try point(base)
        current = try point(base)
        path.addCurve(control1: c1, control2: c2, to: current)
        cubicControl = c2
      case UInt8(ascii: "q"):
        let c1 = try point(base)
        current = try point(base)
        path.addQuadCurve(control: c1, to: current)
        quadControl = c1
      case UInt8(ascii: "t"):
        let c1 = lastQuadControl.map { current * 2 - $0 } ?? current
        current = try point(base)
        path.addQuadCurve(control: c1, to: current)
        quadControl = c1
      case UInt8(ascii: "a"):
        let (rx, ry, rotation) = (try number(), try number(), try number())
        let (large, sweep) = (try flag(), try flag())
        let end = try point(base)
        addArc(to: end, rx: rx, ry: ry, degrees: rotation, isLarge: large, isSweep: sweep, path: &path)
        current = end
      case UInt8(ascii: "z"):
        path.closeSubpath()
        current = start
      default:
        throw error("unknown path command \"\(character(command))\"; the commands are M L H V C S Q T A Z", at: at - 1)
      }
      guard path.points[before...].allSatisfy(\.isFinite) else {
        throw error("the path leaves the range of numbers", at: position)
      }
      lastCubicControl = cubicControl
      lastQuadControl = quadControl
      skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        skipSpace()
        guard at < bytes.count, isNumberStart(bytes[at]) else { throw error("expected a number after \",\"") }
      }
    }
  }

  /// SVG 1.1, appendix F.6.5: from end points to centre; radii that are too small are enlarged.
  func addArc(to end: Point, rx: Double, ry: Double, degrees: Double, isLarge: Bool, isSweep: Bool, path: inout Path) {
    var (rx, ry) = (abs(rx), abs(ry))
    guard current != end else { return }
    guard rx > 0, ry > 0 else { return path.addLine(to: end) }
    let phi = degrees * Double.pi / 180
    let (s, c) = (sin(phi), cos(phi))
    let half = (current - end) / 2
    let x = c * half.x + s * half.y
    let y = -s * half.x + c * half.y
    // In units of the radii, so that no square leaves the range of numbers.
    let lambda = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    // So flat that it is a line.
    guard lambda > 1e-24 else { return path.addLine(to: end) }
    if lambda > 1 {
      rx *= lambda.squareRoot()
      ry *= lambda.squareRoot()
    }
    var k = max(0, 1 / lambda - 1).squareRoot()
    if isLarge == isSweep { k = -k }
    let (cx, cy) = (k * rx * (y / ry), -k * ry * (x / rx))
    let mid = (current + end) / 2
    let center = Point(c * cx - s * cy + mid.x, s * cx + c * cy + mid.y)
    let a = atan2((y - cy) / ry, (x - cx) / rx)
    let b = atan2((-y - cy) / ry, (-x - cx) / rx)
    var sweep = b - a
    if isSweep, sweep < 0 { sweep += 2 * Double.pi }
    if !isSweep, sweep > 0 { sweep -= 2 * Double.pi }
    path.addArc(
      center: center, radiusX: rx, radiusY: ry, rotation: phi, startAngle: a, sweep: sweep, from: current, to: end)
  }

  mutating func point(_ base: Point) throws(PathTextError) -> Point {
    let x = try number()
    let y = try number()
    return Point(base.x + x, base.y + y)
  }

  mutating func flag() throws(PathTextError) -> Bool {
    skipSeparator()
    guard at < bytes.count, bytes[at] == 48 || bytes[at] == 49 else {
      throw error("expected an arc flag, 0 or 1, \(found)")
    }
    at += 1
    return bytes[at - 1] == 49
  }

  mutating func number() throws(PathTextError) -> Double {
    skipSeparator()
    let begin = at
    func digit(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 48 && bytes[i] <= 57 }
    if at < bytes.count, bytes[at] == 43 || bytes[at] == 45 { at += 1 }
    var digits = 0
    while digit(at) { (at, digits) = (at + 1, digits + 1) }
    if at < bytes.count, bytes[at] == 46 {
      at += 1
      while digit(at) { (at, digits) = (at + 1, digits + 1) }
    }
    guard digits > 0 else {
      at = begin
      throw error("expected a number, \(found)")
    }
    if at < bytes.count, bytes[at] | 32 == 101 {
      var ahead = at + 1
      if ahead < bytes.count, bytes[ahead] == 43 || bytes[ahead] == 45 { ahead += 1 }
      if digit(ahead) {
        at = ahead
        while digit(at) { at += 1 }
      }
    }
    var text = String(decoding: bytes[begin..<at], as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    guard let value = Double(text), value.isFinite else { throw error("the number \(text) is out of range", at: begin) }
    return value
  }

  func isNumberStart(_ c: UInt8) -> Bool { c >= 48 && c <= 57 || c == 43 || c == 45 || c == 46 }

  mutating func skipSpace() { while at < bytes.count, [9, 10, 12, 13, 32].contains(bytes[at]) { at += 1 } }

  mutating func skipSeparator() {
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipSpace()
    }
  }

  var found: String { at < bytes.count ? "got \"\(character(bytes[at]))\"" : "but the text ends" }
  func character(_ c: UInt8) -> String { c >= 32 && c < 127 ? String(UnicodeScalar(c)) : "byte \(c)" }
  func error(_ message: String, at offset: Int? = nil) -> PathTextError {
    PathTextError(message: message, offset: offset ?? at)
  }
}
