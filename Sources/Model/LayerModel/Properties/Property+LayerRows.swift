// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Core Animation's `CALayer` properties in documentation order. A new property is a row here, its storage and its Swift
// accessor.
extension Property {
  // MARK: Geometry

  static let bounds = Property(
    "bounds", .rect, .rect(get: { $0.storedBounds }, set: { $0.storeBounds($1) }), animation: .basic,
    invalidates: [.compositing, .layout, .superlayerLayout, .bounds], rank: 1,
    "The layer's rectangle in its own coordinates, in points; a negative size is standardised.")
  static let position = Property(
    "position", .point, .point(get: { $0.storedPosition }, set: { $0.storedPosition = $1 }), animation: .basic, rank: 2,
    "The place of the anchor point in the superlayer's coordinates, in points.")
  static let zPosition = Property(
    "zPosition", .number, .number(get: { $0.storedZPosition }, set: { $0.storeZPosition($1) }), default: .number(0),
    animation: .basic,
    "The anchor point's z in the superlayer, in points; greater is nearer the viewer and painted later.")
  static let anchorPoint = Property(
    "anchorPoint", .point, .point(get: { $0.storedAnchorPoint }, set: { $0.storedAnchorPoint = $1 }),
    default: .point(Point(0.5, 0.5)), animation: .basic, rank: 0,
    "The point of the bounds, in unit coordinates, that lies at position and about which transforms act.")
  static let anchorPointZ = Property(
    "anchorPointZ", .number,
    .number(get: { $0.extraBox?.value.anchorPointZ ?? 0 }, set: { $0.extra.value.anchorPointZ = $1 }),
    default: .number(0), animation: .basic, "The z of the anchor point in the layer's own coordinates, in points.")
  static let transform = Property(
    "transform", .transform, .transform(get: { $0.transformMatrix }, set: { $0.storeTransform($1) }),
    default: .transform(.identity), animation: .basic, invalidates: [.compositing, .layout, .superlayerLayout], rank: 4,
    "The 4×4 matrix applied to the layer about its anchor point.")
  static let affineTransform = Property(
    "affineTransform", .affineTransform,
    .transform(get: { Transform3D($0.transformMatrix.affine) }, set: { $0.storeTransform($1) }),
    default: .transform(.identity), invalidates: [.compositing, .layout, .superlayerLayout], traits: .derived, rank: 5,
    "The transform as an affine map; the identity if it is not affine.")
  static let frame = Property(
    "frame", .rect,
    .value(
      get: { .rect($0.frame) },
      set: { layer, value, row in
        guard let r = value.asRect else { throw row.mismatch(layer, value) }
        try layer.setFrame(r)
      }, copy: nil), traits: .derived, rank: 3,
    "The box around the layer in its superlayer, in points; derived from bounds, position, anchorPoint and transform.")
  static let sublayerTransform = Property(
    "sublayerTransform", .transform,
    .transform(
      get: { $0.extraBox?.value.sublayerTransform?.matrix ?? .identity },
      set: { $0.extra.value.sublayerTransform = TransformStorage($1) }),
    default: .transform(.identity), animation: .basic,
    "The 4×4 matrix applied to all sublayers about this layer's anchor point.")
  static let sublayerDepth = Property(
    "sublayerDepth", .enumeration(SublayerDepth.names),
    .option(
      get: { ($0.extraBox?.value.sublayerDepth ?? .painter).rawValue },
      set: { $0.extra.value.sublayerDepth = SublayerDepth(rawValue: $1) ?? .painter }), default: .string("painter"),
    traits: .ignoredByTransformLayer,
    "The rule by which tilted sublayers hide each other: as a whole by depth, or cutting each other where they "
      + "intersect."
  )
  static let geometryFlipped = flag(
    "geometryFlipped", .geometryFlipped, false, animation: .none, aliases: ["isGeometryFlipped"],
    "True if the y axis of sublayers points up; the layer's own contents stay upright.")
  static let doubleSided = flag(
    "doubleSided", .doubleSided, true, animation: .explicit, aliases: ["isDoubleSided"],
    "True if the layer and its sublayers are drawn when they face away from the viewer.")
  static let hidden = flag(
    "hidden", .hidden, false, animation: .basic, invalidates: [.compositing, .arrangement], aliases: ["isHidden"],
    "True if the layer and its sublayers are excluded from drawing and hit testing.")

