// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree
import Wording

// Core Animation's properties in Swift. The meaning, default and unit of each are in its row
// (`Property+LayerRows.swift`). A value that the row refuses (NaN, an opacity of 2) is a mistake of the program, which
// ends with the row's message: see `Scene.refuse`. `setValue(_:forKey:)` throws instead.
extension Layer {
  /// The layer's rectangle in its own coordinates, in points; a negative size is standardised.
  public final var bounds: Rect {
    get { storedBounds }
    set { attempt { try Property.bounds.setRect(self, newValue) } }
  }
  /// Where the anchor point lies in the superlayer, in points of its coordinates.
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
  /// The z of the pivot in points. Default 0.
  public final var anchorPointZ: Double {
    get { extraBox?.value.anchorPointZ ?? 0 }
    set { assign(.anchorPointZ, newValue) }
  }
  /// The 4×4 matrix applied to the layer about its anchor point.
  public final var transform: Transform3D {
    get { transformMatrix }
    set { attempt { try Property.transform.setTransform(self, newValue) } }
  }
  /// The transform as a 2D map; the identity when it is not one.
  public final var affineTransform: AffineTransform {
    get { transformMatrix.affine }
    set { transform = Transform3D(newValue) }
  }
  /// The 4×4 matrix applied to all sublayers about this layer's anchor point.
  public final var sublayerTransform: Transform3D {
    get { extraBox?.value.sublayerTransform?.matrix ?? .identity }
    set { attempt { try Property.sublayerTransform.setTransform(self, newValue) } }
  }
  /// Whether sublayers' coordinates run upward; the layer's own contents stay upright. Default false.
  public final var isGeometryFlipped: Bool {
    get { flag(.geometryFlipped) }
    set { assign(.geometryFlipped, newValue) }
  }
  /// Whether the layer and its sublayers are drawn when they face away from the viewer. Default true.
  public final var isDoubleSided: Bool {
    get { flag(.doubleSided) }
    set { assign(.doubleSided, newValue) }
  }
  /// Whether the layer and its sublayers are left out of drawing and hit testing. Default false.
  public final var isHidden: Bool {
    get { flag(.hidden) }
    set { assign(.hidden, newValue) }
  }

  /// The layer it hangs under, also for a mask; nil for a root.
  public final var superlayer: Layer? { parent }
  /// The name that key paths, constraints and find use.
  public final var name: String? {
    get { storedName }
    set { assign(.name, newValue.map { .string($0) } ?? .null) }
  }
  /// The address to which the layer leads in PDF and SVG files; `#2` is the second page.
  public final var link: String? {
    get { extraBox?.value.link }
    set { assign(.link, newValue.map { .string($0) } ?? .null) }
  }
  /// The delegate, a weak reference; `keptDelegate` holds one that has no other owner.
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
  /// An object that lives as long as the layer: a host's delegate, which the layer then owns. Cleared when `delegate`
  /// is assigned.
  public final var keptDelegate: AnyObject? {
    get { extraBox?.value.keptObject }
    set {
      extra.value.keptObject = newValue
      countChange()
    }
  }
  /// Values for keys that are not set on the layer itself; its own style entry goes on the search.
  public final var style: [(key: String, value: PropertyValue)]? {
    get { extraBox?.value.style }
    set { assign(.style, newValue.map { .dictionary($0) } ?? .null) }
  }

  /// The actions for changes of keys: `actionForKey` looks here after the delegate. Stored, and without effect while
  /// actions are disabled.
  public final var actions: [(key: String, value: PropertyValue)]? {
    get { extraBox?.value.actions }
    set { assign(.actions, newValue.map { .dictionary($0) } ?? .null) }
  }

