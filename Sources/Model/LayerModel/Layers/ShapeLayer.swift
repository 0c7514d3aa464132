// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

/// The measure by which `strokeStart` and `strokeEnd` cut a curve.
public enum TrimMode: UInt8, NamedOption {
  /// Its parameter, as in Core Animation, once the arc length has selected the curve. Half the parameter of a curve
  /// with uneven handles is not half its length.
  case parameter
  /// Its arc length, as in drawing programs.
  case length

  package static let names = [OptionName("parameter"), OptionName("length")]
}

/// A layer that fills and strokes a path in its own coordinates, not clipped to its bounds: `CAShapeLayer`.
///
/// ```swift
/// let wave = ShapeLayer(in: scene)
/// wave.path = try Path(svg: "M0 20 Q25 0 50 20 T100 20")
/// wave.fillColor = nil
/// wave.strokeColor = "#ffb347"
/// wave.lineWidth = 4
/// wave.lineCap = .round
/// try wave.add(BasicAnimation(keyPath: "strokeEnd", from: 0, to: 1, duration: 2))
/// ```
public final class ShapeLayer: Layer {
  @exclusivity(unchecked) var storedPath: Path?
  @exclusivity(unchecked) var storedFillColor: ColorOrPattern? = .color(.black)
  @exclusivity(unchecked) var storedFillRule = FillRule.nonZero
  @exclusivity(unchecked) var storedStrokeColor: ColorOrPattern?
  @exclusivity(unchecked) var storedLineWidth = 1.0
  @exclusivity(unchecked) var storedLineCap = LineCap.butt
  @exclusivity(unchecked) var storedLineJoin = LineJoin.miter
  @exclusivity(unchecked) var storedMiterLimit = 10.0
  @exclusivity(unchecked) var storedLineDashPattern: [Double]?
  @exclusivity(unchecked) var storedLineDashPhase = 0.0
  @exclusivity(unchecked) var storedStrokeStart = 0.0
  @exclusivity(unchecked) var storedStrokeEnd = 1.0
  @exclusivity(unchecked) var storedTrimMode = TrimMode.parameter

  public convenience init(in scene: Scene) { self.init(in: scene, of: .shape) }

  package override func pieces(_ plane: inout LayerPlane) -> [Piece] {
    guard let shape = shape(plane) else { return [] }
    if storedBounds.isEmpty { hintAtTurning(plane.label) }
    return [.shape(shape)]
  }

  package override var inspectedWords: [String] {
    guard let path = storedPath, !path.isEmpty else { return ["no path"] }
    var words: [String] = []
    if let fill = inspectedPaint(fillColor) { words.append("fill \(fill)") }
    if lineWidth > 0, let stroke = inspectedPaint(strokeColor) {
      words.append("stroke \(inspectedNumber(lineWidth)) \(stroke)")
    }
    return words.isEmpty ? ["path without fill and stroke"] : words
  }

  override var classIntent: Intent {
    guard let path = storedPath, !path.isEmpty else {
      // An empty path that was set may come from data.
      if storedPath != nil || isAnimated("path") { return .nothing }
      return .blank(
        .shapeEmpty, why: "it has no path", hint: "path = \"M 0 0 L 100 0 L 50 80 Z\"")
    }
    if isAnimated("fillColor", "strokeColor", "strokeStart", "strokeEnd", "path") { return .anywhere }
    let hasFill = inspectedPaint(storedFillColor) != nil
    if hasFill, !path.isStraight { return .anywhere }
    guard inspectedPaint(storedStrokeColor) != nil else {
      return .blank(
        .shapeEmpty,
        why: hasFill
          ? "its path is a straight line, which has no area to fill, and strokeColor is nil"
          : "it has no fillColor and no strokeColor\(line(ofSetting: "fillColor"))",
        hint: "strokeColor = \"black\"")
    }
    if storedLineWidth <= 0, !isAnimated("lineWidth") {
      return .blank(.shapeEmpty, why: "its lineWidth is 0\(line(ofSetting: "lineWidth"))", hint: "lineWidth = 1")
    }
    return strokedNothing.map { .blank(.shapeEmpty, why: $0.why, hint: $0.hint) } ?? .anywhere
  }