  // MARK: Tree and identity

  static let superlayer = Property(
    "superlayer", .layer,
    .value(get: { $0.readSuperlayer().map { .layer($0) } ?? .null }, set: { _, _, _ in }, copy: nil),
    traits: [.readOnly, .derived], way: .toOne { $0.parent },
    "The layer that has this one as a sublayer or mask; nil for a root.")
  static let sublayers = Property(
    "sublayers", .layers,
    .value(
      get: { .array($0.children.map { .layer($0) }) },
      set: { layer, value, row in
        if value.isNone { return try layer.setSublayers([]) }
        guard case .array(let a) = value else { throw row.mismatch(layer, value) }
        try layer.setSublayers(
          try a.map { element in
            guard case .layer(let l) = element else { throw row.mismatch(layer, element) }
            return l
          })
      }, copy: nil), default: .null, animation: .basic, invalidates: [.compositing, .layout],
    way: .toMany(noun: "sublayer") { $0.children.array },
    "The sublayers, from back to front if their zPosition is equal; always a list.")
  static let mask = Property(
    "mask", .layer,
    .value(
      get: { $0.extraBox?.value.mask.map { .layer($0) } ?? .null },
      set: { layer, value, row in
        if value.isNone { return try layer.setMask(nil) }
        guard case .layer(let l) = value else { throw row.mismatch(layer, value) }
        try layer.setMask(l)
      }, copy: nil), animation: .basic, traits: .ignoredByTransformLayer,
    way: .toOne { $0.extraBox?.value.mask },
    "The layer whose alpha masks this one with its sublayers and shadow, in this layer's coordinates.")
  static let name = Property(
    "name", .string, .string(get: { $0.storedName }, set: { $0.storeName($1) }), invalidates: .arrangement,
    "The name that key paths, constraints and find use.")
  static let link = Property(
    "link", .string, .string(get: { $0.extraBox?.value.link }, set: { $0.extra.value.link = $1 }),
    traits: .ignoredByTransformLayer,
    "The address that the layer links to in PDF and SVG files, such as `https://example.com`; `#2` is the second page."
  )
  static let delegate = Property(
    "delegate", .delegate,
    .value(
      get: { $0.keptDelegate.map { .object($0) } ?? $0.delegate.map { .object($0) } ?? .null },
      set: { layer, value, row in
        switch value {
        case .null, .bool(false): layer.delegate = nil
        case .object(let object):
          guard let delegate = object as? any LayerDelegate else { throw row.mismatch(layer, value) }
          layer.delegate = delegate
          layer.keptDelegate = object
        default: throw row.mismatch(layer, value)
        }
      },
      copy: { a, b in
        if let box = a.extraBox, box.value.delegate != nil || box.value.keptObject != nil {
          b.extra.value.delegate = box.value.delegate
          b.setFlag(.hasDelegate, a.flag(.hasDelegate))
          b.extra.value.keptObject = box.value.keptObject
        }
      }), invalidates: [], "The object that draws and lays out for the layer.")
  static let style = Property(
    "style", .dictionary,
    .value(
      get: { $0.extraBox?.value.style.map { .dictionary($0) } ?? .null },
      set: { layer, value, row in
        try layer.storeStyle(try row.entries(value, layer), row)
      },
      copy: { a, b in
        if let style = a.extraBox?.value.style { b.extra.value.style = style }
      }), "Values for keys that are not set on the layer itself; its own style entry continues the search.")
  static let actions = Property(
    "actions", .dictionary,
    .value(
      get: { $0.extraBox?.value.actions.map { .dictionary($0) } ?? .null },
      set: { layer, value, row in
        let new = try row.entries(value, layer)
        let old = layer.extraBox?.value.actions
        if PropertyValue(entries: old) == PropertyValue(entries: new) { return }
        layer.extra.value.actions = new
        row.didChange(layer)
      },
      copy: { a, b in
        if let actions = a.extraBox?.value.actions { b.extra.value.actions = actions }
      }), invalidates: [], "The actions for changes of keys: an animation, a function, or false for none.")

