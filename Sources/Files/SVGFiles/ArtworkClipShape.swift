// SPDX-License-Identifier: MIT
import Geometry
import Numbers

/// The parsed value of `clip-path`.
enum ArtworkClipSource: Equatable {
  /// A `clipPath` element by its id.
  case reference(String)
  /// A CSS shape, or the box itself if nil.
  case shape(ArtworkClipShape?, ArtworkBox)

  /// Parses a CSS value; nil if it is invalid.
  init?(css text: String) {
    let text = text.trimmed
    if let (id, rest) = artworkReference(text) {
      guard rest.isEmpty else { return nil }
      self = .reference(id)
      return
    }
    var shape: ArtworkClipShape?
    var box: ArtworkBox?
    let parts = text.topLevelParts { $0 == 32 || ($0 >= 9 && $0 <= 13) }
    guard (1...2).contains(parts.count) else { return nil }
    for part in parts {
      if box == nil, let named = ArtworkBox(css: part.lowercased()) {
        box = named
      } else if shape == nil, let read = ArtworkClipShape(part) {
        shape = read
      } else {
        return nil
      }
    }
    // In SVG, CSS's default `border-box` means the stroke box.
    self = .shape(shape, box ?? .stroke)
  }
}

/// A CSS basic shape (CSS Shapes 1, section 3).
enum ArtworkClipShape: Equatable {
  enum Radius: Equatable {
    case length(ArtworkLength)
    case closestSide, farthestSide, closestCorner, farthestCorner
  }

  /// The horizontal and vertical radius of a corner.
  struct Corner: Equatable {
    var x = ArtworkLength.zero
    var y = ArtworkLength.zero
  }

  case circle(Radius, ArtworkOffset)
  case ellipse(Radius, Radius, ArtworkOffset)
  /// Distances inward from the box's sides, clockwise from the top; corners clockwise from the top left.
  case inset([ArtworkLength], [Corner])
  /// Distances of the sides from the box's top and left, clockwise from the top; nil for the box's own side.
  case rect([ArtworkLength?], [Corner])
  case xywh([ArtworkLength], [Corner])
  case polygon([(x: ArtworkLength, y: ArtworkLength)], FillRule)
  case path(Path, FillRule)

  static func == (a: ArtworkClipShape, b: ArtworkClipShape) -> Bool {
    switch (a, b) {
    case (.circle(let r, let p), .circle(let s, let q)): r == s && p == q
    case (.ellipse(let r, let t, let p), .ellipse(let s, let u, let q)): r == s && t == u && p == q
    case (.inset(let a, let c), .inset(let b, let d)): a == b && c == d
    case (.rect(let a, let c), .rect(let b, let d)): a == b && c == d
    case (.xywh(let a, let c), .xywh(let b, let d)): a == b && c == d
    case (.polygon(let a, let r), .polygon(let b, let s)): r == s && a.elementsEqual(b) { $0 == $1 }
    case (.path(let a, let r), .path(let b, let s)): a == b && r == s
    default: false
    }
  }

  /// Parses a CSS basic shape; nil if it is invalid.
  init?(_ text: String) {
    guard let (name, inside) = text.cssFunction else { return nil }
    let isSpace = { (c: UInt8) -> Bool in c == 32 || (c >= 9 && c <= 13) }
    let words = inside.topLevelParts(isSpace)
    switch name {
    case "circle", "ellipse":
      let at = words.firstIndex { $0.lowercased() == "at" } ?? words.count
      let radii = words[..<at].map(ArtworkClipShape.radius)
      guard !radii.contains(nil) else { return nil }
      var place = ArtworkOffset.center
      if at < words.count {
        guard let read = ArtworkOffset(position: Array(words[(at + 1)...])) else { return nil }
        place = read
      }
      let found = radii.compactMap { $0 }
      switch (name, found.count) {
      case ("circle", 0): self = .circle(.closestSide, place)
      case ("circle", 1): self = .circle(found[0], place)
      case ("ellipse", 0): self = .ellipse(.closestSide, .closestSide, place)
      case ("ellipse", 2): self = .ellipse(found[0], found[1], place)
      default: return nil
      }
    case "inset", "rect", "xywh":
      let round = words.firstIndex { $0.lowercased() == "round" } ?? words.count
      var corners = [Corner](repeating: Corner(), count: 4)
      if round < words.count {
        guard let read = ArtworkClipShape.corners(Array(words[(round + 1)...])) else { return nil }
        corners = read
      }
      let isAuto = words[..<round].map { $0.lowercased() == "auto" }
      let lengths = words[..<round].map { ArtworkLength($0) }
      guard name == "rect" || !lengths.contains(nil), zip(lengths, isAuto).allSatisfy({ $0 != nil || $1 }) else {
        return nil
      }
      switch (name, lengths.count) {
      case ("inset", 1...4):
        guard let all = ArtworkClipShape.four(lengths.compactMap { $0 }) else { return nil }
        self = .inset(all, corners)
      case ("rect", 4): self = .rect(lengths, corners)
      case ("xywh", 4):
        let all = lengths.compactMap { $0 }
        guard all.count == 4, all[2].value >= 0, all[3].value >= 0 else { return nil }
        self = .xywh(all, corners)
      default: return nil
      }
    case "polygon":
      var parts = inside.topLevelParts { $0 == UInt8(ascii: ",") }
      var rule = FillRule.nonZero
      if let read = parts.first.flatMap(ArtworkClipShape.rule) {
        rule = read
        parts.removeFirst()
      }
      guard !parts.isEmpty, parts.count <= 100_000 else { return nil }
      var points: [(x: ArtworkLength, y: ArtworkLength)] = []
      for part in parts {
        let pair = part.words.compactMap { ArtworkLength($0) }
        guard pair.count == 2, part.words.count == 2 else { return nil }
        points.append((pair[0], pair[1]))
      }
      self = .polygon(points, rule)
    case "path":
      var parts = inside.topLevelParts { $0 == UInt8(ascii: ",") }
      var rule = FillRule.nonZero
      if parts.count == 2, let read = ArtworkClipShape.rule(parts[0]) {
        rule = read
        parts.removeFirst()
      }
      guard parts.count == 1, let text = parts[0].unquoted, let path = try? Path(svg: text) else { return nil }
      self = .path(path, rule)
    default: return nil
    }
  }

