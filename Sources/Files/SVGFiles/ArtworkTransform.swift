// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// A list of transform functions. Lengths may be percentages of a box, so it is resolved to a matrix where it is used.
struct ArtworkTransform: Equatable {
  enum Step: Equatable {
    case matrix(AffineTransform)
    /// A 3D transform, flattened to the plane.
    case solid(Transform3D)
    case move(ArtworkLength, ArtworkLength)
  }

  /// In the order of the text; the last is applied to points first.
  private(set) var steps: [Step] = []

  static let identity = ArtworkTransform()

  init() {}

  init(_ matrix: AffineTransform) { append(.matrix(matrix)) }

  mutating func append(_ step: Step) {
    if case .matrix(let new) = step, case .matrix(let old)? = steps.last {
      steps[steps.count - 1] = .matrix(new.concat(old))
    } else {
      steps.append(step)
    }
  }

  /// Returns the matrix; nil if it is not finite.
  func resolved(_ viewport: ArtworkViewport, fontSize: Double) -> AffineTransform? {
    var flat = AffineTransform.identity
    // The 3D matrix, from the first 3D step on.
    var whole: Transform3D?
    for step in steps {
      switch step {
      case .matrix(let matrix):
        flat = matrix.concat(flat)
        whole = whole.map { Transform3D(matrix).concat($0) }
      case .solid(let transform): whole = transform.concat(whole ?? Transform3D(flat))
      case .move(let x, let y):
        let move = AffineTransform.translation(
          viewport.resolve(x, .x, fontSize: fontSize), viewport.resolve(y, .y, fontSize: fontSize))
        flat = move.concat(flat)
        whole = whole.map { Transform3D(move).concat($0) }
      }
    }
    if let whole {
      flat = AffineTransform(a: whole.m11, b: whole.m12, c: whole.m21, d: whole.m22, tx: whole.m41, ty: whole.m42)
    }
    return flat.isFinite ? flat : nil
  }
}

/// The reference box of lengths in transforms and clips.
enum ArtworkBox: String {
  /// The user space of the nearest `svg`, from its origin.
  case view
  /// The bounds of the shapes, without or with their strokes.
  case fill, stroke

  /// Parses a CSS box keyword; nil for any other word.
  init?(css word: String) {
    switch word {
    case "view-box": self = .view
    case "fill-box", "content-box", "padding-box": self = .fill
    case "stroke-box", "border-box", "margin-box": self = .stroke
    default: return nil
    }
  }
}

/// The transform properties of an element: `transform`, and CSS's `translate`, `rotate`, `scale`, `transform-origin`
/// and `transform-box`.
struct ArtworkPlacement: Equatable {
  var transform: ArtworkTransform?
  var translate: ArtworkTransform?
  var rotate: ArtworkTransform?
  var scale: ArtworkTransform?
  /// Relative to the corner of the box; nil for the default.
  var origin: ArtworkOffset?
  var box = ArtworkBox.view

  var isIdentity: Bool { transform == nil && translate == nil && rotate == nil && scale == nil }
  /// True if the transform depends on the element's shapes.
  var isOfShapes: Bool { box != .view && !isIdentity }

  /// Returns the transform from the element's coordinates to its parent's; nil if it is not finite.
  ///
  /// - Parameters:
  ///   - rect: the reference box.
  ///   - origin: the default of `transform-origin`.
  func resolved(in rect: Rect, fontSize: Double, origin other: ArtworkOffset = .zero) -> AffineTransform? {
    if isIdentity { return .identity }
    let viewport = ArtworkViewport(width: rect.width, height: rect.height)
    var result = AffineTransform.identity
    for part in [translate, rotate, scale, transform] {
      guard let part else { continue }
      guard let own = part.resolved(viewport, fontSize: fontSize) else { return nil }
      result = own.concat(result)
    }
    let offset = (origin ?? other).resolved(viewport, fontSize: fontSize)
    let about = Point(rect.minX + offset.x, rect.minY + offset.y)
    guard about != .zero else { return result.isFinite ? result : nil }
    result = AffineTransform.translation(-about.x, -about.y).concat(result).concat(.translation(about.x, about.y))
    return result.isFinite ? result : nil
  }
}

/// A position in a box.
struct ArtworkOffset: Equatable {
  var x: ArtworkLength
  var y: ArtworkLength
  /// Offset in addition to `x` and `y`, right and down: `right 10px` is 100 % and −10.
  var more = Point.zero

