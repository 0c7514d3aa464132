// SPDX-License-Identifier: MIT
import Geometry
import LayerModel

/// The choices for showing a Lottie animation.
///
/// ```swift
/// var options = LottieOptions()
/// options.texts = [("Title", "Hello")]
/// options.values = [("**.Fill 1.Color", "red")]
/// ```
public struct LottieOptions {
  /// The repetition of an animation.
  public enum Loop: Equatable, Sendable {
    /// Again and again.
    case forever
    /// A number of times, above 0.
    case times(Double)
    /// Forward and backward, again and again.
    case pingPong
  }

  /// The animation to show of an archive of several, by its identifier; nil, the default, is the archive's own choice.
  public var animation: String?
  /// The theme of an archive, by its identifier; nil, the default, is the archive's own choice, and an empty text none.
  public var theme: String?
  /// The named part to play, which then is the whole length; nil, the default, for all.
  public var marker: String?
  /// Values by identifier of a slot, in place of the file's: numbers, points, colours.
  public var slots: [(key: String, value: PropertyValue)] = []
  /// Values by key path, in the file's units: `**.Fill 1.Color`. A value, or `{ keyframes = { { time =, value = } } }`
  /// with times in seconds. Later ones win.
  public var values: [(key: String, value: PropertyValue)] = []
  /// Texts by the key path of a text layer, or by its last names.
  public var texts: [(key: String, value: String)] = []
  /// Pictures by the identifier of the asset that they replace; `*` is any.
  public var images: [(key: String, value: Image)] = []
  /// The `contentsGravity` of replaced pictures, such as `resizeAspectFill`; nil, the default, stretches them.
  public var imageGravity: String?
  /// Names of installed fonts by a font's name in the file.
  public var fonts: [(key: String, value: String)] = []
  /// The part of the animation to show, fitted into the size of the whole; nil, the default, shows all.
  public var viewport: Rect?
  /// The repetition; nil, the default, plays the animation once.
  public var loop: Loop?

  /// Creates options with the defaults.
  public init() {}
}
