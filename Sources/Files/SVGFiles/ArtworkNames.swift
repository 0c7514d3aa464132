// SPDX-License-Identifier: MIT

/// The element names that the reader distinguishes.
enum ArtworkTag: String {
  case svg, g, a, `switch`, defs, symbol, use
  case path, rect, circle, ellipse, line, polyline, polygon, image
  case linearGradient, radialGradient, stop, clipPath, style
  case mask, filter
  // Elements that shapes cannot represent.
  case text, foreignObject, pattern, marker, video, audio, iframe, canvas, mesh, hatch, meshgradient
  case animate, animateTransform, animateMotion, animateColor, set
  // Filter primitives, the supported ones first, and their child elements.
  case feGaussianBlur, feColorMatrix, feOffset, feComposite, feMerge, feMorphology, feBlend, feFlood, feDropShadow
  case feComponentTransfer
  case feTurbulence, feDiffuseLighting, feSpecularLighting, feDisplacementMap, feConvolveMatrix, feImage, feTile
  case feMergeNode, feFuncR, feFuncG, feFuncB, feFuncA

  static let byName: [String: ArtworkTag] = {
    var result: [String: ArtworkTag] = [:]
    let all: [ArtworkTag] =
      [
        .svg, .g, .a, .switch, .defs, .symbol, .use, .path, .rect, .circle, .ellipse, .line, .polyline, .polygon,
        .image,
        .linearGradient, .radialGradient, .stop, .clipPath, .style, .text, .foreignObject, .mask, .filter, .pattern,
        .marker, .video, .audio, .iframe, .canvas, .mesh, .hatch, .meshgradient, .animate, .animateTransform,
        .animateMotion, .animateColor, .set, .feMergeNode, .feFuncR, .feFuncG, .feFuncB, .feFuncA,
      ] + primitives
    for tag in all { result[tag.rawValue] = tag }
    return result
  }()

  private static let primitives: [ArtworkTag] = [
    .feGaussianBlur, .feColorMatrix, .feOffset, .feComposite, .feMerge, .feMorphology, .feBlend, .feFlood,
    .feDropShadow, .feComponentTransfer, .feTurbulence, .feDiffuseLighting, .feSpecularLighting, .feDisplacementMap,
    .feConvolveMatrix, .feImage, .feTile,
  ]
  private static let arePrimitives = Set(primitives)

  /// True for a filter primitive.
  var isPrimitive: Bool { ArtworkTag.arePrimitives.contains(self) }

  /// True if the element's children are kept: they are drawn, or others refer to them.
  var holdsElements: Bool {
    switch self {
    case .svg, .g, .a, .switch, .defs, .symbol, .clipPath, .linearGradient, .radialGradient, .mask, .pattern, .marker,
      .filter,
      .feMerge, .feComponentTransfer:
      true
    // Their children are animations.
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .image, .use: true
    default: false
    }
  }

  var isAnimation: Bool {
    switch self {
    case .animate, .animateTransform, .animateMotion, .animateColor, .set: true
    default: false
    }
  }
}

/// The attributes and properties that the reader uses.
enum ArtworkKey: String {
  // Properties, which style sheets may also set.
  case color, display, visibility, opacity, fill, stroke, overflow, mask, filter, isolation, marker, transform
  case fillOpacity = "fill-opacity"
  case fillRule = "fill-rule"
  case strokeOpacity = "stroke-opacity"
  case strokeWidth = "stroke-width"
  case strokeLinecap = "stroke-linecap"
  case strokeLinejoin = "stroke-linejoin"
  case strokeMiterlimit = "stroke-miterlimit"
  case strokeDasharray = "stroke-dasharray"
  case strokeDashoffset = "stroke-dashoffset"
  case clipPath = "clip-path"
  case clipRule = "clip-rule"
  case stopColor = "stop-color"
  case stopOpacity = "stop-opacity"
  case mixBlendMode = "mix-blend-mode"
  case paintOrder = "paint-order"
  case fontSize = "font-size"
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  case transformOrigin = "transform-origin"
  case transformBox = "transform-box"
  case translate, rotate, scale
  case vectorEffect = "vector-effect"
  case x, y, width, height, cx, cy, r, rx, ry, d
  case floodColor = "flood-color"
  case floodOpacity = "flood-opacity"
  case filterColors = "color-interpolation-filters"
  case colorInterpolation = "color-interpolation"
  case maskType = "mask-type"
  // Attributes only.
  case points, x1, y1, x2, y2, fx, fy, fr, offset, viewBox, preserveAspectRatio, href, type
  case gradientUnits, gradientTransform, spreadMethod, clipPathUnits
  case requiredExtensions, requiredFeatures, systemLanguage
  case filterUnits, primitiveUnits, maskUnits, maskContentUnits
  case input = "in"
  case input2 = "in2"
  case rule = "operator"
  case result, mode, k1, k2, k3, k4, values, stdDeviation, dx, dy, radius
  case tableValues, slope, intercept, amplitude, exponent

  static let byName: [String: ArtworkKey] = {
    let all: [ArtworkKey] =
      properties + [
        .points, .x1, .y1, .x2, .y2, .fx, .fy, .fr, .offset, .viewBox, .preserveAspectRatio, .href, .type,
        .gradientUnits, .gradientTransform, .spreadMethod, .clipPathUnits, .requiredExtensions, .requiredFeatures,
        .systemLanguage, .filterUnits, .primitiveUnits, .maskUnits, .maskContentUnits, .input, .input2, .rule, .result,
        .mode, .k1, .k2, .k3, .k4, .values, .stdDeviation, .dx, .dy, .radius, .tableValues, .slope, .intercept,
        .amplitude, .exponent,
      ]
    var result: [String: ArtworkKey] = [:]
    for key in all { result[key.rawValue] = key }
    return result
  }()

  private static let properties: [ArtworkKey] = [
    .color, .display, .visibility, .opacity, .fill, .stroke, .overflow, .mask, .filter, .isolation, .marker,
    .transform, .fillOpacity, .fillRule, .strokeOpacity, .strokeWidth, .strokeLinecap, .strokeLinejoin,
    .strokeMiterlimit, .strokeDasharray, .strokeDashoffset, .clipPath, .clipRule, .stopColor, .stopOpacity,
    .mixBlendMode, .paintOrder, .fontSize, .markerStart, .markerMid, .markerEnd, .transformOrigin, .transformBox,
    .translate, .rotate, .scale, .vectorEffect, .x, .y, .width, .height, .cx, .cy, .r, .rx, .ry, .d,
    .floodColor, .floodOpacity, .filterColors, .colorInterpolation, .maskType,
  ]
  private static let areProperties = Set(properties)

  var isProperty: Bool { ArtworkKey.areProperties.contains(self) }

  /// True for a property that only style sheets can set, not an attribute.
  var isOfSheetsAlone: Bool {
    switch self {
    case .marker, .transformBox, .translate, .rotate, .scale, .d: true
    default: false
    }
  }

  /// Properties that browsers apply and the reader does not, with the name of the omitted feature.
  static let unread = [
    "offset": "offset", "offset-path": "offset-path", "mask-image": "mask-image", "mask-border": "mask-border",
    "mask-border-source": "mask-border-source", "backdrop-filter": "backdrop-filter", "animation": "animation",
    "animation-name": "animation", "zoom": "zoom",
  ]
}