  static let zero = ArtworkOffset(x: .zero, y: .zero)
  static let center = ArtworkOffset(x: .half, y: .half)

  func resolved(_ viewport: ArtworkViewport, fontSize: Double) -> Point {
    Point(
      viewport.resolve(x, .x, fontSize: fontSize) + more.x, viewport.resolve(y, .y, fontSize: fontSize) + more.y)
  }

  private static let xWords = ["left": 0.0, "right": 100.0], yWords = ["top": 0.0, "bottom": 100.0]

  /// Parses `transform-origin`: one to three values, the third of which is a depth.
  init?(origin text: String) {
    var words = text.words
    if words.count == 3 {
      guard let depth = ArtworkLength(words[2]), depth.unit != .percent else { return nil }
      words.removeLast()
    }
    self.init(words)
  }

  /// Parses a CSS position: one, two or four values.
  init?(position words: [String]) {
    guard words.count == 4 else {
      self.init(words)
      return
    }
    var found = ArtworkOffset.center
    var seen = (x: false, y: false)
    for i in [0, 2] {
      let word = words[i].lowercased()
      guard let length = ArtworkLength(words[i + 1]) else { return nil }
      if let side = ArtworkOffset.xWords[word], !seen.x {
        (found.x, found.more.x) = ArtworkOffset.from(side, length)
        seen.x = true
      } else if let side = ArtworkOffset.yWords[word], !seen.y {
        (found.y, found.more.y) = ArtworkOffset.from(side, length)
        seen.y = true
      } else {
        return nil
      }
    }
    self = found
  }

  private static func from(_ side: Double, _ length: ArtworkLength) -> (ArtworkLength, Double) {
    if side == 0 { return (length, 0) }
    if length.unit == .percent { return (ArtworkLength(value: 100 - length.value, unit: .percent), 0) }
    // Treats em and ex as plain numbers, since there is no font size here.
    return (ArtworkLength(value: 100, unit: .percent), -length.value)
  }

  private init?(_ words: [String]) {
    func value(_ word: String, _ names: [String: Double]) -> ArtworkLength? {
      let word = word.lowercased()
      if word == "center" { return .half }
      if let share = names[word] { return ArtworkLength(value: share, unit: .percent) }
      return ArtworkLength(word)
    }
    switch words.count {
    case 1:
      if let x = value(words[0], ArtworkOffset.xWords) {
        self.init(x: x, y: .half)
      } else if let y = value(words[0], ArtworkOffset.yWords) {
        self.init(x: .half, y: y)
      } else {
        return nil
      }
    case 2:
      if let x = value(words[0], ArtworkOffset.xWords), let y = value(words[1], ArtworkOffset.yWords) {
        self.init(x: x, y: y)
      } else if let y = value(words[0], ArtworkOffset.yWords), let x = value(words[1], ArtworkOffset.xWords),
        ArtworkLength(words[0]) == nil, ArtworkLength(words[1]) == nil
      {
        // Only keywords may be swapped.
        self.init(x: x, y: y)
      } else {
        return nil
      }
    default: return nil
    }
  }

  init(x: ArtworkLength, y: ArtworkLength) {
    self.x = x
    self.y = y
  }
}

extension ArtworkLength { static let half = ArtworkLength(value: 50, unit: .percent) }

// MARK: Reading

extension ArtworkTransform {
  /// Parses the CSS property `transform`, in which angles and lengths have units; nil if it is invalid.
  init?(css text: String) {
    self.init()
    let text = text.trimmed
    if text.lowercased() == "none" { return }
    guard let functions = text.cssFunctions else { return nil }
    for function in functions {
      guard let step = ArtworkTransform.step(function.name, function.inside) else { return nil }
      append(step)
    }
  }

  /// Parses `translate`: one to three lengths.
  init?(translate text: String) {
    self.init()
    let words = text.words
    if words.count == 1, words[0].lowercased() == "none" { return }
    let lengths = words.compactMap { ArtworkTransform.cssLength($0) }
    guard (1...3).contains(words.count), lengths.count == words.count, words.count < 3 || lengths[2].unit != .percent
    else { return nil }
    append(.move(lengths[0], lengths.count > 1 ? lengths[1] : .zero))
  }

