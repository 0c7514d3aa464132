// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// The rows of the other classes. A row is only used on layers whose class bits it has, which makes the downcast sound.

@inline(__always) private func text(_ l: Layer) -> TextLayer { unsafeDowncast(l, to: TextLayer.self) }
@inline(__always) private func shape(_ l: Layer) -> ShapeLayer { unsafeDowncast(l, to: ShapeLayer.self) }
@inline(__always) private func gradient(_ l: Layer) -> GradientLayer { unsafeDowncast(l, to: GradientLayer.self) }

extension Property {
  // MARK: Text

  static let string = Property(
    "string", .text, .text(get: { text($0).storedText }, set: { text($0).storedText = $1 }),
    invalidates: [.compositing, .display, .arrangement],
    traits: .noted,
    "The text: a string, or an attributed string, which takes nothing from the layer's font, size and colour.")
  static let font = Property(
    "font", .string, .string(get: { text($0).storedFont }, set: { text($0).storedFont = $1 ?? "Helvetica" }),
    default: .string("Helvetica"), invalidates: [.compositing, .display, .arrangement],
    "The font of plain strings: a family, a full name or a file.")
  static let fontSize = Property(
    "fontSize", .number, .number(get: { text($0).storedFontSize }, set: { text($0).storedFontSize = $1 }),
    default: .number(36),
    range: 0...TextLimits.fontSize, animation: .basic, invalidates: [.compositing, .display, .arrangement],
    traits: .positive,
    "The size of the font in points, of plain strings.")
  static let foregroundColor = Property(
    "foregroundColor", .color,
    .color(get: { text($0).storedForegroundColor }, set: { text($0).storedForegroundColor = $1 }),
    default: .color(.white), animation: .basic, invalidates: [.compositing, .display],
    "The colour of plain strings; white, unless it is set.")
  static let wrapped = Property(
    "wrapped", .bool, .bool(get: { $0.flag(.wrapped) }, set: { $0.setFlag(.wrapped, $1) }), default: .bool(false),
    invalidates: [.compositing, .display, .arrangement], aliases: ["isWrapped"],
    "Whether lines are broken at the width of the bounds.")
  static let truncationMode = Property(
    "truncationMode", .enumeration(TextRequest.Truncation.names),
    .option(
      get: { text($0).storedTruncationMode.rawValue },
      set: { text($0).storedTruncationMode = TextRequest.Truncation(rawValue: $1) ?? .none }), default: .string("none"),
    invalidates: [.compositing, .display], "Where lines that are too long are cut and show an ellipsis.")
  static let alignmentMode = Property(
    "alignmentMode", .enumeration(TextRequest.Alignment.names),
    .option(
      get: { text($0).storedAlignmentMode.rawValue },
      set: { text($0).storedAlignmentMode = TextRequest.Alignment(rawValue: $1) ?? .natural }),
    default: .string("natural"),
    invalidates: [.compositing, .display],
    "How lines stand between the left and right edge; natural follows the writing direction.")
  static let verticalAlignment = Property(
    "verticalAlignment", .enumeration(TextVerticalAlignment.names),
    .option(
      get: { text($0).storedVerticalAlignment.rawValue },
      set: { text($0).storedVerticalAlignment = TextVerticalAlignment(rawValue: $1) ?? .top }), default: .string("top"),
    invalidates: [.compositing, .display],
    "Where the text stands in bounds higher than it; Core Animation has only top.")
  static let allowsFontSubpixelQuantization = Property(
    "allowsFontSubpixelQuantization", .bool,
    .bool(get: { $0.flag(.allowsFontSubpixelQuantization) }, set: { $0.setFlag(.allowsFontSubpixelQuantization, $1) }),
    default: .bool(false), invalidates: [.compositing, .display], "A hint without effect here.")

  static var textRows: [Property] {
    [
      string, font, fontSize, foregroundColor, wrapped, truncationMode, alignmentMode, verticalAlignment,
      allowsFontSubpixelQuantization,
    ]
  }

  // MARK: Shape

