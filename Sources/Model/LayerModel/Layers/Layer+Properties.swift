// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels
import RenderTree

// Core Animation's properties in Swift. Their rows (`Property+LayerRows.swift`) give meaning, default and unit. A value
// that the row refuses (NaN, an opacity of 2) is a programming error, which terminates with the row's message: see
// `Scene.refuse`. `setValue(_:forKey:)` throws instead.
extension Layer {
  /// The layer's rectangle in its own coordinates, in points; a negative size is standardised.
  public final var bounds: Rect {
    get { storedBounds }
    set { attempt { try Property.bounds.setRect(self, newValue) } }
  }
  /// The place of the anchor point in the superlayer's coordinates, in points.
  public final var position: Point {
    get { storedPosition }
    set { attempt { try Property.position.setPoint(self, newValue) } }
  }
  /// The anchor point's z in the superlayer, in points; greater is nearer the viewer and painted later. Default 0.
  public final var zPosition: Double {
    get { storedZPosition }
    set { assign(.zPosition, newValue) }
  }
  /// The point of the bounds, in unit coordinates, that lies at position and about which transforms act. Default (0.5,
  /// 0.5).
  public final var anchorPoint: Point {
    get { storedAnchorPoint }
    set { attempt { try Property.anchorPoint.setPoint(self, newValue) } }
  }
  /// The z of the anchor point in the layer's own coordinates, in points. Default 0.
  public final var anchorPointZ: Double {
    get { extraBox?.value.anchorPointZ ?? 0 }
    set { assign(.anchorPointZ, newValue) }
  }
  /// The 4×4 matrix applied to the layer about its anchor point.
  public final var transform: Transform3D {
    get { transformMatrix }
    set { attempt { try Property.transform.setTransform(self, newValue) } }
  }
  /// The transform as an affine map; the identity if it is not affine.
  public final var affineTransform: AffineTransform {
    get { transformMatrix.affine }
    set { transform = Transform3D(newValue) }
  }
  /// The 4×4 matrix applied to all sublayers about this layer's anchor point.
  public final var sublayerTransform: Transform3D {
    get { extraBox?.value.sublayerTransform?.matrix ?? .identity }
    set { attempt { try Property.sublayerTransform.setTransform(self, newValue) } }
  }
  /// True if the y axis of sublayers points up; the layer's own contents stay upright. Default false.
  public final var isGeometryFlipped: Bool {
    get { flag(.geometryFlipped) }
    set { assign(.geometryFlipped, newValue) }
  }
  /// True if the layer and its sublayers are drawn when they face away from the viewer. Default true.
  public final var isDoubleSided: Bool {
    get { flag(.doubleSided) }
    set { assign(.doubleSided, newValue) }
  }
  /// True if the layer and its sublayers are excluded from drawing and hit testing. Default false.
  public final var isHidden: Bool {
    get { flag(.hidden) }
    set { assign(.hidden, newValue) }
  }

  /// The layer that has this one as a sublayer or mask; nil for a root.
  public final var superlayer: Layer? { parent }
  /// The name by which key paths, constraints and `find` refer to the layer.
  public final var name: String? {
    get { storedName }
    set { assign(.name, newValue.map { .string($0) } ?? .null) }
  }
  /// The address that the layer links to in PDF and SVG files; `#2` is the second page.
  public final var link: String? {
    get { extraBox?.value.link }
    set { assign(.link, newValue.map { .string($0) } ?? .null) }
  }
  /// The delegate, a weak reference; `keptDelegate` owns one that has no other owner.
  public final var delegate: (any LayerDelegate)? {
    get { extraBox?.value.delegate }
    set {
      setFlag(.hasDelegate, newValue != nil)
      if newValue == nil, extraBox == nil { return }
      extra.value.delegate = newValue
      if newValue != nil { scene.hasDelegates = true }
      extra.value.keptObject = nil
      countChange()
    }
  }
  /// An object that the layer owns, such as a host's delegate. Cleared when `delegate` is assigned.
  public final var keptDelegate: AnyObject? {
    get { extraBox?.value.keptObject }
    set {
      extra.value.keptObject = newValue
      countChange()
    }
  }
  /// Values for keys that are not set on the layer itself; its own `style` entry continues the search.
  public final var style: [(key: String, value: PropertyValue)]? {
    get { extraBox?.value.style }
    set { assign(.style, newValue.map { .dictionary($0) } ?? .null) }
  }

  /// The actions for changes of keys, which `actionForKey` searches after the delegate. Without effect while actions
  /// are disabled, but stored.
  public final var actions: [(key: String, value: PropertyValue)]? {
    get { extraBox?.value.actions }
    set { assign(.actions, newValue.map { .dictionary($0) } ?? .null) }
  }