  /// Parses `rotate`: an angle, with an axis before or after it.
  init?(rotate text: String) {
    self.init()
    var words = text.words.map { $0.lowercased() }
    if words == ["none"] { return }
    let angles = words.indices.filter { ArtworkTransform.angle(words[$0], isBare: false) != nil }
    guard let at = angles.first, angles.count == 1 || words.count > 2,
      let degrees = ArtworkTransform.angle(
        words.remove(at: words.count > 2 ? angles[angles.count - 1] : at), isBare: false)
    else { return nil }
    var axis: [Double]
    switch words {
    case [], ["z"]: axis = [0, 0, 1]
    case ["x"]: axis = [1, 0, 0]
    case ["y"]: axis = [0, 1, 0]
    default:
      axis = words.compactMap { ArtworkTransform.number($0) }
      guard words.count == 3, axis.count == 3 else { return nil }
    }
    append(ArtworkTransform.turn(degrees, axis))
  }

  /// Parses `scale`: one to three numbers or percentages.
  init?(scale text: String) {
    self.init()
    let words = text.words
    if words.count == 1, words[0].lowercased() == "none" { return }
    let factors = words.compactMap { ArtworkTransform.share($0) }
    guard (1...3).contains(words.count), factors.count == words.count else { return nil }
    append(.matrix(.scale(factors[0], factors.count > 1 ? factors[1] : factors[0])))
  }

  private static func number(_ text: String) -> Double? {
    guard let length = ArtworkLength(text), length.unit == .number, text.last.map({ !$0.isLetter }) == true else {
      return nil
    }
    return length.value
  }

  /// Parses a number or a percentage.
  private static func share(_ text: String) -> Double? {
    guard let length = ArtworkLength(text), text.last.map({ !$0.isLetter }) == true else { return nil }
    return length.unit == .percent ? length.value / 100 : length.value
  }

  /// Parses a length with a unit, or 0.
  private static func cssLength(_ text: String) -> ArtworkLength? {
    guard let length = ArtworkLength(text) else { return nil }
    return length.value == 0 || text.last == "%" || text.last.map(\.isLetter) == true ? length : nil
  }

  /// Parses an angle; returns degrees.
  ///
  /// - Parameter isBare: true if 0 needs no unit.
  static func angle(_ text: String, isBare: Bool) -> Double? {
    let units = ["deg": 1.0, "grad": 0.9, "turn": 360, "rad": 180 / .pi]
    var scanner = ArtworkScanner(text)
    guard let value = scanner.number() else { return nil }
    if scanner.isAtEnd { return isBare && value == 0 ? 0 : nil }
    guard let unit = units[scanner.word().lowercased()], scanner.isAtEnd else { return nil }
    return value * unit
  }

  private static func turn(_ degrees: Double, _ axis: [Double]) -> Step {
    if axis[0] == 0, axis[1] == 0 {
      return .matrix(ArtworkScanner.rotation(axis[2] == 0 ? 0 : axis[2] < 0 ? -degrees : degrees))
    }
    let whole = degrees.truncatingRemainder(dividingBy: 360)
    return .solid(.rotation(whole * .pi / 180, x: axis[0], y: axis[1], z: axis[2]))
  }

