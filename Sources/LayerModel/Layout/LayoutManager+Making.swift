// SPDX-License-Identifier: MIT
import Geometry

// Layout managers that are made without a scene. A layer takes a copy of one: to change it later, change the layer's
// `layoutManager`, or make it in the scene.

extension LayoutManager where Self == ConstraintLayoutManager {
  /// The manager that places sublayers by their `constraints`.
  ///
  /// ```swift
  /// poster.layoutManager = .constraints
  /// ```
  public static var constraints: ConstraintLayoutManager {
    ConstraintLayoutManager(in: .ofOneObject(), of: .constraintLayoutManager)
  }
}

extension StackLayoutManager {
  /// A stack of sublayers.
  ///
  /// - Parameters:
  ///   - spacing: the points between neighbours.
  ///   - padding: the points kept free at the layer's edges.
  ///   - alignment: across the stack.
  ///   - distribution: the use of the room that the layers leave along the stack.
  ///   - sizeToFit: the lengths of the layer that follow its sublayers.
  ///   - sizeToFitCorner: the point of the layer's frame that stays then.
  public convenience init(
    axis: StackAxis, spacing: Double = 0, padding: LayoutInsets = LayoutInsets(), alignment: LayoutAlignment = .fill,
    distribution: StackDistribution = .start, sizeToFit: LayoutFit = .none,
    sizeToFitCorner: LayoutFitCorner = .minXMinY
  ) {
    self.init(in: .ofOneObject())
    self.axis = axis
    self.spacing = spacing
    self.padding = padding
    self.alignment = alignment
    self.distribution = distribution
    self.sizeToFit = sizeToFit
    self.sizeToFitCorner = sizeToFitCorner
  }
}

extension GridLayoutManager {
  /// A grid of sublayers.
  ///
  /// ```swift
  /// table.layoutManager = GridLayoutManager(columns: [80, .automatic, .fraction(1)], rowSpacing: 4)
  /// ```
  /// - Parameters:
  ///   - rows: the heights of the first rows; others are as high as their layers.
  ///   - columnSpacing: the points between columns.
  ///   - rowSpacing: the points between rows.
  ///   - padding: the points kept free at the layer's edges.
  ///   - sizeToFit: the lengths of the layer that follow its sublayers.
  ///   - sizeToFitCorner: the point of the layer's frame that stays then.
  public convenience init(
    columns: [GridTrack], rows: [GridTrack] = [], columnSpacing: Double = 0, rowSpacing: Double = 0,
    padding: LayoutInsets = LayoutInsets(), sizeToFit: LayoutFit = .none,
    sizeToFitCorner: LayoutFitCorner = .minXMinY
  ) {
    self.init(in: .ofOneObject())
    self.columns = columns
    if !rows.isEmpty { self.rows = rows }
    self.columnSpacing = columnSpacing
    self.rowSpacing = rowSpacing
    self.padding = padding
    self.sizeToFit = sizeToFit
    self.sizeToFitCorner = sizeToFitCorner
  }
}

extension GridTrack: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A size in points.
  public init(integerLiteral value: Int) { self = .fixed(Double(value)) }
  /// A size in points.
  public init(floatLiteral value: Double) { self = .fixed(value) }
}

extension LayoutInsets: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// The same points at all edges.
  public init(integerLiteral value: Int) { self.init(floatLiteral: Double(value)) }
  /// The same points at all edges.
  public init(floatLiteral value: Double) { self.init(top: value, left: value, bottom: value, right: value) }
}