  /// The reason why no part of an existing line is stroked. Nil if a part is, or if a script may change that each
  /// frame: a line drawn step by step begins like this.
  private var strokedNothing: (why: String, hint: String)? {
    guard storedStrokeEnd <= storedStrokeStart, !isAnimated("strokeStart", "strokeEnd"), scene.host.onFrame == nil
    else { return nil }
    let key = storedStrokeStart <= 0 ? "strokeEnd" : "strokeStart"
    let value = storedStrokeStart <= 0 ? storedStrokeEnd : storedStrokeStart
    return (
      "its \(key) is \(inspectedNumber(value))\(line(ofSetting: key)), so no part of its line is stroked",
      key == "strokeEnd" ? "strokeEnd = 1" : "strokeStart = 0"
    )
  }

  override func classFlaws() -> [Finding] {
    if let path = storedPath, !path.isEmpty, inspectedPaint(storedStrokeColor) != nil, storedLineWidth > 0,
      inspectedPaint(storedFillColor) != nil, !path.isStraight, let (why, hint) = strokedNothing
    {
      return [Finding(.shapeEmpty, self, "\(subject) has no line: \(why)", hint: hint)]
    }
    guard storedStrokeColor == nil, !isAnimated("strokeColor"), storedPath?.isEmpty == false,
      case .anywhere = classIntent
    else { return [] }
    for key in ["lineWidth", "lineDashPattern", "lineCap", "lineJoin", "strokeStart", "strokeEnd"] {
      guard let row = keyedClass.property(key), row.value(self) != keyedClass.defaultValue(of: row) else { continue }
      return [
        Finding(
          .shapeDefaults, self,
          "\(subject) has no line: \(key) is set\(line(ofSetting: key)), and strokeColor is nil by default",
          hint: "strokeColor = \"black\"")
      ]
    }
    return []
  }
}

extension ShapeLayer {
  /// The path that is filled and stroked, in the layer's own points; not clipped to the bounds.
  public var path: Path? {
    get { storedPath }
    set { assign(.path, newValue.map { .path($0) } ?? .null) }
  }
  /// The colour or repeated image inside the path; nil fills nothing. Default (0, 0, 0, 1).
  public var fillColor: ColorOrPattern? {
    get { storedFillColor }
    set { assign(.fillColor, newValue?.value ?? .null) }
  }
  /// The rule that decides which points are inside the path. Default `non-zero`.
  public var fillRule: FillRule {
    get { storedFillRule }
    set { assign(.fillRule, .string(newValue.optionName.raw)) }
  }
  /// The colour or repeated image of the line along the path; nil draws no line.
  public var strokeColor: ColorOrPattern? {
    get { storedStrokeColor }
    set { assign(.strokeColor, newValue?.value ?? .null) }
  }
  /// The width of the line in points, centred on the path. At least 0. Default 1.
  public var lineWidth: Double {
    get { storedLineWidth }
    set { assign(.lineWidth, newValue) }
  }
  /// The form of the ends of lines and dashes. Default `butt`.
  public var lineCap: LineCap {
    get { storedLineCap }
    set { assign(.lineCap, .string(newValue.optionName.raw)) }
  }
  /// The form of the line's corners. Default `miter`.
  public var lineJoin: LineJoin {
    get { storedLineJoin }
    set { assign(.lineJoin, .string(newValue.optionName.raw)) }
  }
  /// The ratio of miter length to line width above which a corner is bevelled. At least 0. Default 10.
  public var miterLimit: Double {
    get { storedMiterLimit }
    set { assign(.miterLimit, newValue) }
  }
  /// The alternating lengths of dashes and gaps, in points; nil is solid. At least 0.
  public var lineDashPattern: [Double]? {
    get { storedLineDashPattern }
    set { assign(.lineDashPattern, newValue.map { .array($0.map { .number($0) }) } ?? .null) }
  }
  /// The offset into the pattern at which each subpath starts, in points. Default 0.
  public var lineDashPhase: Double {
    get { storedLineDashPhase }
    set { assign(.lineDashPhase, newValue) }
  }
  /// The start of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 0.
  public var strokeStart: Double {
    get { storedStrokeStart }
    set { assign(.strokeStart, newValue) }
  }
  /// The end of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn. Default 1.
  public var strokeEnd: Double {
    get { storedStrokeEnd }
    set { assign(.strokeEnd, newValue) }
  }
  /// The measure by which `strokeStart` and `strokeEnd` cut a curve. Default `parameter`.
  public var trimMode: TrimMode {
    get { storedTrimMode }
    set { assign(.trimMode, .string(newValue.optionName.raw)) }
  }
}

