// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Rarely used values are stored apart from the layer, so that a plain layer stays small.

/// A value on the heap, allocated when a part of it first differs from the default.
final class Box<Value> {
  @exclusivity(unchecked) var value: Value
  init(_ value: Value) { self.value = value }
}

/// The rare values of a layer on the heap. They take as much memory as the layer itself, and count as such.
final class ExtraBox {
  @exclusivity(unchecked) var value = ExtraStorage()
  private let budget: SceneBudget

  /// - Parameter budget: counts it; the caller calls `extraAppeared` once a layer holds it, since this may run a
  /// garbage
  ///   collection.
  init(_ budget: SceneBudget) { self.budget = budget }

  deinit { budget.extraVanished() }
}

struct ContentsStorage: Sendable {
  static let defaults = ContentsStorage()
  var contentsRect = Rect.unit
  var contentsCenter = Rect.unit
  var contentsScale = 1.0
  var minificationFilterBias = 0.0
  var rasterizationScale = 1.0
  var gravity = ContentsGravity.resize {
    didSet { isGravityByScreen = false }
  }
  /// True if gravity was set by a name with `top` or `bottom`, which mean max and min y.
  var isGravityByScreen = false
  var format = ContentsFormat.rgba8
  var minificationFilter = SamplingFilter.linear
  var magnificationFilter = SamplingFilter.linear
  var redrawPolicy = RedrawPolicy.onSetNeedsDisplay
}

struct DecorationStorage: Sendable {
  static let defaults = DecorationStorage()
  var borderColor: ColorOrPattern? = .color(.black)
  var shadowColor: Color? = .black
  var shadowOpacity = 0.0
  var shadowOffset = Size(0, -3)
  var shadowRadius = 3.0
  var shadowPath: Path?
  var maskedCorners: UInt32 = 15
  var edgeAntialiasingMask: UInt32 = 15
  var cornerCurve = CornerCurve.circular
  var blendMode = BlendMode.normal
  var compositingFilter: String?
}

/// A matrix and, once one of them was set by key path, its components.
final class TransformStorage {
  @exclusivity(unchecked) var matrix: Transform3D
  @exclusivity(unchecked) var components: Box<TransformComponents>?
  init(_ matrix: Transform3D) { self.matrix = matrix }
}

struct ExtraStorage {
  var mask: Layer?
  weak var delegate: (any LayerDelegate)?
  /// An object that the host keeps alive as long as the layer, such as a delegate without another owner.
  var keptObject: AnyObject?
  var anchorPointZ = 0.0
  var sublayerTransform: TransformStorage?
  var sublayerDepth = SublayerDepth.painter
  var link: String?
  /// The time at which the sublayers run; nil for the layer's own. In a presentation, `contentsTimeIsEnd` tells that an
  /// animation of it is at the far end of a cycle.
  var contentsTime: Double?
  var contentsTimeIsEnd = false
  var filters: [Filter]?
  var backgroundFilters: [Filter]?
  /// The filter object of `compositingFilter`; nil if its name is enough.
  var compositingFilter: Filter?
  var style: [(key: String, value: PropertyValue)]?
  var actions: [(key: String, value: PropertyValue)]?
  var backing: LayerBacking?
  /// The part that needs display; nil for everything.
  var invalidRect: Rect?
  /// The script and line that assigned the contents, for a warning when drawing replaces them.
  var contentsPlace: ScriptPlace?
  /// The layout manager, constraints, autoresizing mask and the state of layout.
  var layout: LayoutStorage?
  /// The states, their transitions and the current one; nil without any.
  var states: StateStorage?
  /// The animations, in the order in which they were added.
  var animations: [AttachedAnimation] = []
  /// The layer whose presentation this is.
  weak var presented: Layer?
  /// For a presentation: its scene time, the presentation above it if that one does not hold it, and two images that an
  /// animation blends.
  var presentedTime: Double?
  var heldSuperlayer: Layer?
  var fade: ContentsFade?
}

/// A cross-fade from one image to another.
struct ContentsFade {
  var from: Image?
  var to: Image?
  var part: Double
}

