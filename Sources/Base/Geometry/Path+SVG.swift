// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Parsing
import SystemC

/// A syntax error in SVG path data, with its byte offset from 0.
///
/// ```swift
/// do {
///   path = try Path(svg: "M0 0 L5 x")
/// } catch let error as PathTextError {
///   print(error.offset, error)
/// }
/// ```
public struct PathTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A description of the error.
  public let message: String
  /// The byte offset of the error in the text, from 0.
  public let offset: Int

  /// The message with the offset, counted from 1.
  public var description: String { "\(message), at character \(offset + 1)" }
}

extension Path {
  /// Parses SVG path data (SVG 1.1, section 8.3: M L H V C S Q T A Z, absolute and relative).
  ///
  /// Any mistake is an error, unlike in a browser, which draws the part before the mistake. Blank text is the empty
  /// path.
  ///
  /// ```swift
  /// try Path(svg: "m1 1h2v2z").svg  // "M 1 1 L 3 1 L 3 3 Z"
  /// try Path(svg: "M0 0 L5 x")  // throws a PathTextError whose offset is 8
  /// ```
  public init(svg text: String) throws {
    var reading = Reading(trusted: "Path")
    try self.init(svg: text, &reading)
  }

  /// Parses untrusted SVG path data: charges memory to the reading, and can be cancelled.
  ///
  /// - Throws: `PathTextError` for a syntax error, or the reading's `LayerError`.
  package init(svg text: String, _ reading: inout Reading) throws {
    self.init()
    try reading.take(text.utf8.count)
    var reader = PathTextReader(bytes: Array(text.utf8))
    try reader.read(into: &self, &reading)
  }

