// SPDX-License-Identifier: MIT
import Messages

/// Code, or a name of the interface, that a message recommends. Its text depends on the reader (`MessageReader`).
package enum Advice: Equatable, Sendable {
  // Values that properties take, as in `expected a transform`.
  case transform, emitterCells, filters, transitionFilter, blendFilter, layoutManager, animation
  /// A list of objects, in words, of a class such as `State`.
  case list(String, of: String)

  // Conversions, with the punctuation before them.
  case numberToText, textToNumber
  /// For a list of numbers that is too short.
  case shortList
  /// For a value that is not a boolean.
  ///
  /// - Parameter isMissing: true if there is no value at all.
  case boolean(isMissing: Bool)

  /// An image, as an alternative to a file's shapes.
  case image
  /// A class, or an object of it.
  case type(String), object(String)
  /// A filter given without its name, and one that needs a key.
  case filterName, filter(name: String, key: String)
  /// The listing of all filters, with the punctuation before it.
  case filterNames
  /// The place of a transition filter.
  case transition
  case someEmitterCells
  /// A picture at a later time, in seconds.
  case laterTime(Double)
  /// An attribute of a run of a text layer's string.
  case runAttribute(String)
  /// An angle in degrees as one in radians.
  case radians(degrees: Double)
  /// A perspective in a superlayer's `sublayerTransform`, and as an alternative to `m34`.
  case sublayerPerspective, perspective
  case addSublayer(String)
  /// An animation under another key, in brackets.
  case addAnimation
  /// The layer of a presentation.
  case modelLayer
  /// The drawing of an image into a drawable of another size, and into a graphics context.
  case drawScaled(width: Int, height: Int), draw

  // Time.
  /// The function that scripts set for each frame: its name, the setting of a key in it, and its time.
  case onFrame, onFrameKey(String), onFrameTime
  /// The time that the function of each frame has, as a remedy.
  case frameTime
  case setCurrentTime
  case commitTransactions
  /// The ways to let changes animate.
  case enableActions
  /// An option of a render, with its value if that is not empty.
  case renderOption(HostSetting, String)

  /// Returns the text for the programmer of a host.
  func text(_ face: HostFace) -> String {
    switch self {
    case .transform: "a transform"
    case .emitterCells: "a list of emitter cells"
    case .filters: "a list of filters"
    case .list(let words, let name): "a list of \(words) such as \(name)"
    case .animation: "an animation"
    case .transitionFilter: "a transition filter such as CIDissolveTransition"
    case .blendFilter:
      "the name of a blend mode such as \"multiplyBlendMode\", or a blend filter such as CIMultiplyBlendMode"
    case .layoutManager: "a layout manager"
    case .numberToText: Self.conversion(face, swift: "String", python: "str", c: "a string")
    case .textToNumber: Self.conversion(face, swift: "Double", python: "float", c: "a number")
    case .shortList, .addAnimation, .onFrameKey, .perspective: ""
    case .boolean: face == .python ? "; write True or False" : "; write true or false"
    case .image: "an image"
    case .type(let name), .object(let name): name
    case .filterName: "such as CIGaussianBlur"
    case .filter(let name, let key): "make a \(name) and set its \(key)"
    case .filterNames: face == .swift ? "; FilterInfo.all lists all filters" : ""
    case .transition: "which belongs in the filter of a Transition"
    case .someEmitterCells: "add cells to emitterCells"
    case .laterTime(let time): "draw a later time, such as \(numberText(time))"
    case .runAttribute(let key): "set \(key) in an attributed string"
    case .radians(let degrees):
      switch face {
      case .python: "math.radians(\(numberText(degrees, decimals: 3)))"
      case .c: "\(numberText(degrees, decimals: 3)) * M_PI / 180"
      default: "\(numberText(degrees, decimals: 3)) * .pi / 180"
      }
    case .sublayerPerspective: "superlayer.sublayerTransform with an m34 of -1 / 1000"
    case .addSublayer(let name): "add \(name) to a superlayer"
    case .modelLayer: "its model layer"
    case .drawScaled(let width, let height): "draw it into the drawable, in a rect of \(width)×\(height)"
    case .draw: "the graphics context"
    case .onFrame: "the function of each frame"
    case .onFrameTime: "of each frame"
    case .frameTime: "in the function of each frame use its time"
    case .setCurrentTime: "setting the current time"
    case .commitTransactions: "commit each transaction that was begun"
    case .enableActions: "enable actions in it"
    case .renderOption(let setting, let value): face.option(setting, value) ?? setting.name(.swift) ?? ""
    }
  }

  private static func conversion(_ face: HostFace, swift: String, python: String, c: String) -> String {
    switch face {
    case .python: "; write \(python)(…)"
    case .c: "; give it as \(c)"
    default: "; write \(swift)(…)"
    }
  }
}
