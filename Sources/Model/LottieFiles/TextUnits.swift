// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Numbers
import Pixels
import SystemC

/// A character with its place and its numbers among the units.
struct TextUnit {
  var text: String
  var x: Double
  var y: Double
  var width: Double
  /// The number among characters, characters without blanks, words and lines.
  var numbers: [Int]
}

/// A line of characters.
struct TextRow {
  /// The characters' places in the list of all.
  var units: Range<Int>
  /// The place of the left end, in points.
  var left: Double
  /// The width without the space after the last character, in points.
  var width: Double
  /// The widths of the first and the last character, in points.
  var firstWidth = 0.0
  var lastWidth = 0.0
}

extension TextBuilder {
  /// Adds a layer for each character, moved by animators and along a path.
  func addUnits(
    of lines: [Line], _ document: TextDocument, _ face: Face, _ animators: [TextAnimator], _ anchors: TextAnchors,
    _ baseline: CurvedBaseline?, to container: Layer, _ place: Place
  ) throws {
    var units: [TextUnit] = []
    var rows: [TextRow] = []
    var (visible, word) = (0, 0)
    for (number, line) in lines.enumerated() {
      var x = line.x
      var isInWord = false
      let first = units.count
      for c in line.text {
        try session.reading.step(64)
        let width = try width(of: String(c), document, face)
        if c.isWhitespace, isInWord { word += 1 }
        isInWord = !c.isWhitespace
        units.append(
          TextUnit(text: String(c), x: x, y: line.y, width: width, numbers: [units.count, visible, word, number]))
        if !c.isWhitespace { visible += 1 }
        x += width + (c == " " ? line.gap : 0)
      }
      if isInWord { word += 1 }
      var row = TextRow(units: first..<units.count, left: line.x, width: max(line.width - document.kern, 0))
      if first < units.count {
        row.firstWidth = units[first].width - document.kern
        row.lastWidth = units[units.count - 1].width - document.kern
      }
      rows.append(row)
    }
    let counts = [units.count, max(visible, 1), max(word, 1), lines.count]
    let text = AnimatedText(
      builder: builder, document: document, animators: animators, baseline: baseline, units: units, rows: rows,
      counts: counts, points: anchors.points(of: units, size: document.size))
    for (i, unit) in units.enumerated() where unit.text.contains(where: { !$0.isWhitespace }) {
      var document = document
      document.justification = 0
      let run =
        text.isPainted
        ? try makePainted(unit.text, document, face, width: unit.width, hasLine: text.hasLine, place)
        : Run(layer: try makeRun(unit.text, document, face, width: unit.width, place))
      let layer = try builder.make(place)
      try layer.addSublayer(run.layer)
      try text.show(i, on: layer, run)
      try container.addSublayer(layer)
    }
  }
}

/// The characters of a text, with what animators and a path do to each over time.
private final class AnimatedText {
  private let builder: LayerBuilder
  private let document: TextDocument
  private let animators: [TextAnimator]
  private let baseline: CurvedBaseline?
  private let units: [TextUnit]
  private let rows: [TextRow]
  /// The numbers of characters, characters without blanks, words and lines.
  private let counts: [Int]
  /// The points about which the units turn and grow.
  private let points: [Point]
  /// The frames in which something changes; nil if nothing does.
  private let span: ClosedRange<Double>?
  /// The distances by which tracking moves the units, by frame.
  private var shifts: [Double: [Double]] = [:]

  init(
    builder: LayerBuilder, document: TextDocument, animators: [TextAnimator], baseline: CurvedBaseline?,
    units: [TextUnit], rows: [TextRow], counts: [Int], points: [Point]
  ) {
    self.builder = builder
    self.document = document
    self.animators = animators
    self.baseline = baseline
    self.units = units
    self.rows = rows
    self.counts = counts
    self.points = points
    span = FrameSpan.union(
      animators.flatMap(\.tracks).filter(\.isAnimated).map(\.span) + (baseline?.spans ?? []))
  }

  private var session: LottieSession { builder.session }

  private func has(_ key: String) -> Bool { animators.contains { $0.values[key] != nil } }

