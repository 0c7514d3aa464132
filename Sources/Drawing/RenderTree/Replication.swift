// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// Replication of a node's children: all of them are painted once per instance, the first instance at the bottom.
package struct Replication: Sendable {
  /// Number of instances; not negative.
  package var count: Int
  /// Transform from each instance to the next.
  package var step: Transform3D
  /// Transform after the steps: instance k's children are placed by placement · stepᵏ · after.
  package var after: Transform3D
  /// Colour that multiplies the premultiplied picture of the first instance.
  package var color: Color
  /// Difference of each instance's colour from the preceding one, usefully from −1 to 1. The sums are clamped to 0…1.
  package var redOffset: Double
  package var greenOffset: Double
  package var blueOffset: Double
  package var alphaOffset: Double
  /// True if a descendant has a blend mode other than normal; an instance must then be a group before it is multiplied.
  package var blends: Bool
  /// Index of each instance's first child, if every instance has its own children; nil if all show the same ones.
  package var starts: [Int]?

  package init(
    count: Int, step: Transform3D, after: Transform3D = .identity, color: Color = .white, redOffset: Double = 0,
    greenOffset: Double = 0, blueOffset: Double = 0, alphaOffset: Double = 0, blends: Bool = false, starts: [Int]? = nil
  ) {
    self.count = count
    self.step = step
    self.after = after
    self.color = color
    self.redOffset = redOffset
    self.greenOffset = greenOffset
    self.blueOffset = blueOffset
    self.alphaOffset = alphaOffset
    self.blends = blends
    self.starts = starts
  }

  /// An instance: its index and accumulated transform.
  package struct Instance: Sendable {
    package private(set) var index = 0
    /// Accumulated steps from the first instance.
    fileprivate var steps = Transform3D.identity

    /// Creates the first instance.
    package init() {}

    fileprivate init(index: Int, steps: Transform3D) {
      self.index = index
      self.steps = steps
    }
  }

  /// Returns the next instance; nil after the last, and once the accumulated steps are not finite, which they then
  /// stay.
  package func instance(after instance: Instance) -> Instance? {
    let next = Instance(index: instance.index + 1, steps: instance.steps.concat(step))
    return next.index < count && next.steps.isFinite ? next : nil
  }

  /// Returns the transform applied after the placements of an instance's children.
  package func matrix(of instance: Instance) -> Transform3D { instance.steps.concat(after) }

  /// Returns the colour that multiplies instance `k`.
  package func color(of k: Int) -> Color {
    func at(_ v: Double, _ offset: Double) -> Double { offset == 0 ? v : min(max(v + Double(k) * offset, 0), 1) }
    return Color(
      red: at(color.red, redOffset), green: at(color.green, greenOffset), blue: at(color.blue, blueOffset),
      alpha: at(color.alpha, alphaOffset))
  }

  /// Returns the range of a node's children that instance `k` shows.
  package func children(of k: Int, in node: RenderNode) -> Range<Int> {
    guard let starts else { return 0..<node.children.count }
    guard starts.indices.contains(k) else { return 0..<0 }
    return starts[k]..<(k + 1 < starts.count ? starts[k + 1] : node.children.count)
  }
}
