// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import SystemC

/// A CSS length.
struct ArtworkLength: Equatable {
  enum Unit { case number, percent, em, ex }
  var value: Double
  /// Absolute units are already converted to CSS pixels.
  var unit = Unit.number

  static let zero = ArtworkLength(value: 0)

  init(value: Double, unit: Unit = .number) {
    self.value = value
    self.unit = unit
  }

  /// Parses a length; nil if it is invalid.
  init?(_ text: String) {
    var scanner = ArtworkScanner(text)
    guard let length = scanner.length(), scanner.isAtEnd else { return nil }
    self = length
  }
}

/// The basis of relative lengths: the sides of the viewport, in user units. The font size is passed separately.
struct ArtworkViewport {
  var width: Double
  var height: Double

  enum Axis { case x, y, diagonal }

  func resolve(_ length: ArtworkLength, _ axis: Axis, fontSize: Double) -> Double {
    switch length.unit {
    case .number: length.value
    case .em: length.value * fontSize
    case .ex: length.value * fontSize / 2
    case .percent:
      switch axis {
      case .x: length.value / 100 * width
      case .y: length.value / 100 * height
      case .diagonal: length.value / 100 * ((width * width + height * height) / 2).squareRoot()
      }
    }
  }
}

/// Parses attribute values: numbers, lengths, lists, transforms.
struct ArtworkScanner {
  let bytes: [UInt8]
  var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpace()
  }

  private func isLetter(_ c: UInt8) -> Bool { (c | 32) >= 97 && (c | 32) <= 122 }

  var isAtEnd: Bool { at >= bytes.count }

  mutating func skipSpace() { while at < bytes.count, isSpace(bytes[at]) { at += 1 } }

  mutating func skipSeparator() {
    skipSpace()
    if take(UInt8(ascii: ",")) { skipSpace() }
  }

  mutating func take(_ c: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == c else { return false }
    at += 1
    return true
  }

  /// Parses a number and the space after it; returns nil without advancing if there is none.
  mutating func number() -> Double? {
    let begin = at
    guard let value = bareNumber() else {
      at = begin
      return nil
    }
    skipSpace()
    return value
  }

  private mutating func bareNumber() -> Double? {
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 48 && bytes[i] <= 57 }
    let begin = at
    if at < bytes.count, bytes[at] == 43 || bytes[at] == 45 { at += 1 }
    var digits = 0
    while isDigit(at) { (at, digits) = (at + 1, digits + 1) }
    if at < bytes.count, bytes[at] == 46 {
      at += 1
      while isDigit(at) { (at, digits) = (at + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if at < bytes.count, bytes[at] | 32 == 101 {
      var ahead = at + 1
      if ahead < bytes.count, bytes[ahead] == 43 || bytes[ahead] == 45 { ahead += 1 }
      // In `2em` the `e` begins a unit, not an exponent.
      if isDigit(ahead) {
        at = ahead
        while isDigit(at) { at += 1 }
      }
    }
    var text = String(decoding: bytes[begin..<at], as: UTF8.self)
    if text.hasPrefix("+") { text.removeFirst() }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    if text.hasSuffix(".") { text += "0" }
    guard let value = Double(text), value.isFinite, abs(value) < 1e30 else { return nil }
    return value
  }

  mutating func word() -> String {
    let begin = at
    while at < bytes.count, isLetter(bytes[at]) || bytes[at] == 45 || (bytes[at] >= 48 && bytes[at] <= 57) { at += 1 }
    let word = String(decoding: bytes[begin..<at], as: UTF8.self)
    skipSpace()
    return word
  }

  mutating func length() -> ArtworkLength? {
    let begin = at
    guard let value = bareNumber() else {
      at = begin
      return nil
    }
    let start = at
    if !take(UInt8(ascii: "%")) { while at < bytes.count, isLetter(bytes[at]) { at += 1 } }
    let unit = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    skipSpace()
    switch unit {
    case "", "px": return ArtworkLength(value: value)
    case "pt": return ArtworkLength(value: value * 96 / 72)
    case "pc": return ArtworkLength(value: value * 16)
    case "mm": return ArtworkLength(value: value * 96 / 25.4)
    case "cm": return ArtworkLength(value: value * 96 / 2.54)
    case "in": return ArtworkLength(value: value * 96)
    case "%": return ArtworkLength(value: value, unit: .percent)
    case "em": return ArtworkLength(value: value, unit: .em)
    case "ex": return ArtworkLength(value: value, unit: .ex)
    default:
      at = begin
      return nil
    }
  }

  /// Parses numbers up to the end or the first invalid one.
  mutating func numbers() -> [Double] {
    var result: [Double] = []
    while let value = number() {
      result.append(value)
      skipSeparator()
    }
    return result
  }

  // MARK: Transforms

  /// Parses a transform list, e.g. `translate(3 4) rotate(45)`; nil if it is invalid.
  mutating func transform() -> AffineTransform? {
    var result = AffineTransform.identity
    while !isAtEnd {
      let name = word()
      guard take(UInt8(ascii: "(")) else { return nil }
      skipSpace()
      var v: [Double] = []
      while v.count < 7, let value = bareNumber() {
        // Accepts CSS units of angles, and px.
        let start = at
        while at < bytes.count, isLetter(bytes[at]) { at += 1 }
        let unit = String(decoding: bytes[start..<at], as: UTF8.self)
        skipSpace()
        switch unit {
        case "", "deg", "px": v.append(value)
        case "rad": v.append(value * 180 / .pi)
        case "turn": v.append(value * 360)
        case "grad": v.append(value * 0.9)
        default: return nil
        }
        skipSeparator()
      }
      guard take(UInt8(ascii: ")")) else { return nil }
      skipSeparator()
      let step: AffineTransform
      switch (name, v.count) {
      case ("matrix", 6): step = AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
      case ("translate", 1): step = .translation(v[0], 0)
      case ("translate", 2): step = .translation(v[0], v[1])
      case ("translateX", 1): step = .translation(v[0], 0)
      case ("translateY", 1): step = .translation(0, v[0])
      case ("scale", 1): step = .scale(v[0], v[0])
      case ("scale", 2): step = .scale(v[0], v[1])
      case ("scaleX", 1): step = .scale(v[0], 1)
      case ("scaleY", 1): step = .scale(1, v[0])
      case ("rotate", 1): step = Self.rotation(v[0])
      case ("rotate", 3):
        step = AffineTransform.translation(-v[1], -v[2]).concat(Self.rotation(v[0])).concat(.translation(v[1], v[2]))
      case ("skewX", 1), ("skew", 1): step = AffineTransform(a: 1, b: 0, c: Self.tangent(v[0]), d: 1, tx: 0, ty: 0)
      case ("skewY", 1): step = AffineTransform(a: 1, b: Self.tangent(v[0]), c: 0, d: 1, tx: 0, ty: 0)
      default: return nil
      }
      result = step.concat(result)
      guard result.isFinite else { return nil }
    }
    return result
  }

  static func rotation(_ degrees: Double) -> AffineTransform {
    let whole = degrees.truncatingRemainder(dividingBy: 360)
    let exact: (Double, Double)? =
      switch whole {
      case 0: (1, 0)
      case 90, -270: (0, 1)
      case 180, -180: (-1, 0)
      case 270, -90: (0, -1)
      default: nil
      }
    let (c, s) = exact ?? (cos(whole * .pi / 180), sin(whole * .pi / 180))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  static func tangent(_ degrees: Double) -> Double { tan(degrees.truncatingRemainder(dividingBy: 180) * .pi / 180) }

  // MARK: Boxes

  /// Parses a `viewBox`; nil if it is invalid or has no area.
  static func viewBox(_ text: String) -> Rect? {
    var scanner = ArtworkScanner(text)
    let v = scanner.numbers()
    guard v.count == 4, scanner.isAtEnd, v[2] > 0, v[3] > 0 else { return nil }
    return Rect(v[0], v[1], v[2], v[3])
  }

  /// The placement of a view box in a viewport.
  struct Alignment {
    /// The fraction of the free space before the box on each axis; nil stretches the box.
    var place: Point? = Point(0.5, 0.5)
    var isSlice = false

    /// Parses `preserveAspectRatio`.
    init(_ text: String?) {
      guard let text else { return }
      var scanner = ArtworkScanner(text)
      var name = scanner.word()
      if name == "defer" { name = scanner.word() }
      if name == "none" {
        place = nil
        return
      }
      let xs = ["xMin": 0.0, "xMid": 0.5, "xMax": 1.0], ys = ["YMin": 0.0, "YMid": 0.5, "YMax": 1.0]
      guard let x = xs[String(name.prefix(4))], let y = ys[String(name.dropFirst(4))] else { return }
      place = Point(x, y)
      isSlice = scanner.word() == "slice"
    }

    /// Returns the transform from the box's coordinates to the viewport's.
    func map(_ box: Rect, to viewport: Rect) -> AffineTransform {
      var x = viewport.width / box.width, y = viewport.height / box.height
      guard let place else {
        return AffineTransform.translation(-box.x, -box.y).concat(.scale(x, y)).concat(
          .translation(viewport.x, viewport.y))
      }
      let k = isSlice ? max(x, y) : min(x, y)
      (x, y) = (k, k)
      let free = Point(viewport.width - box.width * k, viewport.height - box.height * k)
      return AffineTransform.translation(-box.x, -box.y).concat(.scale(x, y)).concat(
        .translation(viewport.x + free.x * place.x, viewport.y + free.y * place.y))
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  var trimmed: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  /// The parts separated by white space.
  var words: [String] {
    Array(utf8).split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }
  }
}

private func isSpace(_ c: UInt8) -> Bool { c == 32 || (c >= 9 && c <= 13) }

/// Returns the id in `url(#id)` and the text after it; nil for other text.
func artworkReference(_ text: String) -> (id: String, rest: String)? {
  guard text.lowercased().hasPrefix("url("), let close = text.firstIndex(of: ")") else { return nil }
  var inside = text[text.index(text.startIndex, offsetBy: 4)..<close].trimmed
  for quote in ["\"", "'"] where inside.count >= 2 && inside.hasPrefix(quote) && inside.hasSuffix(quote) {
    inside = String(inside.dropFirst().dropLast())
  }
  guard inside.hasPrefix("#") else { return nil }
  return (String(inside.dropFirst()), text[text.index(after: close)...].trimmed)
}
