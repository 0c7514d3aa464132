// SPDX-License-Identifier: MIT
import Geometry
import Pixels

/// The repetition of a node's children: all of them are painted once for each instance, the first at the bottom.
public struct Replication: Sendable {
  /// The number of instances; not negative.
  public var count: Int
  /// The transform from each instance to the next.
  public var step: Transform3D
  /// The transform after the steps: instance k's children are placed by placement · stepᵏ · after.
  public var after: Transform3D
  /// Multiplies the premultiplied picture of the first instance.
  public var color: Color
  /// The difference of each instance's colour from the one before; useful from −1 to 1. The sums are limited to 0…1.
  public var redOffset: Double
  public var greenOffset: Double
  public var blueOffset: Double
  public var alphaOffset: Double
  /// True when a descendant is combined with its backdrop by another mode than painting over it: then an instance must
  /// be a picture before it is multiplied.
  public var blends: Bool
  /// The index at which each instance's children start, when every instance has its own; nil when all show the same.
  public var starts: [Int]?

  public init(
    count: Int, step: Transform3D, after: Transform3D = .identity, color: Color = .white, redOffset: Double = 0,
    greenOffset: Double = 0,
    blueOffset: Double = 0, alphaOffset: Double = 0, blends: Bool = false, starts: [Int]? = nil
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

  /// A place in the row of instances.
  public struct Instance: Sendable {
    public private(set) var index = 0
    /// The steps from the first instance.
    fileprivate var steps = Transform3D.identity

    /// The first.
    public init() {}

    fileprivate init(index: Int, steps: Transform3D) {
      self.index = index
      self.steps = steps
    }
  }

  /// The instance after another; nil after the last, and where the steps leave the range of numbers, from which they do
  /// not come back.
  public func instance(after instance: Instance) -> Instance? {
    let next = Instance(index: instance.index + 1, steps: instance.steps.concat(step))
    return next.index < count && next.steps.isFinite ? next : nil
  }

  /// The transform that follows the placements of an instance's children.
  public func matrix(of instance: Instance) -> Transform3D { instance.steps.concat(after) }

  /// The colour that multiplies instance `k`.
  public func color(of k: Int) -> Color {
    func at(_ v: Double, _ offset: Double) -> Double { offset == 0 ? v : min(max(v + Double(k) * offset, 0), 1) }
    return Color(
      red: at(color.red, redOffset), green: at(color.green, greenOffset), blue: at(color.blue, blueOffset),
      alpha: at(color.alpha, alphaOffset))
  }

  /// The range of a node's children that instance `k` shows.
  public func children(of k: Int, in node: RenderNode) -> Range<Int> {
    guard let starts else { return 0..<node.children.count }
    guard starts.indices.contains(k) else { return 0..<0 }
    return starts[k]..<(k + 1 < starts.count ? starts[k + 1] : node.children.count)
  }
}
