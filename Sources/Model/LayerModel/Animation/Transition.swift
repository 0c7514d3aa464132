// SPDX-License-Identifier: MIT
import Geometry
import Messages

/// The effect with which a transition replaces the old image by the new one.
public enum TransitionType: UInt8, NamedOption {
  case fade, push, moveIn, reveal

  package static let names = [
    OptionName("fade", "kCATransitionFade"), OptionName("push", "kCATransitionPush"),
    OptionName("moveIn", "kCATransitionMoveIn"),
    OptionName("reveal", "kCATransitionReveal"),
  ]
}

/// The side from which a transition's moving image enters; `fromBottom` is min y and `fromTop` max y.
public enum TransitionSubtype: UInt8, NamedOption {
  case fromLeft, fromRight, fromBottom, fromTop

  package static let names = [
    OptionName("fromLeft", "kCATransitionFromLeft"), OptionName("fromRight", "kCATransitionFromRight"),
    OptionName("fromBottom", "kCATransitionFromBottom"), OptionName("fromTop", "kCATransitionFromTop"),
  ]
}

/// A transition from a layer's old appearance to its new one: `CATransition`. A layer has at most one, under the key
/// `transition`.
///
/// The old appearance is that of the layer with its sublayers when the transition is added. If it is added as the
/// action of a change, or by one, it is that before the change.
///
/// ```swift
/// try photo.add(Transition(.push, from: .fromLeft, duration: 0.5))
/// photo.contents = image
///
/// let dissolve = Transition(.fade, duration: 1)
/// dissolve.filter = try Filter("CISwipeTransition", ["inputAngle": 0.5])
/// ```
public final class Transition: Animation {
  @exclusivity(unchecked) var storedType = TransitionType.fade
  /// The subtype; nil means `fromLeft`.
  @exclusivity(unchecked) var storedSubtype: TransitionSubtype?
  @exclusivity(unchecked) var storedStartProgress = 0.0
  @exclusivity(unchecked) var storedEndProgress = 1.0
  /// A frozen copy.
  @exclusivity(unchecked) var storedFilter: Filter?
  /// A copy of the layer with its sublayers, as they looked before the transition.
  @exclusivity(unchecked) var snapshot: Layer?

  /// Creates a fade in a scene.
  public convenience init(in scene: Scene) { self.init(in: scene, of: .transition) }

  /// Returns the progress, 0…1, at a layer's local time; nil when it is over. Until it begins it shows the layer's old
  /// appearance, whatever its `fillMode`.
  func progress(at time: LocalTime) -> Double? {
    let instant = timing.instant(at: time)
    guard instant.isEffective || instant.phase == .before else { return nil }
    return storedStartProgress + (storedEndProgress - storedStartProgress) * paced(instant.progress)
  }

  /// The offsets of the old and the new image, in points of the layer, and their opacities.
  struct Placement: Equatable {
    var oldOffset = Point.zero
    var newOffset = Point.zero
    var oldOpacity = 1.0
    var newOpacity = 1.0
    var newIsOnTop = true
  }

  func placement(at p: Double, size: Size) -> Placement {
    let way: Point =
      switch storedSubtype ?? .fromLeft {
      case .fromLeft: Point(size.width, 0)
      case .fromRight: Point(-size.width, 0)
      case .fromBottom: Point(0, size.height)
      case .fromTop: Point(0, -size.height)
      }
    var result = Placement()
    switch storedType {
    case .fade:
      result.oldOpacity = 1 - p
      result.newOpacity = p
    case .push:
      result.oldOffset = way * p
      result.newOffset = way * (p - 1)
    case .moveIn: result.newOffset = way * (p - 1)
    case .reveal:
      result.oldOffset = way * p
      result.newIsOnTop = false
    }
    return result
  }

  override func replaceFilter(_ old: Filter, with new: Filter, under row: Property) {
    storedFilter = new
    row.didChange(self)
  }

  override func problem(for layer: Layer) -> LayerError? {
    if let problem = super.problem(for: layer) { return problem }
    if storedEndProgress < storedStartProgress {
      return LayerError(
        "Transition.endProgress: must not be less than startProgress, got \(numberText(storedEndProgress)) after "
          + "\(numberText(storedStartProgress))")
    }
    return nil
  }
}

extension KeyedClass {
  /// The class of `Transition`.
  public static let transition = KeyedClass(
    .transition, "Transition", Transition.self, superclass: .animation,
    rows: [
      Property.transitionType, Property.transitionSubtype, Property.startProgress, Property.endProgress,
      Property.transitionFilter,
    ])
}
