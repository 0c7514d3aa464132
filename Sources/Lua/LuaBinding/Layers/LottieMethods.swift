// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import LottieFiles
import Messages
import Numbers

/// Lottie files as layers.
extension Method {
  static let lottieMethods: [Method] = [
    Method(
      "ca.Layer", "lottie", signature: "(file: string, options?: table): ca.Layer",
      summary: "A layer of a Lottie file's size that plays its animation: `.json`, `.lottie`, `.tgs`."
    ) { call in
      let path = try call.string("the file name")
      guard !path.isEmpty else { throw call.error("expected a file name, got an empty string") }
      let options = try call.lottieOptions()
      let layer = try call.binding.services.lottie(atPath: path).makeLayer(in: call.binding.scene, options: options)
      call.binding.noteMade(layer)
      call.binding.push(layer)
    }
  ]
}

extension Call {
  /// Reads the options of a Lottie file.
  fileprivate mutating func lottieOptions() throws -> LottieOptions {
    let given = try options([
      "animation", "theme", "slots", "values", "texts", "images", "imageGravity", "fonts", "viewport", "loop",
    ])
    var result = LottieOptions()
    result.animation = try string(given, "animation")
    result.theme = try string(given, "theme")
    result.slots = try table(given, "slots")
    result.values = try table(given, "values")
    result.texts = try texts(given, "texts")
    result.fonts = try texts(given, "fonts")
    result.imageGravity = try string(given, "imageGravity")
    for (key, value) in try table(given, "images") {
      switch value {
      case .image(let image): result.images.append((key, image))
      case .string(let path): result.images.append((key, try binding.services.image(atPath: path)))
      default: throw error("images[\"\(key)\"] must be an image or a file name")
      }
    }
    if let argument = given["viewport"] {
      guard let rect = try argument.propertyValue(in: binding, for: nil, key: "viewport").asRect else {
        throw error("viewport must be a rect such as {10, 10, 65, 65}, got \(argument.described)")
      }
      result.viewport = rect
    }
    if let argument = given["loop"] {
      switch try argument.propertyValue(in: binding, for: nil, key: "loop") {
      case .bool(let flag): result.loop = flag ? .forever : nil
      case .number(let count) where count > 0: result.loop = .times(count)
      case .string("pingPong"): result.loop = .pingPong
      default: throw error("loop must be true, a number above 0 or \"pingPong\", got \(argument.described)")
      }
    }
    return result
  }

  private func table(_ options: [String: Argument], _ key: String) throws -> [(key: String, value: PropertyValue)] {
    guard let argument = options[key] else { return [] }
    switch try argument.propertyValue(in: binding, for: nil, key: key) {
    case .dictionary(let entries): return entries
    case .array(let items) where items.isEmpty: return []
    default: throw error("\(key) must be a table of values by name, got \(argument.described)")
    }
  }

  private func texts(_ options: [String: Argument], _ key: String) throws -> [(key: String, value: String)] {
    try table(options, key).map { name, value in
      switch value {
      case .string(let text): return (name, text)
      case .number(let number): return (name, numberText(number))
      default: throw error("\(key)[\"\(name)\"] must be a string")
      }
    }
  }
}