  /// The assigned image; for a layer with a drawing, a picture of that at `contentsScale`, made at the first use.
  public final var contents: Image? {
    get { storedContents ?? drawnPicture }
    set { assign(.contents, newValue.map { .image($0) } ?? .null) }
  }
  /// The part of the image that is shown, in unit coordinates; beyond the image its edge pixels go on. Default (0, 0,
  /// 1, 1).
  public final var contentsRect: Rect {
    get { contentsStorage.contentsRect }
    set { attempt { try Property.contentsRect.setRect(self, newValue) } }
  }
  /// How the image is fitted into the bounds; bottom is min y. Default `resize`.
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
  /// A hint for the format of what is drawn, without effect here; `Automatic` leaves it to whoever draws. Default
  /// `RGBA8`.
  public final var contentsFormat: ContentsFormat {
    get { contentsStorage.format }
    set { assign(.contentsFormat, .string(newValue.optionName.raw)) }
  }
  /// How the image is sampled where it is shown smaller. Default `linear`.
  public final var minificationFilter: SamplingFilter {
    get { contentsStorage.minificationFilter }
    set { assign(.minificationFilter, .string(newValue.optionName.raw)) }
  }
  /// How the image is sampled where it is shown larger. Default `linear`.
  public final var magnificationFilter: SamplingFilter {
    get { contentsStorage.magnificationFilter }
    set { assign(.magnificationFilter, .string(newValue.optionName.raw)) }
  }
  /// What the trilinear filter adds to the mip level. Default 0.
  public final var minificationFilterBias: Double {
    get { contentsStorage.minificationFilterBias }
    set { assign(.minificationFilterBias, newValue) }
  }
  /// Whether what is drawn starts from opaque black; acts at the next display. Default false.
  public final var isOpaque: Bool {
    get { flag(.opaque) }
    set { assign(.opaque, newValue) }
  }
  /// Whether a change of the bounds asks for redisplay. Default false.
  public final var needsDisplayOnBoundsChange: Bool {
    get { flag(.needsDisplayOnBoundsChange) }
    set { assign(.needsDisplayOnBoundsChange, newValue) }
  }
  /// Whether what the drawing hooks recorded is turned into pixels on other threads than the script's; the picture is
  /// the same. Default false.
  public final var drawsAsynchronously: Bool {
    get { flag(.drawsAsynchronously) }
    set { assign(.drawsAsynchronously, newValue) }
  }
  /// When the layer draws itself anew: only when asked, at each change of size, once before it, or never. Default
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
  /// The radius of the corners in points; rounds background and border, and with masksToBounds what is cut. Default 0.
  public final var cornerRadius: Double {
    get { storedCornerRadius }
    set { assign(.cornerRadius, newValue) }
  }
  /// Which corners are rounded. Default all.
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
  /// How opaque the layer with its sublayers is, from 0 to 1. Default 1.
  public final var opacity: Double {
    get { storedOpacity }
    set { assign(.opacity, newValue) }
  }
  /// Whether opacity fades the layer with its sublayers as one picture. Default true.
  public final var allowsGroupOpacity: Bool {
    get { flag(.allowsGroupOpacity) }
    set { assign(.allowsGroupOpacity, newValue) }
  }
  /// The colour of the shadow. Default (0, 0, 0, 1).
  public final var shadowColor: Color? {
    get { decoration.shadowColor }
    set { attempt { try Property.shadowColor.setColor(self, newValue) } }
  }
  /// How opaque the shadow is, from 0 (none) to 1. Default 0.
  public final var shadowOpacity: Double {
    get { decoration.shadowOpacity }
    set { assign(.shadowOpacity, newValue) }
  }
  /// How far the shadow lies from the layer, in the layer's points. Default (0, -3).
  public final var shadowOffset: Size {
    get { decoration.shadowOffset }
    set { attempt { try Property.shadowOffset.setSize(self, newValue) } }
  }
  /// The standard deviation of the shadow's blur in points. At least 0. Default 3.
  public final var shadowRadius: Double {
    get { decoration.shadowRadius }
    set { assign(.shadowRadius, newValue) }
  }
  /// The outline that casts the shadow, in the layer's points, instead of what the layer draws.
  public final var shadowPath: Path? {
    get { decoration.shadowPath }
    set { assign(.shadowPath, newValue.map { .path($0) } ?? .null) }
  }
  /// Whether contents, sublayers and shadow are cut at the rounded bounds. Default false.
  public final var masksToBounds: Bool {
    get { flag(.masksToBounds) }
    set { assign(.masksToBounds, newValue) }
  }
  /// The name of a blend or compositing filter; `blendMode` is its meaning. A `Filter` can be set by its key.
  public final var compositingFilter: String? {
    get { decoration.compositingFilter }
    set { assign(.compositingFilter, newValue.map { .string($0) } ?? .null) }
  }
  /// The blend mode that `compositingFilter` names.
  public final var blendMode: BlendMode { decoration.blendMode }
  /// Whether the layer with its sublayers and shadow becomes a bitmap of rasterizationScale before it is faded and
  /// placed. Default false.
  public final var shouldRasterize: Bool {
    get { flag(.shouldRasterize) }
    set { assign(.shouldRasterize, newValue) }
  }
  /// The way in which tilted sublayers cover each other.
  public final var sublayerDepth: SublayerDepth {
    get { extraBox?.value.sublayerDepth ?? .painter }
    set { assign(.sublayerDepth, .string(newValue.optionName.raw)) }
  }
  /// Pixels per point of that bitmap. Default 1.
  public final var rasterizationScale: Double {
    get { contentsStorage.rasterizationScale }
    set { assign(.rasterizationScale, newValue) }
  }
  /// Which edges of the bounds are antialiased; bottom is min y. Default all.
  public final var edgeAntialiasingMask: Edges {
    get { Edges(rawValue: UInt8(truncatingIfNeeded: decoration.edgeAntialiasingMask)) }
    set { assign(.edgeAntialiasingMask, .number(Double(newValue.rawValue))) }
  }
  /// Whether edges are antialiased at all. Default true.
  public final var allowsEdgeAntialiasing: Bool {
    get { flag(.allowsEdgeAntialiasing) }
    set { assign(.allowsEdgeAntialiasing, newValue) }
  }

  /// When the layer's time starts, in seconds of the superlayer's time. Default 0.
  public final var beginTime: Double {
    get { timing.beginTime }
    set { assign(.beginTime, newValue) }
  }
  /// What is added to the layer's time, in seconds. Default 0.
  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.timeOffset, newValue) }
  }
  /// How fast the layer's time runs against the superlayer's; 0 stands still. Default 1.
  public final var speed: Double {
    get { timing.speed }
    set { assign(.speed, newValue) }
  }
  /// How long one cycle lasts, in seconds; infinite for layers. At least 0. Default ∞.
  public final var duration: Double {
    get { timing.duration }
    set { assign(.duration, newValue) }
  }
  /// How many cycles there are; may be a fraction or infinite. At least 0. Default 0.
  public final var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.repeatCount, newValue) }
  }
  /// How long cycles repeat, in seconds. At least 0. Default 0.
  public final var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.repeatDuration, newValue) }
  }
  /// Whether each cycle runs back again. Default false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { assign(.autoreverses, newValue) }
  }
  /// What holds before and after the active time. Default `removed`.
  public final var fillMode: FillMode {
    get { timing.fillMode }
    set { assign(.fillMode, .string(newValue.optionName.raw)) }
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
        "\(mention).zPosition is \(numberText(z)): depths beyond a million lose their order; small steps such as 1, 2, 3 do",
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
      "\(mention): opaque must not be combined with cornerRadius: what is drawn would have black corners; set opaque to false",
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
          "\(mention): the image assigned to contents replaces what the layer had drawn; a layer shows one of them, the last that was set",
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