  private static func rule(_ text: String) -> FillRule? {
    switch text.trimmed.lowercased() {
    case "nonzero": .nonZero
    case "evenodd": .evenOdd
    default: nil
    }
  }

  private static func radius(_ word: String) -> Radius? {
    switch word.lowercased() {
    case "closest-side": return .closestSide
    case "farthest-side": return .farthestSide
    case "closest-corner": return .closestCorner
    case "farthest-corner": return .farthestCorner
    default: return ArtworkLength(word).flatMap { $0.value >= 0 ? .length($0) : nil }
    }
  }

  /// Expands one to four values to four sides or corners.
  private static func four<Value>(_ values: [Value]) -> [Value]? {
    switch values.count {
    case 1: [values[0], values[0], values[0], values[0]]
    case 2: [values[0], values[1], values[0], values[1]]
    case 3: [values[0], values[1], values[2], values[1]]
    case 4: values
    default: nil
    }
  }

  private static func corners(_ words: [String]) -> [Corner]? {
    let halves = words.joined(separator: " ").split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    var sides: [[ArtworkLength]] = []
    for half in halves {
      let lengths = half.words.map { ArtworkLength($0) }
      guard lengths.allSatisfy({ $0.map { $0.value >= 0 } ?? false }), let all = four(lengths.compactMap { $0 }) else {
        return nil
      }
      sides.append(all)
    }
    return zip(sides[0], sides[sides.count - 1]).map { Corner(x: $0, y: $1) }
  }

  // MARK: Outlines

  /// Returns the outline in a reference box; an empty path if it has no area.
  func outline(in box: Rect, fontSize: Double) -> (path: Path, rule: FillRule) {
    let viewport = ArtworkViewport(width: box.width, height: box.height)
    func x(_ length: ArtworkLength) -> Double { viewport.resolve(length, .x, fontSize: fontSize) }
    func y(_ length: ArtworkLength) -> Double { viewport.resolve(length, .y, fontSize: fontSize) }
    var path = Path()
    switch self {
    case .circle(let radius, let offset):
      let center = offset.resolved(viewport, fontSize: fontSize)
      let sides = [abs(center.x), abs(box.width - center.x), abs(center.y), abs(box.height - center.y)]
      let r = round(radius, sides: sides, center: center, box: box) {
        viewport.resolve($0, .diagonal, fontSize: fontSize)
      }
      if r > 0 { path.addEllipse(in: Rect(box.minX + center.x - r, box.minY + center.y - r, 2 * r, 2 * r)) }
    case .ellipse(let across, let down, let offset):
      let center = offset.resolved(viewport, fontSize: fontSize)
      let rx = round(across, sides: [abs(center.x), abs(box.width - center.x)], center: center, box: box, x)
      let ry = round(down, sides: [abs(center.y), abs(box.height - center.y)], center: center, box: box, y)
      if rx > 0, ry > 0 {
        path.addEllipse(in: Rect(box.minX + center.x - rx, box.minY + center.y - ry, 2 * rx, 2 * ry))
      }
    case .inset(let sides, let corners):
      var (top, right, bottom, left) = (y(sides[0]), x(sides[1]), y(sides[2]), x(sides[3]))
      // Insets whose sum exceeds the side are scaled down to meet.
      if top + bottom > box.height, top + bottom > 0 {
        let k = box.height / (top + bottom)
        (top, bottom) = (top * k, bottom * k)
      }
      if left + right > box.width, left + right > 0 {
        let k = box.width / (left + right)
        (left, right) = (left * k, right * k)
      }
      path = rounded(
        Rect(minX: box.minX + left, minY: box.minY + top, maxX: box.maxX - right, maxY: box.maxY - bottom), corners,
        x, y)
    case .rect(let sides, let corners):
      let top = sides[0].map(y) ?? 0, right = sides[1].map(x) ?? box.width
      let bottom = sides[2].map(y) ?? box.height, left = sides[3].map(x) ?? 0
      path = rounded(
        Rect(
          minX: box.minX + left, minY: box.minY + top, maxX: box.minX + max(right, left),
          maxY: box.minY + max(bottom, top)),
        corners, x, y)
    case .xywh(let v, let corners):
      path = rounded(Rect(box.minX + x(v[0]), box.minY + y(v[1]), x(v[2]), y(v[3])), corners, x, y)
    case .polygon(let points, let rule):
      for (i, point) in points.enumerated() {
        let p = Point(box.minX + x(point.x), box.minY + y(point.y))
        if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
      }
      path.closeSubpath()
      return (path.points.allSatisfy(\.isFinite) ? path : Path(), rule)
    case .path(let own, let rule):
      let moved = own.transformed(by: .translation(box.minX, box.minY))
      return (moved.points.allSatisfy(\.isFinite) ? moved : Path(), rule)
    }
    return (path.points.allSatisfy(\.isFinite) ? path : Path(), .nonZero)
  }