  // MARK: Contents

  static let contents = Property(
    "contents", .image, .image(get: { $0.storedContents }, set: { $0.storeContents($1) }), animation: .basic,
    traits: .ignoredByTransformLayer, "The image shown in the bounds.")
  static let contentsRect = Property(
    "contentsRect", .rect,
    .rect(get: { $0.contentsStorage.contentsRect }, set: { $0.contentsStorage.contentsRect = $1 }),
    default: .rect(.unit), animation: .basic, traits: [.nonEmpty, .ignoredByTransformLayer],
    "The part of the image that is shown, in unit coordinates; beyond the image its edge pixels repeat.")
  static let contentsGravity = Property(
    "contentsGravity", .enumeration(ContentsGravity.names),
    .option(
      get: { $0.contentsStorage.gravity.rawValue },
      set: { $0.contentsStorage.gravity = ContentsGravity(rawValue: $1) ?? .resize }), default: .string("resize"),
    traits: .ignoredByTransformLayer, "The placement of the image in the bounds; bottom is min y.")
  static let contentsScale = Property(
    "contentsScale", .number,
    .number(get: { $0.contentsStorage.contentsScale }, set: { $0.contentsStorage.contentsScale = $1 }),
    default: .number(1), animation: .basic, traits: [.positive, .noted], "Pixels of the image per point.")
  static let contentsCenter = Property(
    "contentsCenter", .rect,
    .rect(get: { $0.contentsStorage.contentsCenter }, set: { $0.contentsStorage.contentsCenter = $1 }),
    default: .rect(.unit), animation: .basic, traits: [.unit, .ignoredByTransformLayer],
    "The part of the shown image that is stretched, in unit coordinates.")
  static let contentsFormat = Property(
    "contentsFormat", .enumeration(ContentsFormat.names),
    .option(
      get: { $0.contentsStorage.format.rawValue },
      set: { $0.contentsStorage.format = ContentsFormat(rawValue: $1) ?? .rgba8 }),
    default: .string("RGBA8"),
    "A hint for the pixel format of drawings, without effect here; `Automatic` leaves the choice to the renderer.")
  static let minificationFilter = Property(
    "minificationFilter", .enumeration(SamplingFilter.names),
    .option(
      get: { $0.contentsStorage.minificationFilter.rawValue },
      set: { $0.contentsStorage.minificationFilter = SamplingFilter(rawValue: $1) ?? .linear }),
    default: .string("linear"),
    traits: .ignoredByTransformLayer, "The sampling filter for an image that is shown smaller.")
  static let magnificationFilter = Property(
    "magnificationFilter", .enumeration(SamplingFilter.names),
    .option(
      get: { $0.contentsStorage.magnificationFilter.rawValue },
      set: { $0.contentsStorage.magnificationFilter = SamplingFilter(rawValue: $1) ?? .linear }),
    default: .string("linear"),
    traits: .ignoredByTransformLayer, "The sampling filter for an image that is shown larger.")
  static let minificationFilterBias = Property(
    "minificationFilterBias", .number,
    .number(
      get: { $0.contentsStorage.minificationFilterBias }, set: { $0.contentsStorage.minificationFilterBias = $1 }),
    default: .number(0), animation: .explicit, traits: [.ignoredByTransformLayer, .unstored],
    "The bias that the trilinear filter adds to the mip level.")
  static let opaque = flag(
    "opaque", .opaque, false, animation: .none, traits: [.noted, .ignoredByTransformLayer], aliases: ["isOpaque"],
    "True if drawings start from opaque black; takes effect at the next display.")
  static let needsDisplayOnBoundsChange = flag(
    "needsDisplayOnBoundsChange", .needsDisplayOnBoundsChange, false, animation: .none, invalidates: [],
    "True if a change of the bounds requests redisplay.")
  static let drawsAsynchronously = flag(
    "drawsAsynchronously", .drawsAsynchronously, false, animation: .none, invalidates: [],
    "True if recorded drawings are rasterised on threads other than the script's; the picture is the same."
  )
  static let redrawPolicy = Property(
    "redrawPolicy", .enumeration(RedrawPolicy.names),
    .option(
      get: { $0.contentsStorage.redrawPolicy.rawValue },
      set: { $0.contentsStorage.redrawPolicy = RedrawPolicy(rawValue: $1) ?? .onSetNeedsDisplay }),
    default: .string("onSetNeedsDisplay"), invalidates: [], traits: .noted,
    "The policy for drawing the layer again: only on request, at each change of size, once before it, or never.")

