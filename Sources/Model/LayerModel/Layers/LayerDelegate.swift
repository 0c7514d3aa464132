// SPDX-License-Identifier: MIT
/// The set of hooks that an object implements.
///
/// ```swift
/// final class Draws: LayerDelegate {
///   let hooks: LayerHooks = [.draw, .action]
///   func draw(_ layer: Layer, in context: GraphicsContext) throws { try context.fillEllipse(in: layer.bounds) }
///   func action(for layer: Layer, forKey key: String) -> LayerAction? { LayerAction.none }
/// }
/// ```
public struct LayerHooks: OptionSet, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `display` is called.
  public static let display = LayerHooks(rawValue: 1)
  /// `draw` is called.
  public static let draw = LayerHooks(rawValue: 2)
  /// `layerWillDraw` is called.
  public static let layerWillDraw = LayerHooks(rawValue: 4)
  /// `layoutSublayers` is called.
  public static let layoutSublayers = LayerHooks(rawValue: 8)
  /// `action(for:forKey:)` is called.
  public static let action = LayerHooks(rawValue: 16)
  /// `shouldInheritContentsScale` is called.
  public static let inheritContentsScale = LayerHooks(rawValue: 32)
  /// `initialize` is called.
  public static let initialize = LayerHooks(rawValue: 64)
  /// `draw(_:in:layerTime:)` of drawable layers is called.
  public static let drawable = LayerHooks(rawValue: 128)
  /// `canDraw` is called.
  public static let canDraw = LayerHooks(rawValue: 256)
  /// The class's `defaultActionForKey` is called.
  public static let defaultAction = LayerHooks(rawValue: 512)
  /// The class's `needsDisplayForKey` is called.
  public static let needsDisplayForKey = LayerHooks(rawValue: 1 << 14)

  // The display hooks that ran, by owner.
  static let subclassDisplay = LayerHooks(rawValue: 1 << 10)
  static let delegateDisplay = LayerHooks(rawValue: 1 << 11)
  static let subclassDraw = LayerHooks(rawValue: 1 << 12)
  static let delegateDraw = LayerHooks(rawValue: 1 << 13)
}

/// An object that draws and lays out on behalf of a layer: Core Animation's `CALayerDelegate`. Only the functions named
/// by `hooks` are called.
///
/// ```swift
/// final class Stripes: LayerDelegate {
///   let hooks: LayerHooks = [.draw, .layoutSublayers]
///   func draw(_ layer: Layer, in context: GraphicsContext) throws {
///     try context.setFillColor(.orange)
///     for y in stride(from: 0, to: layer.bounds.height, by: 8) { try context.fill(Rect(0, y, layer.bounds.width, 4)) }
///   }
///   func layoutSublayers(of layer: Layer) {
///     for sublayer in layer.sublayers { sublayer.frame = layer.bounds }
///   }
/// }
/// let stripes = Stripes()  // a layer's delegate is weak
/// panel.delegate = stripes
/// panel.setNeedsDisplay()
/// ```
public protocol LayerDelegate: AnyObject {
  /// The hooks that the delegate implements. Read before each use, so they may change.
  var hooks: LayerHooks { get }
  /// Names of the delegate's functions that resemble drawing hooks, for a warning if it has no drawing hook.
  var drawingNearMisses: [String] { get }
  /// Sets the layer's `contents`.
  func display(_ layer: Layer) throws
  /// Draws the layer's contents.
  func draw(_ layer: Layer, in context: GraphicsContext) throws
  /// Called before the layer is drawn.
  func layerWillDraw(_ layer: Layer) throws
  /// Places the layer's sublayers.
  func layoutSublayers(of layer: Layer) throws
  /// Returns the action for a change of a key; nil continues the search.
  func action(for layer: Layer, forKey key: String) throws -> LayerAction?
  /// Returns true if the layer's `contentsScale` follows the scale of the render: AppKit's
  /// `layer:shouldInheritContentsScale:fromWindow:`. Called before a frame with another scale; an image for that scale
  /// can be set here too.
  ///
  /// Not called for layers whose contents have several resolutions, which follow automatically.
  ///
  /// - Parameter scale: the frame's scale, in pixels per point.
  /// - Returns: true to show the contents in this frame as if `contentsScale` were `scale`. The property keeps its
  ///   value.
  func shouldInheritContentsScale(_ layer: Layer, _ scale: Double) throws -> Bool
  /// Draws a frame of a drawable layer, which is then presented; `layerTime` is the frame's time in the layer's own
  /// time, in seconds.
  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws
  /// Returns true if a new frame can be drawn; false keeps a drawable layer's previous frame.
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool
  /// True if `draw` may be called for several tiles of a tiled layer at once, on threads other than the scene's. It
  /// must then only read the layer, and only values that are not changed meanwhile. Default false.
  var drawsTilesConcurrently: Bool { get }
}

extension LayerDelegate {
  public var drawsTilesConcurrently: Bool { false }
  public func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {}
  public func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool { true }
  public func action(for layer: Layer, forKey key: String) throws -> LayerAction? { nil }
  public var drawingNearMisses: [String] { [] }
  public func display(_ layer: Layer) throws {}
  /// Draws the layer's contents.
  public func draw(_ layer: Layer, in context: GraphicsContext) throws {}
  /// Called before the layer is drawn.
  public func layerWillDraw(_ layer: Layer) throws {}
  /// Places the layer's sublayers.
  public func layoutSublayers(of layer: Layer) throws {}
  public func shouldInheritContentsScale(_ layer: Layer, _ scale: Double) throws -> Bool { false }
}