  private func round(
    _ radius: Radius, sides: [Double], center: Point, box: Rect, _ resolve: (ArtworkLength) -> Double
  ) -> Double {
    let corners = [Point(0, 0), Point(box.width, 0), Point(0, box.height), Point(box.width, box.height)]
      .map { ($0 - center).length }
    switch radius {
    case .length(let length): return resolve(length)
    case .closestSide: return sides.min() ?? 0
    case .farthestSide: return sides.max() ?? 0
    case .closestCorner: return corners.min() ?? 0
    case .farthestCorner: return corners.max() ?? 0
    }
  }

  /// Returns a rectangle with elliptical corners. Radii that do not fit are scaled down by a common factor.
  private func rounded(
    _ rect: Rect, _ corners: [Corner], _ x: (ArtworkLength) -> Double, _ y: (ArtworkLength) -> Double
  ) -> Path {
    guard rect.width > 0, rect.height > 0 else { return Path() }
    var rx = corners.map { max(x($0.x), 0) }, ry = corners.map { max(y($0.y), 0) }
    for i in 0..<4 where rx[i] == 0 || ry[i] == 0 { (rx[i], ry[i]) = (0, 0) }
    guard rx.contains(where: { $0 > 0 }) else { return Path(rect: rect) }
    let sums = [rx[0] + rx[1], ry[1] + ry[2], rx[2] + rx[3], ry[3] + ry[0]]
    var k = 1.0
    for (sum, side) in zip(sums, [rect.width, rect.height, rect.width, rect.height]) where sum > side {
      k = min(k, side / sum)
    }
    (rx, ry) = (rx.map { $0 * k }, ry.map { $0 * k })
    // Control point distance at which one cubic approximates a quarter ellipse.
    let c = 1 - 0.5522847498307936
    var path = Path()
    path.move(to: Point(rect.minX + rx[0], rect.minY))
    path.addLine(to: Point(rect.maxX - rx[1], rect.minY))
    path.addCurve(
      control1: Point(rect.maxX - rx[1] * c, rect.minY), control2: Point(rect.maxX, rect.minY + ry[1] * c),
      to: Point(rect.maxX, rect.minY + ry[1]))
    path.addLine(to: Point(rect.maxX, rect.maxY - ry[2]))
    path.addCurve(
      control1: Point(rect.maxX, rect.maxY - ry[2] * c), control2: Point(rect.maxX - rx[2] * c, rect.maxY),
      to: Point(rect.maxX - rx[2], rect.maxY))
    path.addLine(to: Point(rect.minX + rx[3], rect.maxY))
    path.addCurve(
      control1: Point(rect.minX + rx[3] * c, rect.maxY), control2: Point(rect.minX, rect.maxY - ry[3] * c),
      to: Point(rect.minX, rect.maxY - ry[3]))
    path.addLine(to: Point(rect.minX, rect.minY + ry[0]))
    path.addCurve(
      control1: Point(rect.minX, rect.minY + ry[0] * c), control2: Point(rect.minX + rx[0] * c, rect.minY),
      to: Point(rect.minX + rx[0], rect.minY))
    path.closeSubpath()
    return path
  }
}

extension StringProtocol {
  /// The text inside quotes; nil for unquoted text.
  var unquoted: String? {
    let text = trimmed
    for quote in ["\"", "'"] where text.utf8.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return nil
  }
}