  // MARK: Decoration

  static let backgroundColor = Property(
    "backgroundColor", .colorOrPattern,
    .colorOrPattern(get: { $0.storedBackgroundColor }, set: { $0.storedBackgroundColor = $1 }), animation: .basic,
    traits: .ignoredByTransformLayer, "The colour or repeated image that fills the rounded bounds, under the contents.")
  static let cornerRadius = Property(
    "cornerRadius", .number, .number(get: { $0.storedCornerRadius }, set: { $0.storeCornerRadius($1) }),
    default: .number(0), animation: .basic, traits: .ignoredByTransformLayer,
    "The corner radius in points, for background and border, and with masksToBounds for the clip.")
  static let maskedCorners = Property(
    "maskedCorners", .nameSet(.corners),
    .bits(get: { $0.decoration.maskedCorners }, set: { $0.decoration.maskedCorners = $1 }),
    default: .array(NameSet.corners.names(of: 15).map { .string($0) }), traits: .ignoredByTransformLayer,
    "The corners that are rounded.")
  static let cornerCurve = Property(
    "cornerCurve", .enumeration(CornerCurve.names),
    .option(
      get: { $0.decoration.cornerCurve.rawValue },
      set: { $0.decoration.cornerCurve = CornerCurve(rawValue: $1) ?? .circular }),
    default: .string("circular"), traits: .ignoredByTransformLayer, "The curve of the rounded corners.")
  static let borderWidth = Property(
    "borderWidth", .number, .number(get: { $0.storedBorderWidth }, set: { $0.storedBorderWidth = $1 }),
    default: .number(0), range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .ignoredByTransformLayer,
    "The width of the border in points, inward from the bounds, above the sublayers.")
  static let borderColor = Property(
    "borderColor", .colorOrPattern,
    .colorOrPattern(get: { $0.decoration.borderColor }, set: { $0.decoration.borderColor = $1 }),
    default: .color(.black), animation: .basic, traits: .ignoredByTransformLayer,
    "The colour or repeated image of the border.")
  static let opacity = Property(
    "opacity", .number, .number(get: { $0.storedOpacity }, set: { $0.storedOpacity = $1 }), default: .number(1),
    range: 0...1, animation: .basic, "The opacity of the layer with its sublayers.")
  static let allowsGroupOpacity = flag(
    "allowsGroupOpacity", .allowsGroupOpacity, true, animation: .none,
    "True if opacity fades the layer and its sublayers as one group.")
  static let shadowColor = Property(
    "shadowColor", .color, .color(get: { $0.decoration.shadowColor }, set: { $0.decoration.shadowColor = $1 }),
    default: .color(.black), animation: .basic, traits: .ignoredByTransformLayer, "The colour of the shadow.")
  static let shadowOpacity = Property(
    "shadowOpacity", .number, .number(get: { $0.decoration.shadowOpacity }, set: { $0.decoration.shadowOpacity = $1 }),
    default: .number(0), range: 0...1, animation: .basic, traits: [.ignoredByTransformLayer, .unstored],
    "The opacity of the shadow, from 0 (none) to 1.")
  static let shadowOffset = Property(
    "shadowOffset", .size, .size(get: { $0.decoration.shadowOffset }, set: { $0.decoration.shadowOffset = $1 }),
    default: .size(Size(0, -3)), animation: .basic, traits: .ignoredByTransformLayer,
    "The offset of the shadow from the layer, in the layer's points.")
  static let shadowRadius = Property(
    "shadowRadius", .number, .number(get: { $0.decoration.shadowRadius }, set: { $0.decoration.shadowRadius = $1 }),
    default: .number(3), range: 0...Double.greatestFiniteMagnitude, animation: .basic, traits: .ignoredByTransformLayer,
    "The standard deviation of the shadow's blur in points.")
  static let shadowPath = Property(
    "shadowPath", .path, .path(get: { $0.decoration.shadowPath }, set: { $0.decoration.shadowPath = $1 }),
    animation: .basic, traits: .ignoredByTransformLayer,
    "The outline that casts the shadow instead of the layer's drawing, in the layer's points.")
  static let masksToBounds = flag(
    "masksToBounds", .masksToBounds, false, animation: .basic, traits: .ignoredByTransformLayer,
    "True if contents, sublayers and shadow are clipped to the rounded bounds.")
  static let shouldRasterize = flag(
    "shouldRasterize", .shouldRasterize, false, animation: .explicit, traits: .ignoredByTransformLayer,
    "True if the layer with its sublayers and shadow is rendered to a bitmap before it is faded and placed."
  )
  static let rasterizationScale = Property(
    "rasterizationScale", .number,
    .number(get: { $0.contentsStorage.rasterizationScale }, set: { $0.contentsStorage.rasterizationScale = $1 }),
    default: .number(1), animation: .basic, traits: [.positive, .ignoredByTransformLayer],
    "Pixels per point of the bitmap of shouldRasterize.")
  static let edgeAntialiasingMask = Property(
    "edgeAntialiasingMask", .nameSet(.edges),
    .bits(get: { $0.decoration.edgeAntialiasingMask }, set: { $0.decoration.edgeAntialiasingMask = $1 }),
    default: .array(NameSet.edges.names(of: 15).map { .string($0) }), traits: .ignoredByTransformLayer,
    "The edges of the bounds that are antialiased; bottom is min y.")
  static let allowsEdgeAntialiasing = flag(
    "allowsEdgeAntialiasing", .allowsEdgeAntialiasing, true, animation: .none, traits: .ignoredByTransformLayer,
    "True if edges are antialiased at all.")

