// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// The text of axes and legends.
public struct ChartTextStyle: Hashable, Sendable {
  /// Default `Helvetica`.
  public var font: String
  /// In points. Default 11.
  public var fontSize: Double
  /// Default #404a54.
  public var color: Color

  /// Creates a style.
  public init(font: String = "Helvetica", fontSize: Double = 11, color: Color = "#404a54") {
    self.font = font
    self.fontSize = fontSize
    self.color = color
  }

  /// Makes a text layer that is as large as its text.
  func layer(_ string: String, in scene: Scene) throws -> TextLayer {
    let layer = TextLayer(in: scene)
    layer.name = "label"
    layer.string = string
    layer.font = font
    layer.fontSize = fontSize
    layer.foregroundColor = color
    var attributes = TextAttributes()
    attributes.font = font
    attributes.fontSize = fontSize
    let size = try scene.layoutText(AttributedString(string), attributes: attributes).size
    layer.bounds = Rect(0, 0, size.width.rounded(.up), size.height.rounded(.up))
    return layer
  }
}

/// An axis of a chart as plain layers: a line, marks at its ticks, their labels, and lines of a grid.
///
/// The axis lies on y = 0 of its layer, or on x = 0 if it stands; its labels are outside, its grid lines inside of the
/// chart. The layers are named `line`, `tick`, `grid` and `labels`, whose sublayers are the labels.
///
/// ```swift
/// let x = try ContinuousScale(domain: [0, 100], range: [0, 300])
/// var axis = ChartAxis(.bottom, ticks: zip(x.ticks(5), x.labels(x.ticks(5))).map { (x($0), $1) }, range: (0, 300))
/// axis.gridLength = 200
/// try panel.addSublayer(axis.layer(in: scene))
/// ```
public struct ChartAxis: Sendable {
  /// The side of the chart on which an axis lies.
  @frozen public enum Side: UInt8, NamedOption {
    case top, bottom, left, right

    package static let names = ["top", "bottom", "left", "right"].map { OptionName($0) }

    var isUpright: Bool { self == .left || self == .right }
    /// Away from the chart: 1 for growing coordinates.
    var outward: Double { self == .bottom || self == .right ? 1 : -1 }
  }

  /// The side of the chart.
  public var side: Side
  /// The places along the axis, in points, and their labels.
  public var ticks: [(position: Double, label: String)]
  /// The ends of the line, in points.
  public var range: (start: Double, end: Double)
  /// The length of the marks outside of the line. Default 5; 0 for none.
  public var tickLength = 5.0
  /// The distance of the labels from the marks. Default 4.
  public var padding = 4.0
  /// The length of the lines of the grid across the chart. Default 0, no grid.
  public var gridLength = 0.0
  /// True keeps labels that overlap. By default only every second one, third one and so on is shown, from the first, as
  /// many as have room. Marks and lines of the grid stay.
  public var keepsAllLabels = false
  /// The text of the labels.
  public var text = ChartTextStyle()
  /// The colour of the line and the marks; nil for none.
  public var lineColor: Color? = "#8a949e"
  /// The colour of the grid.
  public var gridColor: Color = "#e3e7eb"

  /// Creates an axis.
  public init(_ side: Side, ticks: [(position: Double, label: String)], range: (start: Double, end: Double)) {
    self.side = side
    self.ticks = ticks
    self.range = range
  }

