// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Pixels
import RenderTree

/// The context of drawing hooks: Core Graphics' operations, recorded as values and rasterised when the resolution is
/// known.
///
/// Units are points, y down (y up if `isFlipped`), angles in radians. A context is valid only inside the callback it
/// was created for. Calls after `close()` and arguments that are NaN or infinite are errors. No call draws a pixel.
///
/// Base coordinates are those of `bounds`. The recording has its origin at the visual top left corner of `bounds` and y
/// down, like the bitmap that it represents.
///
/// ```swift
/// final class Painter: LayerDelegate {
///   let hooks: LayerHooks = [.draw]
///   func draw(_ layer: Layer, in context: GraphicsContext) throws {
///     try context.setFillColor(.orange)
///     try context.fillEllipse(in: layer.bounds.insetBy(dx: 4, dy: 4))
///     try context.drawText("Dawn", at: Point(8, 20))
///   }
/// }
/// let painter = Painter()
/// layer.delegate = painter
/// layer.setNeedsDisplay()
/// ```
public final class GraphicsContext {
  /// Limits on what one context may record before it throws a limit error; `operations` is the scene's limit.
  package struct Budget: Sendable {
    package var operations: Int
    package var segments: Int
    package var savedStates: Int
    /// The maximum length of a chain of clips. Clips to axis-aligned rectangles are merged and do not count.
    package var clips: Int
    package var transparencyLayers: Int
    /// The scene's counter of live contexts.
    var live: LiveObjects?

    package init(
      operations: Int = 1_000_000, segments: Int = 8_000_000, savedStates: Int = 65_536, clips: Int = 1024,
      transparencyLayers: Int = 64
    ) {
      self.operations = operations
      self.segments = segments
      self.savedStates = savedStates
      self.clips = clips
      self.transparencyLayers = transparencyLayers
    }
  }

  /// Returns the budget for a scene's contexts.
  package static func budget(of scene: Scene) -> Budget {
    var budget = Budget(operations: scene.limits.drawingOperations)
    budget.live = scene.live
    return budget
  }

  /// The area to draw into, in the context's base coordinates.
  public let bounds: Rect
  /// Pixels per point of the backing; the drawing may be rasterised at a higher resolution.
  public let scale: Double
  /// True if y points up in the base coordinates. Images and text are then flipped, so that they stay upright.
  public let isFlipped: Bool
  let budget: Budget
  /// The scale by which a variant of an image is chosen.
  let imageScale: Double

  /// The transform from the base coordinates to the recording's.
  let base: AffineTransform
  /// The transform that `ctm` applies after the base coordinates: the scale of a tile's level.
  var device = AffineTransform.identity
  var services: (any TextServices)?
  var state: GraphicsState
  var savedStates: [GraphicsState] = []
  /// The number of `savedStates` when each open transparency layer began.
  var layerMarks: [Int] = []
  /// The current path, in the recording's coordinates.
  var path = Path()
  var operations: [DrawingOperation] = []
  var segmentCount = 0
  /// The cached luminance masks of opaque images.
  var luminanceMasks: [(image: Bitmap, mask: Bitmap)] = []
  /// The memory charge of the recording, which the recording's owner retains.
  let charge: MemoryCharge
  package private(set) var isClosed = false
  /// Called with the layout of `drawText` if a font or a character of it is missing.
  package var onTextProblem: ((TextFrame) -> Void)?