  /// True if an animator paints characters, so that they are outlines.
  var isPainted: Bool { TextAnimator.painting.contains(where: has) }
  /// True if an animator strokes characters.
  var hasLine: Bool { has("sc") || has("sw") }

  // MARK: Values at a frame

  private func amount(_ animator: TextAnimator, _ i: Int, _ frame: Double) -> Double {
    let kind = min(max(animator.unit, 1), 4) - 1
    return animator.amount(ofUnit: units[i].numbers[kind], of: counts[kind], at: frame)
  }

  /// Returns two numbers that are added up.
  private func sum(_ key: String, _ i: Int, _ frame: Double) -> [Double] {
    animators.reduce([0, 0]) { sum, animator in
      guard let track = animator.values[key] else { return sum }
      let value = track.value(at: frame), a = amount(animator, i, frame)
      return [sum[0] + (value.first ?? 0) * a, sum[1] + (value.count > 1 ? value[1] : 0) * a]
    }
  }

  /// Returns a part of a percentage that is multiplied.
  private func product(_ key: String, _ part: Int, _ i: Int, _ frame: Double) -> Double {
    animators.reduce(1) { product, animator in
      guard let track = animator.values[key] else { return product }
      let value = track.value(at: frame)
      let shown = (value.count > part ? value[part] : value.first ?? 100) / 100
      return product * (1 + (shown - 1) * amount(animator, i, frame))
    }
  }

  /// Returns red, green and blue that are mixed.
  private func mixed(_ key: String, _ color: Color, _ i: Int, _ frame: Double) -> [Double] {
    var result = [color.red, color.green, color.blue]
    for animator in animators {
      guard let track = animator.values[key] else { continue }
      let value = track.value(at: frame), a = amount(animator, i, frame)
      for part in 0..<3 where part < value.count { result[part] += (value[part] - result[part]) * a }
    }
    return result
  }

  /// Returns the width of the stroke, in points. A colour alone strokes by 1 point a text that has no stroke.
  private func lineWidth(_ i: Int, _ frame: Double) -> Double {
    var width = document.stroke?.width ?? 0
    if document.stroke == nil, !has("sw") {
      let colored = animators.filter { $0.values["sc"] != nil }.map { amount($0, i, frame) }
      width = min(colored.max() ?? 0, 1)
    }
    return min(max(width + sum("sw", i, frame)[0], 0), 10_000)
  }

  /// Returns the distances by which tracking moves the units, in points: each character is moved by its own tracking
  /// and that of those before it in its line, the first by none. Text that is aligned right or centred stays so.
  private func shifts(at frame: Double) throws -> [Double] {
    if let known = shifts[frame] { return known }
    try session.reading.step(units.count * animators.count * 8)
    try session.reading.take(8 * units.count + 64)
    var result = Array(repeating: 0.0, count: units.count)
    let part =
      switch document.justification {
      case 1, 4: 1.0
      case 2, 5: 0.5
      default: 0.0
      }
    for row in rows {
      var total = 0.0
      for i in row.units {
        if i > row.units.lowerBound { total += sum("t", i, frame)[0] }
        result[i] = total
      }
      for i in row.units { result[i] -= total * part }
    }
    shifts[frame] = result
    return result
  }

  /// Returns the place of a unit's anchor, and the angle of the baseline there, in radians.
  private func place(_ i: Int, _ frame: Double) throws -> (point: Point, angle: Double) {
    let anchor = points[i], offset = sum("p", i, frame)
    let shift = has("t") ? try shifts(at: frame)[i] : 0
    guard let baseline, let path = try baseline.path(at: frame) else {
      return (Point(anchor.x + offset[0] + shift, anchor.y + offset[1]), 0)
    }
    let row = rows[units[i].numbers[3]]
    let part = Double(i - row.units.lowerBound) / Double(max(row.units.count - 1, 1))
    let distance = baseline.distance(anchor.x - row.left, part, in: row, document, along: path, at: frame)
    let (point, direction) = path.place(at: distance + shift + offset[0] + sum("a", i, frame)[0])
    let along = baseline.isPerpendicular(at: frame) ? direction : Point(1, 0)
    let y = anchor.y + offset[1]
    return (Point(point.x - along.y * y, point.y + along.x * y), atan2(along.y, along.x))
  }

