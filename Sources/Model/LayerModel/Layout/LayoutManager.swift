// SPDX-License-Identifier: MIT
import Geometry

/// An object that lays out the sublayers of its layers: Core Animation's `CALayoutManager`. Every function is optional.
///
/// ```swift
/// final class Diagonal: LayoutManager {
///   func layoutSublayers(of layer: Layer) {
///     for (index, sublayer) in layer.sublayers.enumerated() {
///       sublayer.position = Point(20 + Double(index) * 24, 20 + Double(index) * 24)
///     }
///   }
/// }
/// let diagonal = Diagonal()
/// list.layoutManager = diagonal
/// ```
public protocol LayoutManager: AnyObject {
  /// Sets the sublayers' bounds and positions. May be called more than once.
  func layoutSublayers(of layer: Layer) throws
  /// The preferred size of the layer, in points of its own coordinates; nil leaves it to the layer.
  func preferredSize(of layer: Layer) throws -> Size?
  /// Discards cached information about the layer, whose layout is no longer valid for any reason (a change of its
  /// bounds or its sublayers, `setNeedsLayout()`). Not called again until the layer has been laid out. An error is
  /// thrown by the next layout.
  func invalidateLayout(of layer: Layer) throws
  /// True if `preferredSize` depends on the sublayers, so that the superlayer's layout follows theirs.
  var preferredSizeFollowsContents: Bool { get }
}

extension LayoutManager {
  public func layoutSublayers(of layer: Layer) throws {}
  public func preferredSize(of layer: Layer) throws -> Size? { nil }
  public func invalidateLayout(of layer: Layer) throws {}
  public var preferredSizeFollowsContents: Bool { false }
}

/// A layout manager with keys of its own. A change of a key flags the layers that use it.
///
/// ```swift
/// // The keys of a stack or a grid, as of any keyed object.
/// let stack = StackLayoutManager(in: scene)
/// try stack.setValue(8, forKey: "spacing")
/// list.layoutManager = stack
/// stack.spacing = 12  // lays the list out again
/// ```
public class BuiltInLayoutManager: KeyedObject, LayoutManager {
  private struct User { weak var layer: Layer? }
  private var users: [User] = []

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  private var userLimit = 16

  /// Registers a layer that uses the manager from now on.
  final func enter(_ layer: Layer) {
    // A manager without keys never changes.
    if keyedClass.properties.isEmpty { return }
    if users.count >= userLimit {
      var seen: Set<ObjectIdentifier> = []
      users.removeAll { user in
        guard let layer = user.layer, layer.layout?.manager === self else { return true }
        return !seen.insert(ObjectIdentifier(layer)).inserted
      }
      userLimit = Swift.max(16, 2 * users.count)
    }
    users.append(User(layer: layer))
  }

  override func note(_ row: Property) {
    for user in users {
      if let layer = user.layer, layer.layout?.manager === self { layer.flagLayout() }
    }
  }

  public func layoutSublayers(of layer: Layer) throws {}
  public func preferredSize(of layer: Layer) throws -> Size? { try preferredSize(of: layer, width: nil) }
  public func invalidateLayout(of layer: Layer) throws {}
  public var preferredSizeFollowsContents: Bool { true }

  /// True if the manager gives each sublayer that it places both of its lengths.
  var sizesSublayers: Bool { false }

  /// The preferred size of the layer at a width of `width` points, if that matters; nil for any width.
  func preferredSize(of layer: Layer, width: Double?) throws -> Size? { nil }

  /// The rules that determine a sublayer's position and size, for `explainLayout`; nil where there is none.
  func rules(for sublayer: Layer, in layer: Layer) -> (x: String?, width: String?, y: String?, height: String?) {
    (nil, nil, nil, nil)
  }
}