/// The recorded drawing of a layer.
package struct LayerBacking: Sendable {
  package var drawing: RecordedDrawing
  /// The bounds when it was drawn; gravity maps the drawing if the layer was resized since.
  package var bounds: Rect
  /// `contentsScale` and `opaque` when it was drawn.
  package var contentsScale: Double
  package var isOpaque: Bool
  /// The number of partial redraws that were appended to the drawing.
  package var appends: Int
  /// True if the drawing's y axis was flipped so that drawing coordinates equal layer coordinates.
  package var isFlipped: Bool
  /// The recording's share of the memory budget.
  var charges: [MemoryCharge] = []
  /// The image returned as `contents`, made on first use.
  var picture: Image?

  package init(
    drawing: RecordedDrawing, bounds: Rect, contentsScale: Double = 1, isOpaque: Bool = false, appends: Int = 0,
    isFlipped: Bool = false
  ) {
    self.drawing = drawing
    self.bounds = bounds
    self.contentsScale = contentsScale
    self.isOpaque = isOpaque
    self.appends = appends
    self.isFlipped = isFlipped
  }
}

/// Flags of a layer or another keyed object, including boolean properties.
struct LayerState: OptionSet {
  var rawValue: UInt32
  static let hidden = LayerState(rawValue: 1)
  static let opaque = LayerState(rawValue: 1 << 1)
  static let doubleSided = LayerState(rawValue: 1 << 2)
  static let geometryFlipped = LayerState(rawValue: 1 << 3)
  static let masksToBounds = LayerState(rawValue: 1 << 4)
  static let needsDisplayOnBoundsChange = LayerState(rawValue: 1 << 5)
  static let drawsAsynchronously = LayerState(rawValue: 1 << 6)
  static let allowsGroupOpacity = LayerState(rawValue: 1 << 7)
  static let shouldRasterize = LayerState(rawValue: 1 << 8)
  static let allowsEdgeAntialiasing = LayerState(rawValue: 1 << 9)
  // Flags of the text layer.
  static let wrapped = LayerState(rawValue: 1 << 10)
  static let allowsFontSubpixelQuantization = LayerState(rawValue: 1 << 11)

  /// Set on a presentation that paints nothing itself, since an animation gives it a value that cannot be shown.
  static let isUnshown = LayerState(rawValue: 1 << 12)
  /// The cached layout of a text layer is that of its bounds, and nothing has changed since.
  static let layoutOfTextIsCurrent = LayerState(rawValue: 1 << 13)
  /// Set on a spring animation that is exactly at its last value when it is over.
  static let endsAtTarget = LayerState(rawValue: 1 << 14)
  /// Set on a text layer whose string a time line types.
  static let isTyped = LayerState(rawValue: 1 << 15)

  static let needsLayout = LayerState(rawValue: 1 << 16)
  static let needsDisplay = LayerState(rawValue: 1 << 17)
  /// Set while its `layoutSublayers` runs.
  static let layingOut = LayerState(rawValue: 1 << 18)
  /// Set if it is in its superlayer's mask slot.
  static let isMask = LayerState(rawValue: 1 << 19)
  /// Set if changes of any key must be noted: the class has redraw keys, or ignores some keys.
  static let watchesKeys = LayerState(rawValue: 1 << 20)
  static let isTransformLayer = LayerState(rawValue: 1 << 21)
  /// Set while its `display` runs.
  static let displaying = LayerState(rawValue: 1 << 23)
  /// Set if a delegate was assigned; if there is none now, it was freed.
  static let hasDelegate = LayerState(rawValue: 1 << 24)
  /// Set while it is being made or copied: nothing is flagged.
  static let silent = LayerState(rawValue: 1 << 22)
  /// Set while a script's constructor sets it up: its values are not changes that animate.
  static let underConstruction = LayerState(rawValue: 1 << 29)

  // Flags of layout.
  /// Set if a layer below is flagged for layout, or was.
  static let layoutBelow = LayerState(rawValue: 1 << 30)
  /// Set if a sublayer has an autoresizing mask, or had one.
  static let sublayersResize = LayerState(rawValue: 1 << 25)
  /// Set if its layout manager may derive the layer's preferred size from the sublayers'.
  static let sizedByContents = LayerState(rawValue: 1 << 26)
  /// Set while `defaultLayoutSublayers` runs.
  static let layingOutByDefault = LayerState(rawValue: 1 << 27)
  /// Set while its manager's `invalidateLayout` runs.
  static let invalidatingLayout = LayerState(rawValue: 1 << 28)

  /// Set if the scene lists it among the layers that have, or had, animations.
  static let isKnownAnimated = LayerState(rawValue: 1 << 31)

  static let initial: LayerState = [.doubleSided, .allowsGroupOpacity, .allowsEdgeAntialiasing]
}
