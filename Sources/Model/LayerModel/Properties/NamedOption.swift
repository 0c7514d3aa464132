// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// A value of a name-valued property.
package struct OptionName: Sendable {
  /// The name as it reads back: Apple's raw string.
  package let raw: String
  /// The constant's name, such as `kCAGravityResizeAspect`; empty for our own names.
  package let constant: String
  /// The constant without its group prefix, beginning in lower case.
  package let short: String
  /// Further names that are accepted.
  package let aliases: [String]

  init(_ raw: String, _ constant: String = "", short: String? = nil, aliases: [String] = []) {
    self.raw = raw
    self.constant = constant
    self.short = short ?? raw
    self.aliases = aliases
  }

  func answers(to name: String) -> Bool { name == raw || name == short || name == constant || aliases.contains(name) }
}

/// The type of a name-valued property: its cases number the names from 0.
package protocol NamedOption: RawRepresentable<UInt8>, Sendable {
  static var names: [OptionName] { get }
}

extension NamedOption {
  /// Finds the option by Apple's raw string, the constant's name, the short name or an alias.
  package init?(named name: String) {
    guard let i = Self.names.firstIndex(where: { $0.answers(to: name) }),
      let option = Self(rawValue: UInt8(truncatingIfNeeded: i))
    else {
      return nil
    }
    self = option
  }

  /// The names of the option, with Apple's raw string.
  var optionName: OptionName { Self.names[Int(rawValue)] }
}

/// The placement of contents in the bounds. `bottom` is min y and `top` max y, as in Core Animation.
public enum ContentsGravity: UInt8, NamedOption {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect,
    resizeAspectFill

  package static let names = [
    OptionName("center", "kCAGravityCenter"), OptionName("top", "kCAGravityTop", aliases: ["maxY"]),
    OptionName("bottom", "kCAGravityBottom", aliases: ["minY"]),
    OptionName("left", "kCAGravityLeft", aliases: ["minX"]),
    OptionName("right", "kCAGravityRight", aliases: ["maxX"]),
    OptionName("topLeft", "kCAGravityTopLeft", aliases: ["minXMaxY"]),
    OptionName("topRight", "kCAGravityTopRight", aliases: ["maxXMaxY"]),
    OptionName("bottomLeft", "kCAGravityBottomLeft", aliases: ["minXMinY"]),
    OptionName("bottomRight", "kCAGravityBottomRight", aliases: ["maxXMinY"]), OptionName("resize", "kCAGravityResize"),
    OptionName("resizeAspect", "kCAGravityResizeAspect"), OptionName("resizeAspectFill", "kCAGravityResizeAspectFill"),
  ]
}

/// The pixel format of drawn contents.
public enum ContentsFormat: UInt8, NamedOption {
  case rgba8, rgba16Float, gray8, automatic

  package static let names = [
    OptionName("RGBA8", "kCAContentsFormatRGBA8Uint", short: "RGBA8Uint"),
    OptionName("RGBAh", "kCAContentsFormatRGBA16Float", short: "RGBA16Float"),
    OptionName("Gray8", "kCAContentsFormatGray8Uint", short: "Gray8Uint"),
    OptionName("Automatic", "kCAContentsFormatAutomatic"),
  ]
}

extension SamplingFilter: NamedOption {
  package static let names = [
    OptionName("nearest", "kCAFilterNearest"), OptionName("linear", "kCAFilterLinear"),
    OptionName("trilinear", "kCAFilterTrilinear"),
  ]
}

/// The curve of rounded corners.
public enum CornerCurve: UInt8, NamedOption {
  case circular, continuous

  package static let names = [
    OptionName("circular", "kCACornerCurveCircular"), OptionName("continuous", "kCACornerCurveContinuous"),
  ]

  /// The length of the curve along an edge, in corner radii: Core Animation's `cornerCurveExpansionFactor`.
  package var expansionFactor: Double { self == .continuous ? 1.528665 : 1 }
}

/// The rule by which sublayers at different depths hide each other. Our addition: in Core Animation it depends on the
/// renderer whether they intersect.
public enum SublayerDepth: UInt8, NamedOption {
  /// Each as a whole, sorted by the depth of the anchor points (painter's algorithm).
  case painter
  /// By distance at every point, as in a transform layer: layers cut each other where they intersect.
  case intersect

  package static let names = [OptionName("painter"), OptionName("intersect")]
}

extension FillMode: NamedOption {
  package static let names = [
    OptionName("removed", "kCAFillModeRemoved"), OptionName("forwards", "kCAFillModeForwards"),
    OptionName("backwards", "kCAFillModeBackwards"), OptionName("both", "kCAFillModeBoth"),
  ]
}

/// The changes after which a layer draws itself again, with the meanings of AppKit's
/// `NSView.LayerContentsRedrawPolicy`.
///
/// - `onSetNeedsDisplay`: only when requested; a resized layer shows its old drawing, placed by its gravity.
/// - `duringResize`: also at each change of size.
/// - `beforeResize`: also at a change of size, once, at the final size.
/// - `never`: neither by itself nor by `setNeedsDisplay()`; `display()` still draws.
public enum RedrawPolicy: UInt8, NamedOption {
  case onSetNeedsDisplay, duringResize, beforeResize, never