  /// The assigned image; for a layer with a drawing, an image of it at `contentsScale`, made on first use.
  public final var contents: Image? {
    get { storedContents ?? drawnPicture }
    set { assign(.contents, newValue.map { .image($0) } ?? .null) }
  }
  /// The part of the image that is shown, in unit coordinates; beyond the image its edge pixels repeat. Default (0, 0,
  /// 1, 1).
  public final var contentsRect: Rect {
    get { contentsStorage.contentsRect }
    set { attempt { try Property.contentsRect.setRect(self, newValue) } }
  }
  /// The placement of the image in the bounds; bottom is min y. Default `resize`.
  public final var contentsGravity: ContentsGravity {
    get { contentsStorage.gravity }
    set { assign(.contentsGravity, .string(newValue.optionName.raw)) }
  }
  /// Pixels of the image per point. Default 1.
  public final var contentsScale: Double {
    get { contentsStorage.contentsScale }
    set { assign(.contentsScale, newValue) }
  }
  /// The part of the shown image that is stretched, in unit coordinates. Default (0, 0, 1, 1).
  public final var contentsCenter: Rect {
    get { contentsStorage.contentsCenter }
    set { attempt { try Property.contentsCenter.setRect(self, newValue) } }
  }
  /// A hint for the pixel format of drawings, without effect here; `Automatic` leaves the choice to the renderer.
  /// Default `RGBA8`.
  public final var contentsFormat: ContentsFormat {
    get { contentsStorage.format }
    set { assign(.contentsFormat, .string(newValue.optionName.raw)) }
  }
  /// The sampling filter for an image that is shown smaller. Default `linear`.
  public final var minificationFilter: SamplingFilter {
    get { contentsStorage.minificationFilter }
    set { assign(.minificationFilter, .string(newValue.optionName.raw)) }
  }
  /// The sampling filter for an image that is shown larger. Default `linear`.
  public final var magnificationFilter: SamplingFilter {
    get { contentsStorage.magnificationFilter }
    set { assign(.magnificationFilter, .string(newValue.optionName.raw)) }
  }
  /// The bias that the trilinear filter adds to the mip level. Default 0.
  public final var minificationFilterBias: Double {
    get { contentsStorage.minificationFilterBias }
    set { assign(.minificationFilterBias, newValue) }
  }
  /// True if drawings start from opaque black; takes effect at the next display. Default false.
  public final var isOpaque: Bool {
    get { flag(.opaque) }
    set { assign(.opaque, newValue) }
  }
  /// True if a change of the bounds requests redisplay. Default false.
  public final var needsDisplayOnBoundsChange: Bool {
    get { flag(.needsDisplayOnBoundsChange) }
    set { assign(.needsDisplayOnBoundsChange, newValue) }
  }
  /// True if recorded drawings are rasterised on threads other than the script's; the result is identical. Default
  /// false.
  public final var drawsAsynchronously: Bool {
    get { flag(.drawsAsynchronously) }
    set { assign(.drawsAsynchronously, newValue) }
  }
  /// The policy for drawing the layer again: only on request, at each change of size, once before it, or never. Default
  /// `onSetNeedsDisplay`.
  public final var redrawPolicy: RedrawPolicy {
    get { contentsStorage.redrawPolicy }
    set { assign(.redrawPolicy, .string(newValue.optionName.raw)) }
  }