  /// Creates a context with an empty recording.
  ///
  /// - Parameters:
  ///   - services: lays out the text of `drawText`; without it `drawText` throws.
  ///   - imageScale: the resolution expected on the canvas, in pixels per point; at least `scale`.
  ///   - clip: the initial clip, in base coordinates; nil for none.
  package init(
    bounds: Rect, scale: Double = 1, isFlipped: Bool = false, imageScale: Double? = nil, clip: Rect? = nil,
    services: (any TextServices)? = nil, memoryBudget: (any MemoryBudget)? = nil, budget: Budget = Budget()
  ) {
    self.bounds = bounds
    self.scale = scale
    self.isFlipped = isFlipped
    self.imageScale = max(scale, imageScale ?? scale)
    self.services = services
    self.budget = budget
    charge = MemoryCharge(memoryBudget)
    budget.live?.add(.contexts)
    base =
      isFlipped
      ? AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -bounds.minX, ty: bounds.maxY)
      : .translation(-bounds.minX, -bounds.minY)
    state = GraphicsState(ctm: base, clipBounds: Rect(0, 0, bounds.width, bounds.height))
    if let clip {
      let area = base.boundingBox(of: clip)
      state.clip = DrawingClip(area: .path(Path(rect: area), .nonZero), parent: nil)
      state.rectClip = (area, nil)
      narrow(to: area)
    }
  }

  /// Completes the drawing; every later call is an error.
  package func close() {
    guard !isClosed else { return }
    while !layerMarks.isEmpty { popLayer() }
    isClosed = true
    services = nil
    savedStates = []
    luminanceMasks = []
    path = Path()
  }

  /// A warning about the states and layers that the callback left open; nil if there are none. Read it before the
  /// context is closed.
  package var imbalance: String? {
    let layers = layerMarks.count
    let states = savedStates.count - layers
    switch (states, layers) {
    case (0, 0): return nil
    case (_, 0):
      return
        "the drawing ended with \(counted(states, "saved state", "saved states")); call restoreGState for each "
        + "saveGState"
    case (0, _):
      return
        "the drawing ended with \(counted(layers, "open transparency layer", "open transparency layers")); call "
        + "endTransparencyLayer for each beginTransparencyLayer"
    default:
      return
        "the drawing ended with \(counted(states, "saved state", "saved states")) and "
        + "\(counted(layers, "open transparency layer", "open transparency layers")); call restoreGState and "
        + "endTransparencyLayer for each"
    }
  }

  /// Returns the recording, with open transparency layers ended, and closes the context.
  package func finish() -> RecordedDrawing {
    close()
    return RecordedDrawing(operations: operations)
  }

  // MARK: Reading

  /// The transform from user space to the base coordinates; in a tile of a tiled layer, to the tile's pixels.
  public var ctm: AffineTransform { (base.inverted.map { state.ctm.concat($0) } ?? state.ctm).concat(device) }
  /// The bounding box of the clip, in user space; zero if it is empty.
  public var clipBounds: Rect {
    guard !state.clipBounds.isEmpty, let inverse = state.ctm.inverted else { return .zero }
    return inverse.boundingBox(of: state.clipBounds)
  }
  /// A copy of the current path, in user space; empty if the current transformation has no inverse.
  public var currentPath: Path { state.ctm.inverted.map { path.transformed(by: $0) } ?? Path() }
  /// The width of the drawing area, in points.
  public var width: Double { bounds.width }
  /// The height of the drawing area, in points.
  public var height: Double { bounds.height }

  // MARK: Checks

  /// Throws if the context is closed. In bindings, reading `ctm` and the like calls it.
  package func check(_ call: String) throws {
    if isClosed { throw failure(call, "the context is only valid inside the callback it was passed to; draw there") }
  }

  func failure(_ call: String, _ message: String) -> LayerError { LayerError("GraphicsContext.\(call): \(message)") }
  func limit(_ call: String, _ message: String) -> LayerError {
    LayerError(.limit, "GraphicsContext.\(call): \(message)")
  }

  func number(_ v: Double, _ name: StaticString, _ call: String) throws {
    if !v.isFinite {
      throw failure(call, "\(name) must be a finite number, got \(v.isNaN ? "nan" : v < 0 ? "-inf" : "inf")")
    }
  }
  func point(_ p: Point, _ name: StaticString, _ call: String) throws {
    if !p.isFinite { throw failure(call, "\(name) must have finite coordinates, got (\(p.x), \(p.y))") }
  }
  func rect(_ r: Rect, _ name: StaticString, _ call: String) throws -> Rect {
    guard r.isFinite, r.maxX.isFinite, r.maxY.isFinite else {
      throw failure(call, "\(name) must be finite, got {\(r.x), \(r.y), \(r.width), \(r.height)}")
    }
    return r.standardized
  }
  func fraction(_ v: Double, _ name: StaticString, _ call: String) throws -> Double {
    try number(v, name, call)
    guard v >= -1e-6, v <= 1 + 1e-6 else {
      throw failure(call, "\(name) must be between 0 and 1, got \(numberText(v))")
    }
    return min(max(v, 0), 1)
  }

  deinit { budget.live?.remove(.contexts) }

  // MARK: Recording

  /// Records an operation with the context's state.
  ///
  /// - Parameter glyphs: the text that a stroke draws; nil for other operations.
  func record(
    _ kind: DrawingOperation.Kind, transform: AffineTransform, of glyphs: StrokedGlyphs? = nil, _ call: String
  ) throws {
    var operation = DrawingOperation(
      kind: kind, transform: transform, alpha: state.alpha, blendMode: state.blendMode, shadow: state.shadow,
      clip: state.clip)
    operation.strokedGlyphs = glyphs
    try record(operation, call)
  }

  /// Records an operation that includes its state.
  func record(_ operation: DrawingOperation, _ call: String) throws {
    guard operations.count < budget.operations else {
      throw limit(
        call, "a drawing may have at most \(budget.operations) operations; draw repeated parts once into an image")
    }
    try grow(by: MemoryLayout<DrawingOperation>.stride, call)
    operations.append(operation)
  }

  func count(segments: Int, _ call: String) throws {
    segmentCount += segments
    guard segmentCount <= budget.segments else {
      throw limit(
        call, "a drawing may have at most \(budget.segments) path segments; draw repeated parts once into an image")
    }
    try grow(by: segments * 32, call)
  }

  func grow(by bytes: Int, _ call: String) throws {
    if !charge.grow(by: bytes) {
      throw LayerError.noMemory("more of this drawing", charge.budget, at: "GraphicsContext.\(call)")
    }
  }
}
