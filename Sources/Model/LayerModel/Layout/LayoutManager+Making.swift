// SPDX-License-Identifier: MIT
import Geometry

// Layout managers made without a scene. A layer takes a copy of one: to change it later, change the layer's
// `layoutManager`, or make the manager in the scene.

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
  /// Makes a stack of sublayers.
  ///
  /// ```swift
  /// row.layoutManager = StackLayoutManager(axis: .horizontal, spacing: 8, alignment: .center)
  /// ```
  /// - Parameters:
  ///   - spacing: the space between neighbours, in points.
  ///   - padding: the space kept free at the layer's edges, in points.
  ///   - alignment: the alignment across the stack.
  ///   - distribution: the use of the space that the layers leave along the stack.
  ///   - sizeToFit: the lengths of the layer that follow its sublayers.
  ///   - sizeToFitCorner: the point of the layer's frame that then stays fixed.
  public convenience init(
    axis: StackAxis, spacing: Double = 0, padding: LayoutInsets = LayoutInsets(), alignment: LayoutAlignment = .fill,
    distribution: StackDistribution = .start, sizeToFit: LayoutFit = .none, sizeToFitCorner: LayoutFitCorner = .minXMinY
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
  /// Makes a grid of sublayers.
  ///
  /// ```swift
  /// table.layoutManager = GridLayoutManager(columns: [80, .automatic, .fraction(1)], rowSpacing: 4)
  /// ```
  /// - Parameters:
  ///   - rows: the heights of the first rows; others are as high as their layers.
  ///   - columnSpacing: the space between columns, in points.
  ///   - rowSpacing: the space between rows, in points.
  ///   - padding: the space kept free at the layer's edges, in points.
  ///   - sizeToFit: the lengths of the layer that follow its sublayers.
  ///   - sizeToFitCorner: the point of the layer's frame that then stays fixed.
  public convenience init(
    columns: [GridTrack], rows: [GridTrack] = [], columnSpacing: Double = 0, rowSpacing: Double = 0,
    padding: LayoutInsets = LayoutInsets(), sizeToFit: LayoutFit = .none, sizeToFitCorner: LayoutFitCorner = .minXMinY
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
  /// Equal insets at all edges, in points.
  public init(integerLiteral value: Int) { self.init(floatLiteral: Double(value)) }
  /// Equal insets at all edges, in points.
  public init(floatLiteral value: Double) { self.init(top: value, left: value, bottom: value, right: value) }
}
