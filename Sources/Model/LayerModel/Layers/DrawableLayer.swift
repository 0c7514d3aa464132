// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

/// A layer whose pixels come from the host program or from a script's function: the counterpart of `CAMetalLayer`,
/// `CAOpenGLLayer`, `CAEAGLLayer` and `QCCompositionLayer`.
///
/// Pixels are passed in drawables. Either the program requests one (`nextDrawable`), fills it and presents it; or the
/// layer has a painter: a subclass, `source` or the delegate, in this order. The painter is called after
/// `setNeedsDisplay`, or for every frame if `isAsynchronous`. A presented drawable becomes `contents` at once. `opaque`
/// starts as true.
///
/// ```swift
/// let view = DrawableLayer(in: scene)
/// view.bounds = Rect(0, 0, 320, 180)
/// view.isAsynchronous = true  // drawn again for every frame
/// view.setSource { drawable, layerTime in
///   try drawable.clear(Color(hue: layerTime / 4, saturation: 1, brightness: 1))
/// }
/// ```
public final class DrawableLayer: Layer {
  @exclusivity(unchecked) var storedDrawableSize: Size?
  @exclusivity(unchecked) var storedPixelFormat = PixelFormat.rgba8Unorm
  @exclusivity(unchecked) var storedColorSpace = DrawableColorSpace.sRGB
  @exclusivity(unchecked) var storedMaximumDrawableCount = 3.0
  @exclusivity(unchecked) var storedFlags: DrawableFlags = .initial
  @exclusivity(unchecked) var storedSource: (any DrawableSource)?
  /// For a presentation: the local time at which it is drawn.
  @exclusivity(unchecked) var presentedLocalTime: Double?

  public convenience init(in scene: Scene) { self.init(in: scene, of: .drawable) }

  public required init(in scene: Scene, of layerClass: KeyedClass) {
    super.init(in: scene, of: layerClass)
    state.insert(.opaque)
  }

  package override var inspectedWords: [String] {
    storedContents == nil ? ["nothing presented"] : []
  }

  override var drawingHooks: LayerHooks { [.display, .draw, .drawable] }
  package override var hasDrawingHook: Bool { super.hasDrawingHook || storedSource != nil }
  package override var isDrawnPerPicture: Bool { isAsynchronous && hasDrawingHook }
  override func drawItself(_ invalid: Rect?) throws -> Bool { try displayFrame() }

  override func redrawPresentation(of model: Layer, at time: Double?, resolution: Double) throws {
    presentedLocalTime = time
    // A presentation's drawable has its own size and pixels; the model keeps them until the next frame.
    defer { if model.isDrawnPerPicture { model.storedContents = storedContents } }
    try super.redrawPresentation(of: model, at: time, resolution: resolution)
  }

  deinit { if storedFlags.contains(.asynchronous) { scene.display.asynchronousLayers -= 1 } }
}

/// Boolean properties of a drawable layer.
struct DrawableFlags: OptionSet {
  let rawValue: UInt8
  static let asynchronous = DrawableFlags(rawValue: 1)
  static let framebufferOnly = DrawableFlags(rawValue: 2)
  static let presentsWithTransaction = DrawableFlags(rawValue: 4)
  static let allowsNextDrawableTimeout = DrawableFlags(rawValue: 8)
  static let displaySyncEnabled = DrawableFlags(rawValue: 16)
  static let retainedBacking = DrawableFlags(rawValue: 32)
  static let initial: DrawableFlags = [.framebufferOnly, .allowsNextDrawableTimeout, .displaySyncEnabled]
}

/// An object that fills the drawables of a drawable layer, for `DrawableLayer.source`.
///
/// ```swift
/// final class Sky: DrawableSource {
///   func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
///     try drawable.clear(Color(hue: 0.6, saturation: 0.5, brightness: min(layerTime / 10, 1)))
///   }
/// }
/// let sky = Sky()
/// view.source = sky
/// ```
public protocol DrawableSource: AnyObject {
  /// Draws a frame, which is then presented.
  ///
  /// - Parameter layerTime: the frame's time in the layer's own time, in seconds.
  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws
  /// Returns true if a new frame can be drawn; false keeps the previous one.
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool
}

extension DrawableSource {
  public func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool { true }
}

