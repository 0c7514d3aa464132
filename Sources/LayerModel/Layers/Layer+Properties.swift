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
  public final var bounds: Rect {
    get { storedBounds }
    set { attempt { try Property.bounds.setRect(self, newValue) } }
  }
  public final var position: Point {
    get { storedPosition }
    set { attempt { try Property.position.setPoint(self, newValue) } }
  }
  public final var zPosition: Double {
    get { storedZPosition }
    set { assign(.zPosition, newValue) }
  }
  public final var anchorPoint: Point {
    get { storedAnchorPoint }
    set { attempt { try Property.anchorPoint.setPoint(self, newValue) } }
  }
  public final var anchorPointZ: Double {
    get { extraBox?.value.anchorPointZ ?? 0 }
    set { assign(.anchorPointZ, newValue) }
  }
  public final var transform: Transform3D {
    get { transformMatrix }
    set { attempt { try Property.transform.setTransform(self, newValue) } }
  }
  public final var affineTransform: AffineTransform {
    get { transformMatrix.affine }
    set { transform = Transform3D(newValue) }
  }
  public final var sublayerTransform: Transform3D {
    get { extraBox?.value.sublayerTransform?.matrix ?? .identity }
    set { attempt { try Property.sublayerTransform.setTransform(self, newValue) } }
  }
  public final var isGeometryFlipped: Bool {
    get { flag(.geometryFlipped) }
    set { assign(.geometryFlipped, newValue) }
  }
  public final var isDoubleSided: Bool {
    get { flag(.doubleSided) }
    set { assign(.doubleSided, newValue) }
  }
  public final var isHidden: Bool {
    get { flag(.hidden) }
    set { assign(.hidden, newValue) }
  }

  public final var superlayer: Layer? { parent }
  public final var name: String? {
    get { storedName }
    set { assign(.name, newValue.map { .string($0) } ?? .null) }
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
      scene.changeCount &+= 1
    }
  }
  /// An object that lives as long as the layer: a host's delegate, which the layer then owns. Cleared when `delegate`
  /// is assigned.
  public final var keptDelegate: AnyObject? {
    get { extraBox?.value.keptObject }
    set { extra.value.keptObject = newValue }
  }
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
  public final var contentsRect: Rect {
    get { contentsStorage.contentsRect }
    set { attempt { try Property.contentsRect.setRect(self, newValue) } }
  }
  public final var contentsGravity: ContentsGravity {
    get { contentsStorage.gravity }
    set { assign(.contentsGravity, .string(newValue.optionName.raw)) }
  }
  public final var contentsScale: Double {
    get { contentsStorage.contentsScale }
    set { assign(.contentsScale, newValue) }
  }
  public final var contentsCenter: Rect {
    get { contentsStorage.contentsCenter }
    set { attempt { try Property.contentsCenter.setRect(self, newValue) } }
  }
  public final var contentsFormat: ContentsFormat {
    get { contentsStorage.format }
    set { assign(.contentsFormat, .string(newValue.optionName.raw)) }
  }
  public final var minificationFilter: SamplingFilter {
    get { contentsStorage.minificationFilter }
    set { assign(.minificationFilter, .string(newValue.optionName.raw)) }
  }
  public final var magnificationFilter: SamplingFilter {
    get { contentsStorage.magnificationFilter }
    set { assign(.magnificationFilter, .string(newValue.optionName.raw)) }
  }
  public final var minificationFilterBias: Double {
    get { contentsStorage.minificationFilterBias }
    set { assign(.minificationFilterBias, newValue) }
  }
  public final var isOpaque: Bool {
    get { flag(.opaque) }
    set { assign(.opaque, newValue) }
  }
  public final var needsDisplayOnBoundsChange: Bool {
    get { flag(.needsDisplayOnBoundsChange) }
    set { assign(.needsDisplayOnBoundsChange, newValue) }
  }
  public final var drawsAsynchronously: Bool {
    get { flag(.drawsAsynchronously) }
    set { assign(.drawsAsynchronously, newValue) }
  }
  public final var redrawPolicy: RedrawPolicy {
    get { contentsStorage.redrawPolicy }
    set { assign(.redrawPolicy, .string(newValue.optionName.raw)) }
  }

  public final var backgroundColor: ColorOrPattern? {
    get { storedBackgroundColor }
    set { assign(.backgroundColor, newValue?.value ?? .null) }
  }
  public final var cornerRadius: Double {
    get { storedCornerRadius }
    set { assign(.cornerRadius, newValue) }
  }
  public final var maskedCorners: CornerMask {
    get { CornerMask(rawValue: decoration.maskedCorners) }
    set { assign(.maskedCorners, .number(Double(newValue.rawValue))) }
  }
  public final var cornerCurve: CornerCurve {
    get { decoration.cornerCurve }
    set { assign(.cornerCurve, .string(newValue.optionName.raw)) }
  }
  public final var borderWidth: Double {
    get { storedBorderWidth }
    set { assign(.borderWidth, newValue) }
  }
  public final var borderColor: ColorOrPattern? {
    get { decoration.borderColor }
    set { assign(.borderColor, newValue?.value ?? .null) }
  }
  public final var opacity: Double {
    get { storedOpacity }
    set { assign(.opacity, newValue) }
  }
  public final var allowsGroupOpacity: Bool {
    get { flag(.allowsGroupOpacity) }
    set { assign(.allowsGroupOpacity, newValue) }
  }
  public final var shadowColor: Color? {
    get { decoration.shadowColor }
    set { attempt { try Property.shadowColor.setColor(self, newValue) } }
  }
  public final var shadowOpacity: Double {
    get { decoration.shadowOpacity }
    set { assign(.shadowOpacity, newValue) }
  }
  public final var shadowOffset: Size {
    get { decoration.shadowOffset }
    set { attempt { try Property.shadowOffset.setSize(self, newValue) } }
  }
  public final var shadowRadius: Double {
    get { decoration.shadowRadius }
    set { assign(.shadowRadius, newValue) }
  }
  public final var shadowPath: Path? {
    get { decoration.shadowPath }
    set { assign(.shadowPath, newValue.map { .path($0) } ?? .null) }
  }
  public final var masksToBounds: Bool {
    get { flag(.masksToBounds) }
    set { assign(.masksToBounds, newValue) }
  }
  /// The name of a blend or compositing filter; `blendMode` is its meaning.
  public final var compositingFilter: String? {
    get { decoration.compositingFilter }
    set { assign(.compositingFilter, newValue.map { .string($0) } ?? .null) }
  }
  /// The blend mode that `compositingFilter` names.
  public final var blendMode: BlendMode { decoration.blendMode }
  public final var shouldRasterize: Bool {
    get { flag(.shouldRasterize) }
    set { assign(.shouldRasterize, newValue) }
  }
  /// The way in which tilted sublayers cover each other.
  public final var sublayerDepth: SublayerDepth {
    get { extraBox?.value.sublayerDepth ?? .painter }
    set { assign(.sublayerDepth, .string(newValue.optionName.raw)) }
  }
  public final var rasterizationScale: Double {
    get { contentsStorage.rasterizationScale }
    set { assign(.rasterizationScale, newValue) }
  }
  public final var edgeAntialiasingMask: Edges {
    get { Edges(rawValue: UInt8(truncatingIfNeeded: decoration.edgeAntialiasingMask)) }
    set { assign(.edgeAntialiasingMask, .number(Double(newValue.rawValue))) }
  }
  public final var allowsEdgeAntialiasing: Bool {
    get { flag(.allowsEdgeAntialiasing) }
    set { assign(.allowsEdgeAntialiasing, newValue) }
  }

  public final var beginTime: Double {
    get { timing.beginTime }
    set { assign(.beginTime, newValue) }
  }
  public final var timeOffset: Double {
    get { timing.timeOffset }
    set { assign(.timeOffset, newValue) }
  }
  public final var speed: Double {
    get { timing.speed }
    set { assign(.speed, newValue) }
  }
  public final var duration: Double {
    get { timing.duration }
    set { assign(.duration, newValue) }
  }
  public final var repeatCount: Double {
    get { timing.repeatCount }
    set { assign(.repeatCount, newValue) }
  }
  public final var repeatDuration: Double {
    get { timing.repeatDuration }
    set { assign(.repeatDuration, newValue) }
  }
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { assign(.autoreverses, newValue) }
  }
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
    storedName = name
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
  func storeStyle(_ style: [(key: String, value: PropertyValue)]?, _ row: Property) {
    if PropertyValue(entries: extraBox?.value.style) == PropertyValue(entries: style) { return }
    let declared = layerClass.properties.filter(\.isDeclared)
    let before = declared.map(declaredValue)
    extra.value.style = style
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

  func storeCompositingFilter(_ name: String?, _ mode: BlendMode, _ row: Property) {
    guard decoration.compositingFilter != name else { return }
    decoration.compositingFilter = name
    decoration.blendMode = mode
    row.didChange(self)
  }
}

/// Corners of the bounds: Core Animation's `CACornerMask`.
public struct CornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let minXMinY = CornerMask(rawValue: 1)
  public static let maxXMinY = CornerMask(rawValue: 2)
  public static let minXMaxY = CornerMask(rawValue: 4)
  public static let maxXMaxY = CornerMask(rawValue: 8)
  public static let all: CornerMask = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY]
}
