// SPDX-License-Identifier: MIT
import Geometry
import LayerModel

/// Information on an animation of a Lottie file.
///
/// ```swift
/// let loader = try renderer.lottie(atPath: "loader.json")
/// for item in loader.info.notDrawn { print("\(item.kind): \(item.count) places, first \(item.first)") }
/// ```
public struct LottieInfo: Equatable, Sendable {
  /// A named part of the film. Times are in seconds from the first frame.
  public struct Marker: Equatable, Sendable {
    /// The name; empty if the file gives none.
    public var name: String
    /// The beginning, in seconds.
    public var time: Double
    /// The length, in seconds; 0 for a moment.
    public var duration: Double

    /// The marker as a value for scripts.
    package var value: PropertyValue {
      .dictionary([("name", .string(name)), ("time", .number(time)), ("duration", .number(duration))])
    }
  }

  /// A layer of the animation itself, not of its compositions.
  public struct LayerRow: Equatable, Sendable {
    /// The layer's name.
    public var name: String
    /// Its kind, such as `shapes`, `text` or `composition`.
    public var kind: String
    /// Its first moment, in seconds from the first frame.
    public var start: Double
    /// The moment from which it is not visible any more, in seconds.
    public var end: Double
  }

  /// A font that the texts name.
  public struct Font: Equatable, Sendable {
    /// The name by which texts refer to it.
    public var name: String
    /// The family.
    public var family: String
    /// The style, such as `Bold`.
    public var style: String
    /// True if an installed font has the family, or the archive holds the font.
    public var isFound: Bool
    /// True if the file holds outlines of its characters, which are shown if it is not found.
    public var hasOutlines: Bool
  }

  /// A picture of the animation.
  public struct Picture: Equatable, Sendable {
    /// The identifier, by which `LottieOptions.images` replaces it.
    public var id: String
    /// The file's name; empty for one that is embedded.
    public var file: String
    /// The size, in points.
    public var size: Size
  }

  /// A text, a colour or a picture that does not change over time, with its present value: one that a template sets.
  public struct Parameter: Equatable, Sendable {
    /// The kind of a parameter's value.
    public enum Kind: String, Sendable {
      case text, color, image
    }

    /// A plain name, unique in the file, made of the names of the layer and its groups: `card_title`.
    public var name: String
    /// The kind, which says the option that sets it: `texts`, `values` or `images` of `LottieOptions`.
    public var kind: Kind
    /// The key path of the text layer or the colour, or the picture's identifier: the key in that option.
    public var path: String
    /// The text, the colour in CSS, or the picture's file name, empty for one that is embedded.
    public var value: String
    /// True if several places with different values have the key path: setting it sets all of them, and `value` is
    /// empty. Default false.
    public var isShared = false
  }

  /// A text, a colour or a picture that is no parameter, though it does not change over time.
  package struct LeftOut: Equatable, Sendable {
    /// The key path.
    package var path: String
    package var reason: String
  }

  /// A kind of content that is not drawn as the file says.
  public struct NotDrawn: Equatable, Sendable {
    /// The content, and what is shown instead.
    public var kind: String
    /// The number of its places.
    public var count: Int
    /// The key path of the first place.
    public var first: String
  }

  /// The size, in points.
  public var size = Size(0, 0)
  /// In frames per second.
  public var frameRate = 0.0
  /// The number of frames.
  public var frames = 0.0
  /// The length, in seconds.
  public var duration = 0.0
  /// The named parts.
  public var markers: [Marker] = []
  /// The layers, front first.
  public var layers: [LayerRow] = []
  /// The fonts of texts.
  public var fonts: [Font] = []
  /// The pictures.
  public var pictures: [Picture] = []
  /// The texts, colours and pictures that do not change over time, front first.
  public var parameters: [Parameter] = []
  /// The texts and colours that are no parameters, with the reasons.
  package var leftOut: [LeftOut] = []
  /// The identifiers of slots, sorted.
  public var slots: [String] = []
  /// The themes of the archive, by identifier.
  public var themes: [String] = []
  /// The animations of the archive, by identifier; empty for a file of one.
  public var animations: [String] = []
  /// The content that is not drawn as the file says, one row for each kind.
  public var notDrawn: [NotDrawn] = []
}