  // MARK: Timing

  static let beginTime = Property(
    "beginTime", .number, .number(get: { $0.timing.beginTime }, set: { $0.timing.beginTime = $1 }), default: .number(0),
    "The start of the layer's time, in seconds of the superlayer's time.")
  static let timeOffset = Property(
    "timeOffset", .number, .number(get: { $0.timing.timeOffset }, set: { $0.timing.timeOffset = $1 }),
    default: .number(0), traits: .unstored, "The offset added to the layer's time, in seconds.")
  static let speed = Property(
    "speed", .number, .number(get: { $0.timing.speed }, set: { $0.timing.speed = $1 }), default: .number(1),
    "The rate of the layer's time relative to the superlayer's; 0 stops it.")
  static let duration = Property(
    "duration", .number, .number(get: { $0.timing.duration }, set: { $0.timing.duration = $1 }),
    default: .number(.infinity),
    range: 0...Double.infinity, traits: .infinite, "The length of one cycle in seconds; infinite for layers.")
  static let repeatCount = Property(
    "repeatCount", .number, .number(get: { $0.timing.repeatCount }, set: { $0.timing.repeatCount = $1 }),
    default: .number(0),
    range: 0...Double.infinity, traits: .infinite, "The number of cycles; may be a fraction or infinite.")
  static let repeatDuration = Property(
    "repeatDuration", .number, .number(get: { $0.timing.repeatDuration }, set: { $0.timing.repeatDuration = $1 }),
    default: .number(0),
    range: 0...Double.infinity, traits: .infinite, "The total time for which cycles repeat, in seconds.")
  static let autoreverses = Property(
    "autoreverses", .bool, .bool(get: { $0.timing.autoreverses }, set: { $0.timing.autoreverses = $1 }),
    default: .bool(false), "True if each cycle then runs backwards.")
  static let fillMode = Property(
    "fillMode", .enumeration(FillMode.names),
    .option(get: { $0.timing.fillMode.rawValue }, set: { $0.timing.fillMode = FillMode(rawValue: $1) ?? .removed }),
    default: .string("removed"), "The behaviour before and after the active time.")
  static let contentsTime = Property(
    "contentsTime", .number,
    .value(
      get: { $0.extraBox?.value.contentsTime.map { .number($0) } ?? .null },
      set: { layer, value, row in
        var new: Double?
        if !value.isNone {
          guard case .number(let v) = value else { throw row.mismatch(layer, value) }
          new = v.isFinite ? v : try row.limited(v, layer)
        }
        if layer.extraBox?.value.contentsTime == new { return }
        layer.extra.value.contentsTime = new
        row.didChange(layer)
      },
      copy: { a, b in
        if let time = a.extraBox?.value.contentsTime { b.extra.value.contentsTime = time }
      }), animation: .explicit,
    "The time at which the sublayers run, in seconds; nil for the layer's own time. The mask and the layer's own "
      + "animations keep that.")