  static let path = Property(
    "path", .path, .path(get: { shape($0).storedPath }, set: { shape($0).storedPath = $1 }), animation: .explicit,
    "What is filled and stroked, in the layer's own points; not cut at the bounds.")
  static let fillColor = Property(
    "fillColor", .colorOrPattern,
    .colorOrPattern(get: { shape($0).storedFillColor }, set: { shape($0).storedFillColor = $1 }),
    default: .color(.black), animation: .basic, "The colour or repeated image inside the path; nil fills nothing.")
  static let fillRule = Property(
    "fillRule", .enumeration(FillRule.names),
    .option(
      get: { shape($0).storedFillRule.rawValue }, set: { shape($0).storedFillRule = FillRule(rawValue: $1) ?? .nonZero }
    ),
    default: .string("non-zero"), "Which points are inside the path.")
  static let strokeColor = Property(
    "strokeColor", .colorOrPattern,
    .colorOrPattern(get: { shape($0).storedStrokeColor }, set: { shape($0).storedStrokeColor = $1 }),
    animation: .basic, "The colour or repeated image of the line along the path; nil draws no line.")
  static let lineWidth = Property(
    "lineWidth", .number, .number(get: { shape($0).storedLineWidth }, set: { shape($0).storedLineWidth = $1 }),
    default: .number(1),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The width of the line in points, centred on the path.")
  static let lineCap = Property(
    "lineCap", .enumeration(LineCap.names),
    .option(
      get: { shape($0).storedLineCap.rawValue }, set: { shape($0).storedLineCap = LineCap(rawValue: $1) ?? .butt }),
    default: .string("butt"), "The form of the ends of lines and dashes.")
  static let lineJoin = Property(
    "lineJoin", .enumeration(LineJoin.names),
    .option(
      get: { shape($0).storedLineJoin.rawValue }, set: { shape($0).storedLineJoin = LineJoin(rawValue: $1) ?? .miter }),
    default: .string("miter"), "The form of the line's corners.")
  static let miterLimit = Property(
    "miterLimit", .number, .number(get: { shape($0).storedMiterLimit }, set: { shape($0).storedMiterLimit = $1 }),
    default: .number(10),
    range: 0...Double.greatestFiniteMagnitude, animation: .basic,
    "The ratio of miter length to line width above which a corner is bevelled.")
  static let lineDashPattern = Property(
    "lineDashPattern", .numbers,
    .numbers(
      get: { shape($0).storedLineDashPattern },
      set: { shape($0).storedLineDashPattern = $1.flatMap { $0.isEmpty ? nil : $0 } }),
    range: 0...Double.greatestFiniteMagnitude, animation: .explicit, traits: .notAllZero,
    "Lengths of dash and gap in turn, in points; nil is solid.")
  static let lineDashPhase = Property(
    "lineDashPhase", .number,
    .number(get: { shape($0).storedLineDashPhase }, set: { shape($0).storedLineDashPhase = $1 }),
    default: .number(0), animation: .basic, "How far into the pattern each subpath starts, in points.")
  static let strokeStart = Property(
    "strokeStart", .number, .number(get: { shape($0).storedStrokeStart }, set: { shape($0).storedStrokeStart = $1 }),
    default: .number(0), animation: .basic, traits: .unstored,
    "Where the line starts, as a fraction of the path's whole length; clamped to 0…1 when drawn.")
  static let strokeEnd = Property(
    "strokeEnd", .number, .number(get: { shape($0).storedStrokeEnd }, set: { shape($0).storedStrokeEnd = $1 }),
    default: .number(1),
    animation: .basic, "Where the line ends, as a fraction of the path's whole length; clamped to 0…1 when drawn.")

  static var shapeRows: [Property] {
    [
      path, fillColor, fillRule, strokeColor, lineWidth, lineCap, lineJoin, miterLimit, lineDashPattern, lineDashPhase,
      strokeStart,
      strokeEnd,
    ]
  }

  // MARK: Gradient

  static let colors = Property(
    "colors", .colors, .colors(get: { gradient($0).storedColors }, set: { gradient($0).storedColors = $1 }),
    animation: .basic,
    "The colours along the gradient, at least two.")
  static let locations = Property(
    "locations", .numbers, .numbers(get: { gradient($0).storedLocations }, set: { gradient($0).storedLocations = $1 }),
    range: 0...1,
    animation: .basic, traits: .sorted,
    "Where each colour stands, from 0 to 1 and not decreasing; nil spreads them evenly.")
  static let startPoint = Property(
    "startPoint", .point, .point(get: { gradient($0).storedStartPoint }, set: { gradient($0).storedStartPoint = $1 }),
    default: .point(Point(0.5, 0)), animation: .basic, "Where the gradient starts, in unit coordinates of the bounds.")
  static let endPoint = Property(
    "endPoint", .point, .point(get: { gradient($0).storedEndPoint }, set: { gradient($0).storedEndPoint = $1 }),
    default: .point(Point(0.5, 1)), animation: .basic, "Where the gradient ends, in unit coordinates of the bounds.")
  static let type = Property(
    "type", .enumeration(GradientType.names),
    .option(
      get: { gradient($0).storedType.rawValue }, set: { gradient($0).storedType = GradientType(rawValue: $1) ?? .axial }
    ),
    default: .string("axial"), "Whether colours run along a line, outward from a point or around it.")

  static var gradientRows: [Property] { [colors, locations, startPoint, endPoint, type] }
}