// MARK: - What it paints

extension ShapeLayer {
  private func shape(_ plane: LayerPlane) -> Shape? {
    guard let path = storedPath, !path.isEmpty else { return nil }
    var start = min(max(storedStrokeStart, 0), 1)
    var end = min(max(storedStrokeEnd, 0), 1)
    let fill = storedFillColor.flatMap { plane.paint($0) }
    let stroke = storedLineWidth > 0 && end > start ? storedStrokeColor.flatMap { plane.paint($0) } : nil
    guard fill != nil || stroke != nil else { return nil }
    if stroke != nil, storedTrimMode == .parameter, start > 0 || end < 1 {
      let cuts = path.fractionsOfLength(cutByParameter: [start, end])
      (start, end) = (cuts[0], cuts[1])
    }
    return Shape(
      path: plane.inPlane(path), fill: fill, fillRule: storedFillRule, stroke: stroke,
      strokeStyle: StrokeStyle(
        width: storedLineWidth, cap: storedLineCap, join: storedLineJoin,
        miterLimit: storedMiterLimit,
        dashPattern: storedLineDashPattern ?? [], dashPhase: storedLineDashPhase),
      strokeStart: start, strokeEnd: end)
  }

  /// Warns of a rotated shape without bounds: it turns about the origin of its empty bounds, not about the path's
  /// middle.
  private func hintAtTurning(_ label: String) {
    guard let m = transformStorage?.matrix else { return }
    if m.m12 == 0, m.m21 == 0, m.m13 == 0, m.m23 == 0, m.m31 == 0, m.m32 == 0 { return }
    // A path around the origin, or along an axis from it like a clock's hand, is meant to turn about it.
    if let box = path?.boundingBoxOfPath {
      let d = storedBounds.origin - box.center
      let isCentered = (x: abs(d.x) <= 0.15 * box.width, y: abs(d.y) <= 0.15 * box.height)
      if isCentered.x && abs(d.y) <= box.height / 2 || isCentered.y && abs(d.x) <= box.width / 2 { return }
    }
    scene.warn(
      .shapeWithoutBounds,
      "\(label): a shape layer without bounds turns about its own origin, not about the path's middle; give it "
        + "bounds around the path",
      onceFor: "\(serial)", about: self)
  }
}

// MARK: - Its properties

