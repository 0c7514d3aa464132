// SPDX-License-Identifier: MIT
import Geometry

/// A layer that shows a part of content larger than itself: `CAScrollLayer`. Scrolling moves the bounds' origin; there
/// is no user input.
///
/// `masksToBounds` starts as true.
///
/// ```swift
/// let window = ScrollLayer(in: scene)
/// window.bounds = Rect(0, 0, 200, 100)
/// window.scrollMode = .vertically
/// try window.addSublayer(list)
/// try window.scrollToPoint(Point(0, 80))
/// ```
public final class ScrollLayer: Layer {
  @exclusivity(unchecked) var storedScrollMode = ScrollMode.both

  public convenience init(in scene: Scene) { self.init(in: scene, of: .scroll) }

  public required init(in scene: Scene, of layerClass: KeyedClass) {
    super.init(in: scene, of: layerClass)
    state.insert(.masksToBounds)
  }

  package override var inspectedWords: [String] {
    ["scrolled to (\(inspectedNumber(storedBounds.x)) \(inspectedNumber(storedBounds.y)))"]
  }
}

extension ScrollLayer {
  /// The directions in which `scrollToPoint` and `scrollToRect` move.
  public var scrollMode: ScrollMode {
    get { storedScrollMode }
    set { assign(.scrollMode, .string(newValue.optionName.raw)) }
  }

  /// Scrolls so that a point in the layer's own coordinates becomes the bounds' origin, in the directions of
  /// `scrollMode`. Content has no end, so nothing is clamped.
  ///
  /// ```swift
  /// try scroll.scrollToPoint(Point(0, 80))
  /// scroll.bounds.origin  // Point(0, 80)
  /// ```
  ///
  /// - Throws: `LayerError` for a point that is not finite.
  public func scrollToPoint(_ p: Point) throws {
    guard p.isFinite else {
      throw LayerError("\(className).scrollToPoint: expected a finite point, got \(PropertyValue.point(p).described)")
    }
    var b = storedBounds
    if storedScrollMode.isHorizontal { b.origin.x = p.x }
    if storedScrollMode.isVertical { b.origin.y = p.y }
    try Property.bounds.setRect(self, b)
  }

  /// Scrolls as little as is needed to show a rectangle in the layer's own coordinates; for one longer than the bounds,
  /// its beginning.
  ///
  /// ```swift
  /// try scroll.scrollToRect(title.frame)
  /// ```
  ///
  /// - Throws: `LayerError` for a rectangle that is not finite.
  public func scrollToRect(_ rect: Rect) throws {
    let r = rect.standardized
    guard rect.isFinite, r.maxX.isFinite, r.maxY.isFinite else {
      throw LayerError("\(className).scrollToRect: expected a finite rect, got \(PropertyValue.rect(rect).described)")
    }
    let b = storedBounds
    try scrollToPoint(
      Point(
        ScrollLayer.origin(showing: r.minX, r.maxX, from: b.minX, length: b.width),
        ScrollLayer.origin(showing: r.minY, r.maxY, from: b.minY, length: b.height)))
  }

  /// Returns the origin, nearest to `o`, at which a view of length `n` shows a…b.
  private static func origin(showing a: Double, _ b: Double, from o: Double, length n: Double) -> Double {
    if a < o || b - a > n { return a }
    return b > o + n ? b - n : o
  }
}

/// The directions in which a scroll layer scrolls.
public enum ScrollMode: UInt8, NamedOption {
  case none, vertically, horizontally, both

  package static let names = [
    OptionName("none", "kCAScrollNone"), OptionName("vertically", "kCAScrollVertically"),
    OptionName("horizontally", "kCAScrollHorizontally"), OptionName("both", "kCAScrollBoth"),
  ]

  var isHorizontal: Bool { self == .horizontally || self == .both }
  var isVertical: Bool { self == .vertically || self == .both }
}

// MARK: - From the layers in it

extension Layer {
  /// The nearest scroll layer from this layer upward; nil if there is none.
  public final var nearestScrollLayer: ScrollLayer? {
    var l: Layer? = self
    while let now = l {
      if let scroll = now as? ScrollLayer { return scroll }
      l = now.parent
    }
    return nil
  }

  /// The part of the bounds visible within the nearest scroll layer, in the layer's own coordinates; all of the bounds
  /// without one. Empty if nothing is visible or the layer is seen edge-on.
  public final var visibleRect: Rect {
    guard let scroll = nearestScrollLayer, scroll !== self else { return storedBounds }
    guard let view = try? scroll.convertRect(scroll.storedBounds, to: self), let part = view.intersection(storedBounds)
    else {
      return Rect(origin: storedBounds.origin, size: .zero)
    }
    return part
  }

  /// Scrolls the nearest scroll layer so that a point in this layer's coordinates becomes its origin; without a scroll
  /// layer it only warns.
  ///
  /// ```swift
  /// try title.scrollPoint(Point(0, 0))
  /// ```
  ///
  /// - Throws: `LayerError` for a point that is not finite, or a layer that is edge-on.
  public final func scrollPoint(_ p: Point) throws {
    guard let scroll = nearestScrollLayer else { return warnAboutScrolling("scrollPoint") }
    try scroll.scrollToPoint(try convertPoint(p, to: scroll))
  }

  /// Scrolls the nearest scroll layer as little as is needed to show a rectangle in this layer's coordinates; without a
  /// scroll layer it only warns.
  ///
  /// ```swift
  /// try title.scrollRectToVisible(title.bounds)
  /// ```
  ///
  /// - Throws: `LayerError` for a rectangle that is not finite, or a layer that is edge-on.
  public final func scrollRectToVisible(_ r: Rect) throws {
    guard let scroll = nearestScrollLayer else { return warnAboutScrolling("scrollRectToVisible") }
    try scroll.scrollToRect(try convertRect(r, to: scroll))
  }

  private func warnAboutScrolling(_ call: String) {
    scene.warn(
      .noScrollLayer,
      "\(className).\(call): \(label) is not in a scroll layer, so nothing scrolls; put it into a ScrollLayer"
    )
  }
}

// MARK: - Its properties

extension Property {
  static let scrollMode = Property(
    of: ScrollLayer.self, "scrollMode", .enumeration(ScrollMode.names),
    .option(get: { $0.storedScrollMode.rawValue }, set: { $0.storedScrollMode = ScrollMode(rawValue: $1) ?? .both }),
    default: .string("both"), invalidates: [],
    "The directions in which scrollToPoint, scrollToRect and similar functions move the bounds' origin.")
}

extension KeyedClass {
  /// The class of `ScrollLayer`.
  public static let scroll = KeyedClass(
    .scroll, "ScrollLayer", ScrollLayer.self, superclass: .layer, rows: [Property.scrollMode],
    defaults: [(.masksToBounds, .bool(true))])
}