  /// Makes the layers. The layer's own size is 0; place it by its position.
  ///
  /// - Throws: an error if the font of the labels is missing.
  public func layer(in scene: Scene) throws -> Layer {
    let axis = Layer(in: scene)
    axis.name = "axis"
    func point(_ along: Double, _ across: Double) -> Point {
      side.isUpright ? Point(across, along) : Point(along, across)
    }
    func lines(_ name: String, _ color: Color?, _ path: Path) throws {
      guard let color else { return }
      let shape = ShapeLayer(in: scene)
      shape.name = name
      shape.path = path
      shape.fillColor = nil
      shape.strokeColor = .color(color)
      shape.lineWidth = 1
      try axis.addSublayer(shape)
    }
    func marks(_ length: Double) -> Path {
      var path = Path()
      for tick in ticks {
        path.move(to: point(tick.position, 0))
        path.addLine(to: point(tick.position, length * side.outward))
      }
      return path
    }
    if gridLength > 0 { try lines("grid", gridColor, marks(-gridLength)) }
    if tickLength > 0 { try lines("tick", lineColor, marks(tickLength)) }
    var line = Path()
    line.move(to: point(range.start, 0))
    line.addLine(to: point(range.end, 0))
    try lines("line", lineColor, line)
    let labels = Layer(in: scene)
    labels.name = "labels"
    let made = try ticks.map { try $0.label.isEmpty ? nil : text.layer($0.label, in: scene) }
    let interval = keepsAllLabels ? 1 : labelInterval(made.map { $0?.bounds.size })
    for (i, (tick, label)) in zip(ticks, made).enumerated() where i % interval == 0 {
      guard let label else { continue }
      let size = label.bounds.size
      let away = (tickLength + padding) * side.outward
      switch side {
      case .bottom: label.position = Point(tick.position, away + size.height / 2)
      case .top: label.position = Point(tick.position, away - size.height / 2)
      case .left: label.position = Point(away - size.width / 2, tick.position)
      case .right: label.position = Point(away + size.width / 2, tick.position)
      }
      label.alignmentMode = side == .left ? .right : side == .right ? .left : .center
      try labels.addSublayer(label)
    }
    try axis.addSublayer(labels)
    return axis
  }

  /// Returns the smallest number so that the labels whose places are multiples of it do not overlap, with a gap of a
  /// third of the font size between labels beside each other.
  ///
  /// - Parameter sizes: the labels' sizes, one for each tick; nil for none.
  private func labelInterval(_ sizes: [Size?]) -> Int {
    let gap = side.isUpright ? 0 : text.fontSize / 3
    let spans = zip(ticks, sizes).map { tick, size -> (low: Double, high: Double)? in
      guard let size else { return nil }
      let half = ((side.isUpright ? size.height : size.width) + gap) / 2
      return (tick.position - half, tick.position + half)
    }
    return (1..<max(spans.count, 2)).first { interval in
      let shown = stride(from: 0, to: spans.count, by: interval).compactMap { spans[$0] }.sorted { $0.low < $1.low }
      return zip(shown, shown.dropFirst()).allSatisfy { $0.high <= $1.low + 1e-9 }
    } ?? max(spans.count, 1)
  }
}

/// The legend of a chart as plain layers: a coloured square, named `swatch`, and a text, named `label`, for each entry.
///
/// ```swift
/// let legend = ChartLegend([("Rain", "#2f6f9f"), ("Warmth", "#c8553d")])
/// try panel.addSublayer(legend.layer(in: scene))
/// ```
public struct ChartLegend: Sendable {
  /// The texts and colours.
  public var entries: [(label: String, color: Color)]
  /// True for entries beside each other, false for one below the other. Default false.
  public var isRow = false
  /// The side of the squares. Default 10.
  public var swatchSize = 10.0
  /// The distance between entries. Default 6, and 16 in a row.
  public var spacing: Double?
  /// The text of the entries.
  public var text = ChartTextStyle()

  /// Creates a legend.
  public init(_ entries: [(label: String, color: Color)]) { self.entries = entries }

  /// Makes the layers; the layer is as large as its entries.
  ///
  /// - Throws: an error if the font is missing.
  public func layer(in scene: Scene) throws -> Layer {
    let legend = Layer(in: scene)
    legend.name = "legend"
    var at = Point.zero
    var size = Size.zero
    let gap = spacing ?? (isRow ? 16 : 6)
    for entry in entries {
      let label = try text.layer(entry.label, in: scene)
      let (width, height) = (label.bounds.width, max(label.bounds.height, swatchSize))
      let swatch = Layer(in: scene)
      swatch.name = "swatch"
      swatch.backgroundColor = .color(entry.color)
      swatch.cornerRadius = swatchSize / 5
      swatch.bounds = Rect(0, 0, swatchSize, swatchSize)
      swatch.position = Point(at.x + swatchSize / 2, at.y + height / 2)
      label.position = Point(at.x + swatchSize * 1.6 + width / 2, at.y + height / 2)
      try legend.addSublayer(swatch)
      try legend.addSublayer(label)
      let end = Point(at.x + swatchSize * 1.6 + width, at.y + height)
      size = Size(max(size.width, end.x), max(size.height, end.y))
      at = isRow ? Point(end.x + gap, at.y) : Point(at.x, end.y + gap)
    }
    legend.bounds = Rect(0, 0, size.width, size.height)
    return legend
  }
}