extension DrawableLayer {
  /// The size of drawables in pixels. Default: the size of the bounds times `contentsScale`.
  public var drawableSize: Size {
    get {
      if let size = storedDrawableSize { return size }
      let size = storedBounds.size.pixels(scale: storedContentsScale)
      return Size(max(size.width, 0), max(size.height, 0))
    }
    set { assign(.drawableSize, .size(newValue)) }
  }
  /// The memory layout of a drawable's pixels. Default `rgba8Unorm`.
  public var pixelFormat: PixelFormat {
    get { storedPixelFormat }
    set { assign(.pixelFormat, .string(newValue.optionName.raw)) }
  }
  /// True if the layer is drawn for every frame instead of only after `setNeedsDisplay`. Default false.
  public var isAsynchronous: Bool {
    get { storedFlags.contains(.asynchronous) }
    set { assign(.asynchronous, newValue) }
  }
  /// The painter; nil leaves drawing to a subclass or the delegate. Setting it requests display.
  public var source: (any DrawableSource)? {
    get { storedSource }
    set { assign(.draw, newValue.map { .object($0) } ?? .null) }
  }

  /// Sets the source to a closure of `(drawable, layerTime)`.
  ///
  /// ```swift
  /// view.setSource { drawable, layerTime in try drawable.clear(Color(white: min(layerTime, 1))) }
  /// ```
  public func setSource(_ draw: @escaping (Drawable, Double) throws -> Void) { source = DrawableClosure(draw) }

  func set(_ flag: DrawableFlags, _ on: Bool) {
    if flag == .asynchronous, on != isAsynchronous { scene.display.asynchronousLayers += on ? 1 : -1 }
    if on { storedFlags.insert(flag) } else { storedFlags.remove(flag) }
  }

  // MARK: Drawables

  /// Returns a buffer to fill and present. It starts opaque black, or clear if the layer is not `opaque`; with
  /// `retainedBacking` it starts with the pixels presented last.
  ///
  /// ```swift
  /// let drawable = try view.nextDrawable()
  /// try drawable.clear(.blue)
  /// try drawable.present()
  /// ```
  ///
  /// - Throws: `LayerError` if the size is zero, larger than a bitmap may be, or larger than the free memory.
  public func nextDrawable() throws -> Drawable {
    let size = drawableSize
    guard size.width >= 1, size.height >= 1 else {
      throw LayerError(
        "\(className).nextDrawable: the drawable would have no pixels, its size is "
          + "\(numberText(size.width))×\(numberText(size.height)); give \(label) bounds or a drawableSize")
    }
    let width = size.width.rounded(.down)
    let height = size.height.rounded(.down)
    guard width <= Double(Bitmap.maximumSide), height <= Double(Bitmap.maximumSide),
      width * height <= Double(Bitmap.maximumPixels)
    else {
      throw LayerError(
        .limit,
        "\(className).nextDrawable: a drawable of \(numberText(width))×\(numberText(height)) pixels is not possible: "
          + "each side must be 1 to \(Bitmap.maximumSide), \(Bitmap.maximumPixels) pixels in all; make drawableSize or "
          + "contentsScale smaller")
    }
    // For the drawable's own pixels and for those of the image it becomes.
    if let budget = scene.memoryBudget, !budget.hasRoom(for: Int(clamping: width * height) * 8) {
      throw LayerError.noMemory(
        "a drawable of \(numberText(width))×\(numberText(height)) pixels", budget, at: "\(className).nextDrawable")
    }
    do { return try Drawable(self, width: Int(clamping: width), height: Int(clamping: height)) } catch {
      throw LayerError(.limit, "\(className).nextDrawable: \(error.message)")
    }
  }

  /// Displays a layer that has a painter; returns false if it has none.
  func displayFrame(skipping skipped: LayerHooks = []) throws -> Bool {
    let overrides = (subclassHooks?.hooks ?? []).subtracting(skipped)
    let hooks = extraBox?.value.delegate?.hooks ?? []
    // Hooks receive the model, even when a presentation is drawn.
    guard let layer = model as? DrawableLayer else { return false }
    let time = presentedLocalTime ?? ownTime(at: scene.picture.time ?? scene.currentTime)
    let can: Bool =
      if let subclass = subclassHooks, overrides.contains(.canDraw) {
        try subclass.canDraw(layer, layerTime: time)
      } else if let source = storedSource {
        try source.canDraw(layer, layerTime: time)
      } else if let delegate, hooks.contains(.canDraw) {
        try delegate.canDraw(layer, layerTime: time)
      } else { true }
    func frame(_ body: (Drawable) throws -> Void) throws {
      // A layer without size has nothing to show yet; that is no error of the painter.
      guard can, drawableSize.width >= 1, drawableSize.height >= 1 else { return }
      let drawable = try nextDrawable()
      try body(drawable)
      if !drawable.isPresented { try drawable.present() }
    }
    if let subclass = subclassHooks, overrides.contains(.drawable) {
      try frame { try subclass.draw(layer, in: $0, layerTime: time) }
    } else if let source = storedSource {
      try frame { try source.draw(layer, in: $0, layerTime: time) }
    } else if let delegate, hooks.contains(.drawable) {
      try frame { try delegate.draw(layer, in: $0, layerTime: time) }
    } else {
      return false
    }
    return true
  }
}