  package static let names = [
    OptionName("onSetNeedsDisplay", "NSViewLayerContentsRedrawOnSetNeedsDisplay"),
    OptionName("duringResize", "NSViewLayerContentsRedrawDuringViewResize"),
    OptionName("beforeResize", "NSViewLayerContentsRedrawBeforeViewResize"),
    OptionName("never", "NSViewLayerContentsRedrawNever"),
  ]
}

extension TextRequest.Alignment: NamedOption {
  package static let names = [
    OptionName("natural", "kCAAlignmentNatural"), OptionName("left", "kCAAlignmentLeft"),
    OptionName("right", "kCAAlignmentRight"),
    OptionName("center", "kCAAlignmentCenter"), OptionName("justified", "kCAAlignmentJustified"),
  ]
}

extension TextRequest.LineBreakStrategy: NamedOption {
  package static let names = [OptionName("standard"), OptionName("balance"), OptionName("pretty")]
}

extension TextRequest.Truncation: NamedOption {
  package static let names = [
    OptionName("none", "kCATruncationNone"), OptionName("start", "kCATruncationStart"),
    OptionName("middle", "kCATruncationMiddle"), OptionName("end", "kCATruncationEnd"),
  ]
}

/// The vertical alignment of text in taller bounds. Our addition: Core Animation has only `top`.
public enum TextVerticalAlignment: UInt8, NamedOption {
  case top, center, bottom, baseline

  package static let names = [OptionName("top"), OptionName("center"), OptionName("bottom"), OptionName("baseline")]
}

extension FillRule: NamedOption {
  package static let names = [
    OptionName("non-zero", "kCAFillRuleNonZero", short: "nonZero", aliases: ["winding"]),
    OptionName("even-odd", "kCAFillRuleEvenOdd", short: "evenOdd"),
  ]
}

extension LineCap: NamedOption {
  package static let names = [
    OptionName("butt", "kCALineCapButt", aliases: ["kCGLineCapButt"]),
    OptionName("round", "kCALineCapRound", aliases: ["kCGLineCapRound"]),
    OptionName("square", "kCALineCapSquare", aliases: ["kCGLineCapSquare"]),
  ]
}

extension LineJoin: NamedOption {
  package static let names = [
    OptionName("miter", "kCALineJoinMiter", aliases: ["kCGLineJoinMiter"]),
    OptionName("round", "kCALineJoinRound", aliases: ["kCGLineJoinRound"]),
    OptionName("bevel", "kCALineJoinBevel", aliases: ["kCGLineJoinBevel"]),
  ]
}

/// The kind of a gradient.
public enum GradientType: UInt8, NamedOption {
  case axial, radial, conic

  package static let names = [
    OptionName("axial", "kCAGradientLayerAxial"), OptionName("radial", "kCAGradientLayerRadial"),
    OptionName("conic", "kCAGradientLayerConic"),
  ]
}

extension MixingSpace: NamedOption {
  package static let names = ["srgb", "linear", "oklab", "oklch", "hsl", "hwb", "lab", "lch"].map { OptionName($0) }
}

extension HuePath: NamedOption {
  package static let names = ["shorter", "longer", "increasing", "decreasing"].map { OptionName($0) }
}

/// The names of a set-valued property, one for each bit.
package struct NameSet: Sendable {
  package struct Member: Sendable {
    package let bit: UInt32
    package let name: String
    package let constant: String
  }
  package let members: [Member]
  /// Names that stand alone for the empty set.
  package let emptyNames: [String]
  /// True if bits without a name are stored, as Core Animation does, instead of refused.
  let keepsUnknownBits: Bool

  init(_ members: [(UInt32, String, String)], empty: [String] = ["none"], keepsUnknownBits: Bool = false) {
    self.keepsUnknownBits = keepsUnknownBits
    self.members = members.map { Member(bit: $0.0, name: $0.1, constant: $0.2) }
    emptyNames = empty
  }

  static let corners = NameSet([
    (1, "minXMinY", "kCALayerMinXMinYCorner"), (2, "maxXMinY", "kCALayerMaxXMinYCorner"),
    (4, "minXMaxY", "kCALayerMinXMaxYCorner"), (8, "maxXMaxY", "kCALayerMaxXMaxYCorner"),
  ])
  static let edges = NameSet([
    (1, "left", "kCALayerLeftEdge"), (2, "right", "kCALayerRightEdge"), (4, "bottom", "kCALayerBottomEdge"),
    (8, "top", "kCALayerTopEdge"),
  ])
  static let autoresizing = NameSet(
    [
      (1, "minXMargin", "kCALayerMinXMargin"), (2, "widthSizable", "kCALayerWidthSizable"),
      (4, "maxXMargin", "kCALayerMaxXMargin"), (8, "minYMargin", "kCALayerMinYMargin"),
      (16, "heightSizable", "kCALayerHeightSizable"), (32, "maxYMargin", "kCALayerMaxYMargin"),
    ], empty: ["none", "notSizable", "kCALayerNotSizable"], keepsUnknownBits: true)

  /// The bits that have names.
  var all: UInt32 { members.reduce(0) { $0 | $1.bit } }

  /// Returns the names of the set bits, in bit order.
  func names(of bits: UInt32) -> [String] { members.filter { bits & $0.bit != 0 }.map(\.name) }
}