  /// Returns scale, skew and rotation as the numbers of a matrix.
  private func matrix(_ i: Int, _ frame: Double) throws -> [Double] {
    var m = AffineTransform.scale(product("s", 0, i, frame), product("s", 1, i, frame))
    for animator in animators {
      let a = amount(animator, i, frame)
      func angle(_ key: String) -> Double { (animator.values[key]?.number(at: frame) ?? 0) * a * .pi / 180 }
      let skew = angle("sk")
      if skew != 0 {
        let axis = angle("sa")
        m = m.concat(AffineTransform(angle: axis))
          .concat(AffineTransform(a: 1, b: 0, c: tan(-skew), d: 1, tx: 0, ty: 0))
          .concat(AffineTransform(angle: -axis))
      }
      m = m.concat(AffineTransform(angle: angle("r")))
    }
    m = m.concat(AffineTransform(angle: try place(i, frame).angle))
    return [m.a, m.b, m.c, m.d].map { $0.isFinite ? min(max($0, -Node.largest), Node.largest) : 0 }
  }

  // MARK: Layers

  /// Shows a unit on its layer over time.
  func show(_ i: Int, on layer: Layer, _ run: TextBuilder.Run) throws {
    let frames = span.map { min($0.upperBound - $0.lowerBound, 2000) } ?? 1
    try session.reading.step(max(animators.count, 1) * Int(clamping: frames + 1) * 4)
    func point(_ v: [Double]) -> PropertyValue { .point(Point(v[0], v[1])) }
    let own = Point(units[i].x - points[i].x, units[i].y - points[i].y)
    run.layer.position = own
    if has("a") {
      try show(run.layer, "position", point) { frame in
        let shift = sum("a", i, frame)
        return [own.x - shift[0], own.y - shift[1]]
      }
    }
    try show(layer, "position", point) { frame in
      let point = try place(i, frame).point
      return [point.x, point.y]
    }
    if has("sk") {
      try show(
        layer, "transform",
        { .transform(Transform3D(AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: 0, ty: 0))) }
      ) { try matrix(i, $0) }
    } else {
      try showParts(i, on: layer)
    }
    if has("o") {
      try show(layer, "opacity", { .number(min(max($0[0], 0), 1)) }) { [product("o", 0, i, $0)] }
    }
    try showPaint(i, run)
  }

  /// Shows scale and rotation by their own key paths.
  private func showParts(_ i: Int, on layer: Layer) throws {
    if has("s") {
      try show(layer, "transform.scale.x", { .number($0[0]) }) { [product("s", 0, i, $0)] }
      try show(layer, "transform.scale.y", { .number($0[0]) }) { [product("s", 1, i, $0)] }
    }
    guard has("r") || baseline != nil else { return }
    var last: Double?
    try show(layer, "transform.rotation.z", { .number($0[0]) }) { frame in
      var angle = try place(i, frame).angle
      // The short way round from frame to frame.
      if let last { angle += ((last - angle) / (2 * .pi)).rounded() * 2 * .pi }
      last = angle
      return [angle + sum("r", i, frame)[0] * .pi / 180]
    }
  }

  /// Shows the colours and the stroke of outlines.
  private func showPaint(_ i: Int, _ run: TextBuilder.Run) throws {
    func color(_ v: [Double]) -> PropertyValue { .color(Colors.color(v)) }
    if has("fc"), let layer = run.fill, let fill = document.fill {
      try show(layer, "fillColor", color) { mixed("fc", fill, i, $0) }
    }
    guard hasLine, let line = run.line else { return }
    if has("sc") {
      let stroke = document.stroke?.color ?? .black
      try show(line, "strokeColor", color) { mixed("sc", stroke, i, $0) }
    }
    try show(line, "lineWidth", { .number($0[0]) }) { [lineWidth(i, $0)] }
  }

  /// Sets a value, or animates it for each frame if the text changes.
  private func show(
    _ target: Layer, _ key: String, _ make: ([Double]) -> PropertyValue, _ value: (Double) throws -> [Double]
  ) throws {
    guard let span else { return try builder.set(target, key, make(try value(0))) }
    try builder.animateFrames(span, key, on: target, make, value)
  }
}