/// A source that the host registered under a name, as stored in the layers that use it.
final class NamedDrawableSource: DrawableSource {
  let name: String
  private let source: any DrawableSource

  init(_ name: String, _ source: any DrawableSource) {
    self.name = name
    self.source = source
  }

  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
    try source.draw(layer, in: drawable, layerTime: layerTime)
  }
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool {
    try source.canDraw(layer, layerTime: layerTime)
  }
}

/// A drawable source that calls a closure.
///
/// ```swift
/// view.source = DrawableClosure { drawable, layerTime in try drawable.clear(.blue) }
/// ```
public final class DrawableClosure: DrawableSource {
  private let body: (_ drawable: Drawable, _ layerTime: Double) throws -> Void
  /// - Parameter body: fills a drawable; the time is the frame's in the layer's own time, in seconds.
  public init(_ body: @escaping (_ drawable: Drawable, _ layerTime: Double) throws -> Void) { self.body = body }
  public func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {
    try body(drawable, layerTime)
  }
}

extension Layer {
  /// Requests display of the layers in this subtree that are drawn for every frame. Animated ones are excluded: they
  /// are drawn once their values are known.
  final func flagAsynchronousLayers() {
    guard scene.display.asynchronousLayers > 0 else { return }
    let presenter = Presenter(scene)
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.isDrawnPerPicture {
        if presenter.isAnimated(layer) { layer.clearNeedsDisplay() } else { layer.setNeedsDisplay() }
      }
      if let mask = layer.extraBox?.value.mask { pending.append(mask) }
      pending.append(contentsOf: layer.children)
    }
  }
}

/// The memory layout of a drawable's pixels, by Metal's names.
public enum PixelFormat: UInt8, NamedOption {
  case rgba8Unorm, bgra8Unorm, rgba8UnormSRGB, bgra8UnormSRGB

  package static let names = [
    OptionName("rgba8Unorm", "MTLPixelFormatRGBA8Unorm", aliases: ["RGBA8"]),
    OptionName("bgra8Unorm", "MTLPixelFormatBGRA8Unorm"),
    OptionName("rgba8Unorm_srgb", "MTLPixelFormatRGBA8Unorm_sRGB"),
    OptionName("bgra8Unorm_srgb", "MTLPixelFormatBGRA8Unorm_sRGB"),
  ]

  /// True if blue comes first.
  var isBlueFirst: Bool { self == .bgra8Unorm || self == .bgra8UnormSRGB }
}

/// The colour space of a drawable's pixel values.
public enum DrawableColorSpace: UInt8, NamedOption {
  case sRGB

  package static let names = [OptionName("sRGB", "kCGColorSpaceSRGB")]
}

// MARK: - Its properties