  private static func step(_ name: String, _ inside: String) -> Step? {
    let parts = inside.topLevelParts { $0 == UInt8(ascii: ",") }.map(\.trimmed)
    let count = parts.count
    guard count > 0, count <= 16, !parts.contains("") else { return nil }
    let numbers = parts.compactMap(number), shares = parts.compactMap(share)
    let lengths = parts.compactMap(cssLength), angles = parts.compactMap { angle($0, isBare: true) }
    func matrix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Step {
      .matrix(AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0))
    }
    switch name {
    case "matrix" where numbers.count == 6 && count == 6:
      return .matrix(
        AffineTransform(
          a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]))
    case "matrix3d" where numbers.count == 16:
      let m = numbers
      return .solid(
        Transform3D(
          m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7], m31: m[8],
          m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15]))
    case "translate" where lengths.count == count && count <= 2:
      return .move(lengths[0], count > 1 ? lengths[1] : .zero)
    case "translatex" where lengths.count == 1 && count == 1: return .move(lengths[0], .zero)
    case "translatey" where lengths.count == 1 && count == 1: return .move(.zero, lengths[0])
    case "translatez" where lengths.count == 1 && count == 1 && lengths[0].unit != .percent:
      return .solid(.translation(0, 0, lengths[0].value))
    case "translate3d" where lengths.count == 3 && count == 3 && lengths[2].unit != .percent:
      return .move(lengths[0], lengths[1])
    case "scale" where shares.count == count && count <= 2:
      return .matrix(.scale(shares[0], count > 1 ? shares[1] : shares[0]))
    case "scalex" where shares.count == 1 && count == 1: return .matrix(.scale(shares[0], 1))
    case "scaley" where shares.count == 1 && count == 1: return .matrix(.scale(1, shares[0]))
    case "scalez" where shares.count == 1 && count == 1: return .solid(.scale(1, 1, shares[0]))
    case "scale3d" where shares.count == 3 && count == 3: return .solid(.scale(shares[0], shares[1], shares[2]))
    case "rotate" where angles.count == 1 && count == 1, "rotatez" where angles.count == 1 && count == 1:
      return turn(angles[0], [0, 0, 1])
    case "rotatex" where angles.count == 1 && count == 1: return turn(angles[0], [1, 0, 0])
    case "rotatey" where angles.count == 1 && count == 1: return turn(angles[0], [0, 1, 0])
    case "rotate3d" where count == 4:
      let axis = parts.prefix(3).compactMap(number)
      guard axis.count == 3, let degrees = angle(parts[3], isBare: true) else { return nil }
      return turn(degrees, axis)
    case "skew" where angles.count == count && count <= 2:
      return matrix(1, count > 1 ? ArtworkScanner.tangent(angles[1]) : 0, ArtworkScanner.tangent(angles[0]), 1)
    case "skewx" where angles.count == 1 && count == 1: return matrix(1, 0, ArtworkScanner.tangent(angles[0]), 1)
    case "skewy" where angles.count == 1 && count == 1: return matrix(1, ArtworkScanner.tangent(angles[0]), 0, 1)
    case "perspective" where count == 1:
      if parts[0].lowercased() == "none" { return .matrix(.identity) }
      guard lengths.count == 1, lengths[0].unit == .number, lengths[0].value >= 0 else { return nil }
      return .solid(.perspective(max(lengths[0].value, 1)))
    default: return nil
    }
  }
}

extension StringProtocol {
  /// Splits at separators outside parentheses and quotes; leaves out empty parts.
  func topLevelParts(_ isSeparator: (UInt8) -> Bool) -> [String] {
    let bytes = Array(utf8)
    var parts: [String] = []
    var start = 0, depth = 0
    var quote: UInt8 = 0
    func end(_ at: Int) {
      let part = String(decoding: bytes[start..<at], as: UTF8.self).trimmed
      if !part.isEmpty { parts.append(part) }
      start = at + 1
    }
    for (i, c) in bytes.enumerated() {
      if quote != 0 {
        if c == quote { quote = 0 }
      } else if c == UInt8(ascii: "\"") || c == UInt8(ascii: "'") {
        quote = c
      } else if c == UInt8(ascii: "(") {
        depth += 1
      } else if c == UInt8(ascii: ")") {
        depth = Swift.max(depth - 1, 0)
      } else if depth == 0, isSeparator(c) {
        end(i)
      }
    }
    end(bytes.count)
    return parts
  }

  /// The names, in lower case, and arguments of a list of functions, with or without space between them; nil for other
  /// text.
  var cssFunctions: [(name: String, inside: String)]? {
    let bytes = Array(trimmed.utf8)
    var found: [(name: String, inside: String)] = []
    var at = 0
    while at < bytes.count {
      let start = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "(") { at += 1 }
      let name = String(decoding: bytes[start..<at], as: UTF8.self).trimmed
      guard at < bytes.count, !name.isEmpty, !name.utf8.contains(where: { $0 <= 32 || $0 == UInt8(ascii: ")") }) else {
        return nil
      }
      let inside = at + 1
      var depth = 0
      var quote: UInt8 = 0
      repeat {
        let c = bytes[at]
        if quote != 0 {
          if c == quote { quote = 0 }
        } else if c == UInt8(ascii: "\"") || c == UInt8(ascii: "'") {
          quote = c
        } else if c == UInt8(ascii: "(") {
          depth += 1
        } else if c == UInt8(ascii: ")") {
          depth -= 1
        }
        at += 1
      } while at < bytes.count && depth > 0
      guard depth == 0 else { return nil }
      found.append((name.lowercased(), String(decoding: bytes[inside..<(at - 1)], as: UTF8.self)))
    }
    return found.isEmpty ? nil : found
  }

  /// The name and arguments of a single function; nil for other text.
  var cssFunction: (name: String, inside: String)? {
    guard let functions = cssFunctions, functions.count == 1 else { return nil }
    return functions[0]
  }
}