  /// Parses SVG path data up to the first syntax error, as browsers do.
  ///
  /// - Parameter problem: receives the error; unchanged if there is none.
  /// - Throws: the reading's `LayerError`.
  package init(svgUpToMistake text: String, problem: inout PathTextError?, _ reading: inout Reading) throws {
    self.init()
    try reading.take(text.utf8.count)
    var reader = PathTextReader(bytes: Array(text.utf8))
    var read = Path()
    do { try reader.read(into: &read, &reading) } catch let error as PathTextError { problem = error }
    if let last = read.points.lastIndex(where: { !$0.isFinite }) {
      // Only the last segment can have overflowed.
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

  /// The path as absolute SVG path data, with the shortest numbers that round-trip.
  public var svg: String {
    var reading = Reading(trusted: "Path")
    return (try? svg(&reading)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Serialises a possibly large path as SVG path data in ASCII; charges memory to the reading, and can be cancelled.
  package func svg(_ reading: inout Reading) throws(LayerError) -> [UInt8] {
    var text = GrownText()
    var i = 0
    for verb in verbs {
      if text.count > 0 { try text.append(UInt8(ascii: " "), &reading) }
      let letter =
        switch verb {
        case .move: UInt8(ascii: "M")
        case .line: UInt8(ascii: "L")
        case .quad: UInt8(ascii: "Q")
        case .cubic: UInt8(ascii: "C")
        case .close: UInt8(ascii: "Z")
        }
      try text.append(letter, &reading)
      for p in points[i..<(i + verb.pointCount)] {
        try text.append(" \(numberText(p.x)) \(numberText(p.y))", &reading)
      }
      i += verb.pointCount
    }
    return text.utf8
  }
}

private struct PathTextReader {
  let bytes: [UInt8]
  var at = 0
  var current = Point.zero
  var start = Point.zero

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Maximum length of a number, in bytes.
  private static let longestNumber = 4096

  /// Consumes the next command's letter; before a number, returns the last command again, or a line after a move.
  ///
  /// - Parameter last: 0 at the start of the text.
  private mutating func nextCommand(after last: UInt8) throws -> UInt8 {
    let c = bytes[at]
    if (c | 32) >= 97 && (c | 32) <= 122 {
      at += 1
      return c
    }
    switch last {
    case 0: throw error("path data starts with M or m, not \"\(character(c))\"")
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): throw error("expected a command after Z, got \"\(character(c))\"")
    case UInt8(ascii: "M"): return UInt8(ascii: "L")
    case UInt8(ascii: "m"): return UInt8(ascii: "l")
    default: return last
    }
  }

  mutating func read(into path: inout Path, _ reading: inout Reading) throws {
    try skipSpace(&reading)
    var command: UInt8 = 0
    var lastCubicControl: Point?
    var lastQuadControl: Point?
    while at < bytes.count {
      try reading.step()
      command = try nextCommand(after: command)
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
        current = try point(base, &reading)
        start = current
        path.move(to: current)
      case UInt8(ascii: "l"):
        current = try point(base, &reading)
        path.addLine(to: current)
      case UInt8(ascii: "h"):
        current.x = base.x + (try number(&reading))
        path.addLine(to: current)
      case UInt8(ascii: "v"):
        current.y = base.y + (try number(&reading))
        path.addLine(to: current)
      case UInt8(ascii: "c"):
        let c1 = try point(base, &reading)
        let c2 = try point(base, &reading)
        current = try point(base, &reading)
        path.addCurve(control1: c1, control2: c2, to: current)
        cubicControl = c2
      case UInt8(ascii: "s"):
        let c1 = lastCubicControl.map { current * 2 - $0 } ?? current
        let c2 = try point(base, &reading)
        current = try point(base, &reading)
        path.addCurve(control1: c1, control2: c2, to: current)
        cubicControl = c2
      case UInt8(ascii: "q"):
        let c1 = try point(base, &reading)
        current = try point(base, &reading)
        path.addQuadCurve(control: c1, to: current)
        quadControl = c1
      case UInt8(ascii: "t"):
        let c1 = lastQuadControl.map { current * 2 - $0 } ?? current
        current = try point(base, &reading)
        path.addQuadCurve(control: c1, to: current)
        quadControl = c1
      case UInt8(ascii: "a"):
        let (rx, ry, rotation) = (try number(&reading), try number(&reading), try number(&reading))
        let (large, sweep) = (try flag(&reading), try flag(&reading))
        let end = try point(base, &reading)
        addArc(to: end, rx: rx, ry: ry, degrees: rotation, isLarge: large, isSweep: sweep, path: &path)
        current = end
      case UInt8(ascii: "z"):
        path.closeSubpath()
        current = start
      default:
        throw error("unknown path command \"\(character(command))\"; the commands are M L H V C S Q T A Z", at: at - 1)
      }
      let count = path.points.count - before
      // Factor 3: an array doubles when it grows, and the old one lives while it is copied.
      try reading.take(3 * (count * MemoryLayout<Point>.stride + count + 1))
      guard path.points[before...].allSatisfy(\.isFinite) else {
        throw error("the path exceeds the number range", at: position)
      }
      lastCubicControl = cubicControl
      lastQuadControl = quadControl
      try skipSpace(&reading)
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        try skipSpace(&reading)
        guard at < bytes.count, isNumberStart(bytes[at]) else { throw error("expected a number after \",\"") }
      }
    }
  }

  /// Adds an arc: converts end points to centre form by SVG 1.1, appendix F.6.5. Radii that are too small are enlarged.
  func addArc(to end: Point, rx: Double, ry: Double, degrees: Double, isLarge: Bool, isSweep: Bool, path: inout Path) {
    var (rx, ry) = (abs(rx), abs(ry))
    guard current != end else { return }
    guard rx > 0, ry > 0 else { return path.addLine(to: end) }
    let phi = degrees * Double.pi / 180
    let (s, c) = (sin(phi), cos(phi))
    let half = (current - end) / 2
    let x = c * half.x + s * half.y
    let y = -s * half.x + c * half.y
    // In units of the radii, so that no square overflows.
    let lambda = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    // An arc this flat is a line.
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

  mutating func point(_ base: Point, _ reading: inout Reading) throws -> Point {
    let x = try number(&reading)
    let y = try number(&reading)
    return Point(base.x + x, base.y + y)
  }

  mutating func flag(_ reading: inout Reading) throws -> Bool {
    try skipSeparator(&reading)
    guard at < bytes.count, bytes[at] == 48 || bytes[at] == 49 else {
      throw error("expected an arc flag, 0 or 1, \(found)")
    }
    at += 1
    return bytes[at - 1] == 49
  }

  mutating func number(_ reading: inout Reading) throws -> Double {
    try skipSeparator(&reading)
    let (begin, limit) = (at, PathTextReader.longestNumber)
    guard let end = DecimalText.end(in: bytes, from: begin, limit: limit, takesBarePoint: true) else {
      throw error("expected a number, \(found)")
    }
    at = end
    try reading.step(end - begin)
    guard end - begin <= limit else { throw error("a number of more than \(limit) characters", at: begin) }
    guard let value = DecimalText.value(bytes[begin..<end]) else {
      throw error("the number \(String(decoding: bytes[begin..<end], as: UTF8.self)) is out of range", at: begin)
    }
    return value
  }

  func isNumberStart(_ c: UInt8) -> Bool { c >= 48 && c <= 57 || c == 43 || c == 45 || c == 46 }

  mutating func skipSpace(_ reading: inout Reading) throws {
    while at < bytes.count, bytes[at] <= 32, [9, 10, 12, 13, 32].contains(bytes[at]) {
      at += 1
      try reading.step()
    }
  }

  mutating func skipSeparator(_ reading: inout Reading) throws {
    try skipSpace(&reading)
    if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      try skipSpace(&reading)
    }
  }

  var found: String { at < bytes.count ? "got \"\(character(bytes[at]))\"" : "but the text ends" }
  func character(_ c: UInt8) -> String { c >= 32 && c < 127 ? String(UnicodeScalar(c)) : "byte \(c)" }
  func error(_ message: String, at offset: Int? = nil) -> PathTextError {
    PathTextError(message: message, offset: offset ?? at)
  }
}