  /// The rows of a layer's own time.
  static let timingRows = [
    beginTime, timeOffset, speed, duration, repeatCount, repeatDuration, autoreverses, fillMode,
  ]

  static var layerRows: [Property] {
    [
      bounds, position, zPosition, anchorPoint, anchorPointZ, transform, affineTransform, frame, sublayerTransform,
      sublayerDepth,
      geometryFlipped,
      doubleSided, hidden,
      superlayer, sublayers, mask, name, link, delegate, style, actions, layoutManager, constraints, autoresizingMask,
      layoutOptions,
      contents, contentsRect, contentsGravity, contentsScale, contentsCenter, contentsFormat, minificationFilter,
      magnificationFilter,
      minificationFilterBias, opaque, needsDisplayOnBoundsChange, drawsAsynchronously, redrawPolicy,
      backgroundColor, cornerRadius, maskedCorners, cornerCurve, borderWidth, borderColor, opacity, allowsGroupOpacity,
      shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath, masksToBounds, filters, backgroundFilters,
      compositingFilter,
      shouldRasterize, rasterizationScale, edgeAntialiasingMask, allowsEdgeAntialiasing,
      states, stateTransitions, stateTransitionAnimation, currentState,
      beginTime, timeOffset, speed, duration, repeatCount, repeatDuration, autoreverses, fillMode, contentsTime,
    ]
  }

  // MARK: Shorthands

  /// Makes the row of a boolean in the layer's flags. The closures read the raw value, since capturing the flag would
  /// be slow.
  private static func flag(
    _ name: String, _ bit: LayerState, _ defaultValue: Bool, animation: ImplicitAnimation,
    invalidates: Invalidation = .compositing, traits: Traits = [], aliases: [String] = [], _ summary: String
  ) -> Property {
    let raw = bit.rawValue
    return Property(
      name, .bool,
      .bool(
        get: { $0.state.rawValue & raw != 0 },
        set: { layer, on in
          if on { layer.state.rawValue |= raw } else { layer.state.rawValue &= ~raw }
        }), default: .bool(defaultValue), animation: animation, invalidates: invalidates, traits: traits,
      aliases: aliases, summary)
  }
}
