// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers

extension LottieOptions {
  /// The names of the options, as scripts and hosts write them.
  package static let names = [
    "animation", "theme", "marker", "slots", "values", "texts", "images", "imageGravity", "fonts", "viewport", "loop",
  ]

  /// Reads options by name.
  ///
  /// - Parameter readImage: reads the image file of a name.
  /// - Throws: `LayerError` that names the option, the values it takes and the one it got; and for an unknown option,
  ///   with the nearest name.
  package init(
    _ options: [(key: String, value: PropertyValue)], readImage: (_ name: String) throws -> Image
  ) throws {
    self.init()
    for (key, value) in options where !value.isNull {
      switch key {
      case "animation": animation = try LottieOptions.text(key, value)
      case "theme": theme = try LottieOptions.text(key, value)
      case "marker": marker = try LottieOptions.text(key, value)
      case "slots": slots = try LottieOptions.entries(key, value)
      case "values": values = try LottieOptions.entries(key, value)
      case "texts": texts = try LottieOptions.texts(key, value)
      case "fonts": fonts = try LottieOptions.texts(key, value)
      case "imageGravity": imageGravity = try LottieOptions.text(key, value)
      case "images":
        images = try LottieOptions.entries(key, value).map { name, value in
          switch value {
          case .image(let image): return (name, image)
          case .string(let file): return (name, try readImage(file))
          default: throw LottieOptions.wrong("images[\"\(name.prefix(200))\"]", "an image or a file name", value)
          }
        }
      case "viewport":
        guard let rect = value.asRect else { throw LottieOptions.wrong(key, "a rect such as {10, 10, 65, 65}", value) }
        viewport = rect
      case "loop":
        switch value {
        case .bool(let flag): loop = flag ? .forever : nil
        case .number(let count) where count > 0: loop = .times(count)
        case .string("pingPong"): loop = .pingPong
        default: throw LottieOptions.wrong(key, "true, a number above 0 or \"pingPong\"", value)
        }
      default:
        throw LayerError(
          "unknown option \"\(key.prefix(200))\"\(suggestionOrList(for: key, among: LottieOptions.names))")
      }
    }
  }

  private static func wrong(_ key: String, _ expected: String, _ value: PropertyValue) -> LayerError {
    LayerError("\(key): expected \(expected), got \(value.described)")
  }

  private static func text(_ key: String, _ value: PropertyValue) throws -> String {
    guard case .string(let text) = value else { throw wrong(key, "a string", value) }
    return text
  }

  private static func entries(_ key: String, _ value: PropertyValue) throws -> [(key: String, value: PropertyValue)] {
    switch value {
    case .dictionary(let entries): return entries
    // A table without entries is a list.
    case .array(let items) where items.isEmpty: return []
    default: throw wrong(key, "values by name", value)
    }
  }

  private static func texts(_ key: String, _ value: PropertyValue) throws -> [(key: String, value: String)] {
    try entries(key, value).map { name, value in
      switch value {
      case .string(let text): return (name, text)
      case .number(let number): return (name, numberText(number))
      default: throw wrong("\(key)[\"\(name.prefix(200))\"]", "a string", value)
      }
    }
  }
}