extension Property {
  static let path = Property(
    of: ShapeLayer.self, "path", .path, .path(get: { $0.storedPath }, set: { $0.storedPath = $1 }),
    animation: .explicit, "The path that is filled and stroked, in the layer's own points; not clipped to the bounds.")
  static let fillColor = Property(
    of: ShapeLayer.self, "fillColor", .colorOrPattern,
    .colorOrPattern(get: { $0.storedFillColor }, set: { $0.storedFillColor = $1 }),
    default: .color(.black), animation: .basic, "The colour or repeated image inside the path; nil fills nothing.")
  static let fillRule = Property(
    of: ShapeLayer.self, "fillRule", .enumeration(FillRule.names),
    .option(
      get: { $0.storedFillRule.rawValue }, set: { $0.storedFillRule = FillRule(rawValue: $1) ?? .nonZero }
    ),
    default: .string("non-zero"), "The rule that decides which points are inside the path.")
  static let strokeColor = Property(
    of: ShapeLayer.self, "strokeColor", .colorOrPattern,
    .colorOrPattern(get: { $0.storedStrokeColor }, set: { $0.storedStrokeColor = $1 }),
    animation: .basic, "The colour or repeated image of the line along the path; nil draws no line.")
  static let lineWidth = Property(
    of: ShapeLayer.self, "lineWidth", .number, .number(get: { $0.storedLineWidth }, set: { $0.storedLineWidth = $1 }),
    default: .number(1), range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The width of the line in points, centred on the path.")
  static let lineCap = Property(
    of: ShapeLayer.self, "lineCap", .enumeration(LineCap.names),
    .option(
      get: { $0.storedLineCap.rawValue }, set: { $0.storedLineCap = LineCap(rawValue: $1) ?? .butt }),
    default: .string("butt"), "The form of the ends of lines and dashes.")
  static let lineJoin = Property(
    of: ShapeLayer.self, "lineJoin", .enumeration(LineJoin.names),
    .option(
      get: { $0.storedLineJoin.rawValue }, set: { $0.storedLineJoin = LineJoin(rawValue: $1) ?? .miter }),
    default: .string("miter"), "The form of the line's corners.")
  static let miterLimit = Property(
    of: ShapeLayer.self, "miterLimit", .number,
    .number(get: { $0.storedMiterLimit }, set: { $0.storedMiterLimit = $1 }), default: .number(10),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The ratio of miter length to line width above which a corner is bevelled.")
  static let lineDashPattern = Property(
    of: ShapeLayer.self, "lineDashPattern", .numbers,
    .numbers(
      get: { $0.storedLineDashPattern },
      set: { $0.storedLineDashPattern = $1.flatMap { $0.isEmpty ? nil : $0 } }),
    range: 0...Double.greatestFiniteMagnitude, animation: .explicit, traits: .notAllZero,
    "The alternating lengths of dashes and gaps, in points; nil is solid.")
  static let lineDashPhase = Property(
    of: ShapeLayer.self, "lineDashPhase", .number,
    .number(get: { $0.storedLineDashPhase }, set: { $0.storedLineDashPhase = $1 }),
    default: .number(0), animation: .basic, "The offset into the pattern at which each subpath starts, in points.")
  static let strokeStart = Property(
    of: ShapeLayer.self, "strokeStart", .number,
    .number(get: { $0.storedStrokeStart }, set: { $0.storedStrokeStart = $1 }),
    default: .number(0), animation: .basic, traits: .unstored,
    "The start of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn.")
  static let strokeEnd = Property(
    of: ShapeLayer.self, "strokeEnd", .number, .number(get: { $0.storedStrokeEnd }, set: { $0.storedStrokeEnd = $1 }),
    default: .number(1),
    animation: .basic, "The end of the line, as a fraction of the path's whole length; clamped to 0…1 when drawn.")
  static let trimMode = Property(
    of: ShapeLayer.self, "trimMode", .enumeration(TrimMode.names),
    .option(get: { $0.storedTrimMode.rawValue }, set: { $0.storedTrimMode = TrimMode(rawValue: $1) ?? .parameter }),
    default: .string("parameter"),
    "The measure by which strokeStart and strokeEnd cut a curve: its parameter, as in Core Animation, or its length.")

  static var shapeRows: [Property] {
    [
      path, fillColor, fillRule, strokeColor, lineWidth, lineCap, lineJoin, miterLimit, lineDashPattern, lineDashPhase,
      strokeStart, strokeEnd, trimMode,
    ]
  }
}

extension KeyedClass {
  /// The class of `ShapeLayer`.
  public static let shape = KeyedClass(
    .shape, "ShapeLayer", ShapeLayer.self, superclass: .layer, rows: Property.shapeRows)
}