/// The overrides of a subclass, shared by all instances of its `LayerClass`. Only the functions named by `hooks` are
/// called.
///
/// ```swift
/// final class Dial: LayerSubclass {
///   let hooks: LayerHooks = [.draw]
///   func draw(_ layer: Layer, in context: GraphicsContext) throws {
///     let angle = try layer.value(forKeyPath: "angle", as: Double.self)
///     try context.translateBy(layer.bounds.midX, layer.bounds.midY)
///     try context.rotate(angle)
///     try context.fill(Rect(-1, -20, 2, 20))
///   }
/// }
/// let dials = try KeyedClass.layer.subclass(
///   named: "Dial", defaults: [("angle", 0)], redrawKeys: ["angle"], hooks: Dial())
/// let dial = try dials.make(in: scene)
/// try dial.setValue(Double.pi / 3, forKeyPath: "angle")
/// ```
public protocol LayerSubclass: AnyObject {
  /// The functions that are called.
  var hooks: LayerHooks { get }
  /// Runs after construction, when the constructor's properties are applied.
  func initialize(_ layer: Layer) throws
  /// Returns true if a change of a key requests redisplay; called once for each key, with the class's first layer.
  func needsDisplay(_ layer: Layer, forKey key: String) throws -> Bool
  /// Gives the layer its contents.
  func display(_ layer: Layer) throws
  /// Draws the layer's contents.
  func draw(_ layer: Layer, in context: GraphicsContext) throws
  /// Places the layer's sublayers.
  func layoutSublayers(of layer: Layer) throws
  /// Draws a frame of a drawable layer, as in `LayerDelegate`.
  func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws
  /// Returns true if a new frame can be drawn; false keeps the previous one.
  func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool
  /// True if tiles may be drawn on several threads at once. Default false.
  var drawsTilesConcurrently: Bool { get }
  /// Returns the action for a change of a key; nil continues the search. `defaultAction` is called after the delegate,
  /// `actions` and `style`.
  func action(for layer: Layer, forKey key: String) throws -> LayerAction?
  /// Returns the action for a change of a key if neither the delegate nor `actions` and `style` have one.
  func defaultAction(for layer: Layer, forKey key: String) throws -> LayerAction?
  /// True if the class overrides Core Animation's `defaultValueForKey:`, and so has defaults in addition to those it
  /// was made with.
  var overridesDefaultValues: Bool { get }
  /// Returns the value of a key that was not set in an instance; null leaves it to the superclass.
  func defaultValue(forKey key: String) throws -> PropertyValue
  /// Returns the default values of all keys that instances declare, as new instances receive them.
  func defaultValues(of layerClass: KeyedClass) throws -> [(Property, PropertyValue)]
}

extension LayerSubclass {
  public var overridesDefaultValues: Bool { false }
  public func defaultValue(forKey key: String) throws -> PropertyValue { .null }
  public func defaultValues(of layerClass: KeyedClass) throws -> [(Property, PropertyValue)] {
    try askedDefaultValues(of: layerClass)
  }

  /// Calls the hook for each declared key; returns the values that differ from the initial ones, in the order in which
  /// a constructor sets keys.
  package func askedDefaultValues(of layerClass: KeyedClass) throws -> [(Property, PropertyValue)] {
    var found: [(Property, PropertyValue)] = []
    for row in layerClass.properties where !row.isReadOnly && layerClass.property(row.name) === row {
      let value = try defaultValue(forKey: row.name)
      if value.isNull || value == layerClass.defaultValue(of: row) { continue }
      if value.holdsObjects {
        throw LayerError(
          "\(layerClass.name).defaultValueForKey: \(row.name) would be shared by all layers of the class")
      }
      found.append((row, value))
    }
    return found.sorted { ($0.0.constructorRank, $0.0.index) < ($1.0.constructorRank, $1.0.index) }
  }
  /// True if tiles may be drawn on several threads at once. Default false.
  public var drawsTilesConcurrently: Bool { false }
  public func draw(_ layer: DrawableLayer, in drawable: Drawable, layerTime: Double) throws {}
  /// Returns true if a new frame can be drawn; false keeps the previous one.
  public func canDraw(_ layer: DrawableLayer, layerTime: Double) throws -> Bool { true }
  /// Returns the action for a change of a key if neither the delegate nor `actions` and `style` have one.
  public func defaultAction(for layer: Layer, forKey key: String) throws -> LayerAction? { nil }
  public func action(for layer: Layer, forKey key: String) throws -> LayerAction? { nil }
  public func initialize(_ layer: Layer) throws {}
  public func needsDisplay(_ layer: Layer, forKey key: String) throws -> Bool { false }
  /// Gives the layer its contents.
  public func display(_ layer: Layer) throws {}
  /// Draws the layer's contents.
  public func draw(_ layer: Layer, in context: GraphicsContext) throws {}
  /// Places the layer's sublayers.
  public func layoutSublayers(of layer: Layer) throws {}
}