  /// The colour or repeated image that fills the rounded bounds, under the contents.
  public final var backgroundColor: ColorOrPattern? {
    get { storedBackgroundColor }
    set { assign(.backgroundColor, newValue?.value ?? .null) }
  }
  /// The corner radius in points, for background and border, and with `masksToBounds` for the clip. Default 0.
  public final var cornerRadius: Double {
    get { storedCornerRadius }
    set { assign(.cornerRadius, newValue) }
  }
  /// The corners that are rounded. Default all.
  public final var maskedCorners: CornerMask {
    get { CornerMask(rawValue: decoration.maskedCorners) }
    set { assign(.maskedCorners, .number(Double(newValue.rawValue))) }
  }
  /// The curve of the rounded corners. Default `circular`.
  public final var cornerCurve: CornerCurve {
    get { decoration.cornerCurve }
    set { assign(.cornerCurve, .string(newValue.optionName.raw)) }
  }
  /// The width of the border in points, inward from the bounds, above the sublayers. At least 0. Default 0.
  public final var borderWidth: Double {
    get { storedBorderWidth }
    set { assign(.borderWidth, newValue) }
  }
  /// The colour or repeated image of the border. Default (0, 0, 0, 1).
  public final var borderColor: ColorOrPattern? {
    get { decoration.borderColor }
    set { assign(.borderColor, newValue?.value ?? .null) }
  }
  /// The opacity of the layer with its sublayers, from 0 to 1. Default 1.
  public final var opacity: Double {
    get { storedOpacity }
    set { assign(.opacity, newValue) }
  }
  /// True if opacity fades the layer and its sublayers as one group. Default true.
  public final var allowsGroupOpacity: Bool {
    get { flag(.allowsGroupOpacity) }
    set { assign(.allowsGroupOpacity, newValue) }
  }
  /// The colour of the shadow. Default (0, 0, 0, 1).
  public final var shadowColor: Color? {
    get { decoration.shadowColor }
    set { attempt { try Property.shadowColor.setColor(self, newValue) } }
  }
  /// The opacity of the shadow, from 0 (none) to 1. Default 0.
  public final var shadowOpacity: Double {
    get { decoration.shadowOpacity }
    set { assign(.shadowOpacity, newValue) }
  }
  /// The offset of the shadow from the layer, in the layer's points. Default (0, -3).
  public final var shadowOffset: Size {
    get { decoration.shadowOffset }
    set { attempt { try Property.shadowOffset.setSize(self, newValue) } }
  }
  /// The standard deviation of the shadow's blur in points. At least 0. Default 3.
  public final var shadowRadius: Double {
    get { decoration.shadowRadius }
    set { assign(.shadowRadius, newValue) }
  }
  /// The outline that casts the shadow instead of the layer's drawing, in the layer's points.
  public final var shadowPath: Path? {
    get { decoration.shadowPath }
    set { assign(.shadowPath, newValue.map { .path($0) } ?? .null) }
  }
  /// True if contents, sublayers and shadow are clipped to the rounded bounds. Default false.
  public final var masksToBounds: Bool {
    get { flag(.masksToBounds) }
    set { assign(.masksToBounds, newValue) }
  }
  /// The name of a blend or compositing filter; `blendMode` is the mode it names. A `Filter` can be set by its key.
  public final var compositingFilter: String? {
    get { decoration.compositingFilter }
    set { assign(.compositingFilter, newValue.map { .string($0) } ?? .null) }
  }
  /// The blend mode that `compositingFilter` names.
  public final var blendMode: BlendMode { decoration.blendMode }
  /// True if the layer with its sublayers and shadow is rendered to a bitmap at `rasterizationScale` before it is faded
  /// and placed. Default false.
  public final var shouldRasterize: Bool {
    get { flag(.shouldRasterize) }
    set { assign(.shouldRasterize, newValue) }
  }
  /// The rule by which tilted sublayers hide each other. Default `painter`.
  public final var sublayerDepth: SublayerDepth {
    get { extraBox?.value.sublayerDepth ?? .painter }
    set { assign(.sublayerDepth, .string(newValue.optionName.raw)) }
  }
  /// Pixels per point of the bitmap of `shouldRasterize`. Default 1.
  public final var rasterizationScale: Double {
    get { contentsStorage.rasterizationScale }
    set { assign(.rasterizationScale, newValue) }
  }
  /// The edges of the bounds that are antialiased; bottom is min y. Default all.
  public final var edgeAntialiasingMask: Edges {
    get { Edges(rawValue: UInt8(truncatingIfNeeded: decoration.edgeAntialiasingMask)) }
    set { assign(.edgeAntialiasingMask, .number(Double(newValue.rawValue))) }
  }
  /// True if edges are antialiased at all. Default true.
  public final var allowsEdgeAntialiasing: Bool {
    get { flag(.allowsEdgeAntialiasing) }
    set { assign(.allowsEdgeAntialiasing, newValue) }
  }