extension Property {
  static let drawableSize = Property(
    of: DrawableLayer.self, "drawableSize", .size,
    .value(
      get: { .size($0.drawableSize) },
      set: { layer, value, row in
        if value.isNull || value == .bool(false) {
          if layer.storedDrawableSize == nil { return }
          layer.storedDrawableSize = nil
          return row.didChange(layer)
        }
        guard let size = value.asSize else { throw row.mismatch(layer, value) }
        guard size.isFinite else { throw row.notFinite(layer, [("width", size.width), ("height", size.height)]) }
        guard size.width >= 0, size.height >= 0, size.width == size.width.rounded(),
          size.height == size.height.rounded()
        else {
          throw LayerError(row, layer, ": expected whole numbers of pixels, got \(value.described)")
        }
        if layer.storedDrawableSize == size { return }
        layer.storedDrawableSize = size
        row.didChange(layer)
      }, copy: { $1.storedDrawableSize = $0.storedDrawableSize }),
    "The size of drawables in pixels; nil, the default, is the bounds' size times contentsScale.")
  static let pixelFormat = Property(
    of: DrawableLayer.self, "pixelFormat", .enumeration(PixelFormat.names),
    .option(
      get: { $0.storedPixelFormat.rawValue }, set: { $0.storedPixelFormat = PixelFormat(rawValue: $1) ?? .rgba8Unorm }),
    default: .string("rgba8Unorm"), invalidates: [], "The byte order in which the host writes a pixel.")
  static let colorspace = Property(
    of: DrawableLayer.self, "colorspace", .enumeration(DrawableColorSpace.names),
    .option(
      get: { $0.storedColorSpace.rawValue }, set: { $0.storedColorSpace = DrawableColorSpace(rawValue: $1) ?? .sRGB }),
    default: .string("sRGB"), invalidates: [], "The colour space of pixel values; sRGB is the only one.")
  static let asynchronous = drawableFlag(
    "asynchronous", .asynchronous, false, aliases: ["isAsynchronous"],
    "True if the layer is drawn for every picture, instead of only after setNeedsDisplay.")
  static let draw = Property(
    of: DrawableLayer.self, "draw", .function,
    .value(
      get: { layer in
        guard let source = layer.storedSource else { return .null }
        return (source as? NamedDrawableSource).map { .string($0.name) } ?? .object(source)
      },
      set: { layer, value, row in
        switch value {
        case .null, .bool(false): layer.storedSource = nil
        case .object(let object):
          guard let source = object as? any DrawableSource else { throw row.mismatch(layer, value) }
          layer.storedSource = source
        case .string(let name):
          do {
            layer.storedSource = NamedDrawableSource(name, try layer.scene.services.drawableSource(named: name))
          } catch let e
            as LayerError
          {
            throw LayerError(row, layer, e.kind, ": \(e.message)")
          }
        default: throw row.mismatch(layer, value)
        }
        row.didChange(layer)
      }, copy: { $1.storedSource = $0.storedSource }), invalidates: [.compositing, .display],
    "Draws a frame: function(layer, drawable, layerTime), or the name of a drawable that the host registered; "
      + "after setNeedsDisplay, or for every "
      + "picture when asynchronous.")
  static let drawableProperties = Property(
    of: DrawableLayer.self, "drawableProperties", .dictionary,
    .value(
      get: { $0.storedFlags.contains(.retainedBacking) ? .dictionary([("retainedBacking", .bool(true))]) : .null },
      set: { layer, value, row in
        var isRetained = false
        switch value {
        case .null, .bool(false): break
        case .array(let a) where a.isEmpty: break
        case .dictionary(let entries):
          for (key, value) in entries {
            switch (key, value) {
            case ("retainedBacking", .bool(let on)), ("kEAGLDrawablePropertyRetainedBacking", .bool(let on)):
              isRetained = on
            case ("colorFormat", .string("RGBA8")), ("colorFormat", .string("kEAGLColorFormatRGBA8")): break
            case ("colorFormat", _):
              throw LayerError(
                row, layer, ".colorFormat: expected \"RGBA8\", the only format, got \(value.described)")
            case ("retainedBacking", _):
              throw LayerError(row, layer, ".retainedBacking: expected true or false, got \(value.described)")
            default:
              throw LayerError(row, layer, " has no entry \(key); use retainedBacking or colorFormat")
            }
          }
        default: throw row.mismatch(layer, value)
        }
        if layer.storedFlags.contains(.retainedBacking) == isRetained { return }
        layer.set(.retainedBacking, isRetained)
        row.didChange(layer)
      }, copy: { $1.set(.retainedBacking, $0.storedFlags.contains(.retainedBacking)) }), invalidates: [],
    "With retainedBacking = true, a drawable starts with what was presented last.")
  static let maximumDrawableCount = Property(
    of: DrawableLayer.self, "maximumDrawableCount", .number,
    .number(get: { $0.storedMaximumDrawableCount }, set: { $0.storedMaximumDrawableCount = $1 }), default: .number(3),
    range: 2...3,
    invalidates: [], traits: .whole, "Without effect here: as many drawables can be had as memory allows.")
  static let framebufferOnly = drawableFlag(
    "framebufferOnly", .framebufferOnly, true, aliases: ["isFramebufferOnly"],
    "Without effect here: what was presented can always be read."
  )
  static let presentsWithTransaction = drawableFlag(
    "presentsWithTransaction", .presentsWithTransaction, false,
    "Without effect here: what is presented is seen in the next picture.")
  static let allowsNextDrawableTimeout = drawableFlag(
    "allowsNextDrawableTimeout", .allowsNextDrawableTimeout, true,
    "Without effect here: there is no waiting for a drawable.")
  static let displaySyncEnabled = drawableFlag(
    "displaySyncEnabled", .displaySyncEnabled, true, "Without effect here: there is no display to wait for.")

  static var drawableRows: [Property] {
    [
      drawableSize, pixelFormat, colorspace, asynchronous, draw, drawableProperties, maximumDrawableCount,
      framebufferOnly,
      presentsWithTransaction, allowsNextDrawableTimeout, displaySyncEnabled,
    ]
  }

  private static func drawableFlag(
    _ name: String, _ flag: DrawableFlags, _ defaultValue: Bool, aliases: [String] = [], _ summary: String
  ) -> Property {
    Property(
      of: DrawableLayer.self, name, .bool, .bool(get: { $0.storedFlags.contains(flag) }, set: { $0.set(flag, $1) }),
      default: .bool(defaultValue), invalidates: [], aliases: aliases, summary)
  }
}

extension KeyedClass {
  /// The class of `DrawableLayer`.
  public static let drawable = KeyedClass(
    .drawable, "DrawableLayer", DrawableLayer.self, superclass: .layer, rows: Property.drawableRows,
    defaults: [(.opaque, .bool(true))])
}