  /// The start of the layer's time, in seconds of the superlayer's time. Default 0.
  public final var beginTime: Double {
    get { timing.beginTime }
    set { assign(.beginTime, newValue) }
  }
  /// The offset added to the layer's time, in seconds. Default 0.
  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.timeOffset, newValue) }
  }
  /// The rate of the layer's time relative to the superlayer's; 0 stops it. Default 1.
  public final var speed: Double {
    get { timing.speed }
    set { assign(.speed, newValue) }
  }
  /// The length of one cycle in seconds; infinite for layers. At least 0. Default ∞.
  public final var duration: Double {
    get { timing.duration }
    set { assign(.duration, newValue) }
  }
  /// The number of cycles; may be a fraction or infinite. At least 0. Default 0.
  public final var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.repeatCount, newValue) }
  }
  /// The total time for which cycles repeat, in seconds. At least 0. Default 0.
  public final var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.repeatDuration, newValue) }
  }
  /// True if each cycle runs backwards after it ran forwards. Default false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { assign(.autoreverses, newValue) }
  }
  /// The behaviour before and after the active time. Default `removed`.
  public final var fillMode: FillMode {
    get { timing.fillMode }
    set { assign(.fillMode, .string(newValue.optionName.raw)) }
  }
  /// The time at which the sublayers run, in seconds; nil, the default, for the layer's own time.
  ///
  /// An animation of it maps the time of everything below the layer: it plays the sublayers' animations at another
  /// pace, backwards or repeatedly, or holds them. The layer's mask and its own animations keep the layer's time.
  ///
  /// ```swift
  /// poster.contentsTime = 2  // the picture of 2 s, at any time
  /// let loop = BasicAnimation(keyPath: "contentsTime", from: 0, to: 2, duration: 2)
  /// loop.repeatCount = .infinity
  /// try poster.add(loop)
  /// ```
  public final var contentsTime: Double? {
    get { extraBox?.value.contentsTime }
    set { assign(.contentsTime, newValue.map { .number($0) } ?? .null) }
  }

  // MARK: Storage with consequences

  final var transformMatrix: Transform3D { transformStorage?.matrix ?? .identity }

  func storeTransform(_ t: Transform3D) {
    if t.isIdentity {
      transformStorage = nil
    } else if let storage = transformStorage {
      storage.matrix = t
      storage.components = nil
    } else {
      transformStorage = TransformStorage(t)
    }
  }

  func storeBounds(_ r: Rect) {
    let old = storedBounds.size
    storedBounds = r
    if contentsBox != nil { noteSize(changedFrom: old) }
    if flag(.sublayersResize), old != r.size { sizeChanged(from: old) }
  }

  func storeName(_ name: String?) {
    if let storedName { scene.names.remove(self, storedName) }
    storedName = name
    if let name { scene.names.add(self, name) }
    // Constraints of siblings may now refer to another layer.
    dropSuperlayersSystem()
  }

  func storeZPosition(_ z: Double) {
    storedZPosition = z
    if abs(z) > 1e6 {
      scene.warn(
        .zExtreme,
        "\(mention).zPosition is \(numberText(z)): depths beyond a million lose their order; use small steps such as "
          + "1, 2, 3",
        onceFor: className)
    }
  }

  func storeCornerRadius(_ r: Double) {
    storedCornerRadius = r
    if r > 0, flag(.opaque) { warnAboutOpaqueCorners() }
  }

  func warnAboutOpaqueCorners() {
    scene.warn(
      .opaqueCorner,
      "\(mention): opaque must not be combined with cornerRadius: the drawing would have black corners; set opaque to "
        + "false",
      onceFor: className)
  }

  /// Stores a style. It changes the values of keys that are not set on the layer itself; redraw keys among them request
  /// display.
  ///
  /// - Throws: `LayerError` for a value that a declared key refuses.
  func storeStyle(_ style: [(key: String, value: PropertyValue)]?, _ row: Property) throws {
    if PropertyValue(entries: extraBox?.value.style) == PropertyValue(entries: style) { return }
    let declared = layerClass.properties.filter(\.isDeclared)
    let before = declared.map(declaredValue)
    try changeStyle(to: style) { extra.value.style = $0 }
    row.didChange(self)
    for (key, value) in zip(declared, before) where declaredValue(key) != value { key.didChange(self) }
    if isDrawnByStyle { flagDisplay() }
  }

  /// Stores an assigned image, which replaces the drawing.
  func storeContents(_ image: Image?) {
    storedContents = image
    if image != nil, shownText != nil { warnAboutHiddenText() }
    guard let extraBox else { return }
    if let backing = extraBox.value.backing {
      extraBox.value.backing = nil
      if image != nil, image !== backing.picture, state.isDisjoint(with: [.displaying, .silent]) {
        scene.warn(
          .contentsVsDrawing,
          "\(mention): the image assigned to contents replaces the layer's drawing; a layer shows whichever was set "
            + "last",
          onceFor: className)
      }
    }
    // The origin of the image matters only where drawing may replace it.
    if image != nil, !flag(.displaying), hasDrawingHook {
      extraBox.value.contentsPlace = scene.host.runningPlace?()
    } else if extraBox.value.contentsPlace != nil {
      extraBox.value.contentsPlace = nil
    }
  }
}

/// Corners of the bounds: Core Animation's `CACornerMask`.
///
/// ```swift
/// // Round corners at the top only.
/// panel.cornerRadius = 12
/// panel.maskedCorners = [.minXMinY, .maxXMinY]
/// ```
public struct CornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// At min x and min y.
  public static let minXMinY = CornerMask(rawValue: 1)
  /// At max x and min y.
  public static let maxXMinY = CornerMask(rawValue: 2)
  /// At min x and max y.
  public static let minXMaxY = CornerMask(rawValue: 4)
  /// At max x and max y.
  public static let maxXMaxY = CornerMask(rawValue: 8)
  /// All four.
  public static let all: CornerMask = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY]
}
