// SPDX-License-Identifier: MIT
import LayerModel
import LottieFiles
import Messages

/// Lottie files as layers.
extension Method {
  static let lottieMethods: [Method] = [
    Method(
      "ca.Layer", "lottie", signature: "(file: string, options?: ca.LottieOptions): ca.Layer",
      summary: "A layer of a Lottie file's size that plays its animation: `.json`, `.lottie`, `.tgs`."
    ) { call in
      let path = try call.lottiePath()
      let options = try call.lottieOptions()
      let layer = try call.binding.services.lottie(atPath: path).makeLayer(in: call.binding.scene, options: options)
      call.binding.noteMade(layer)
      call.binding.push(layer)
    },
    Method(
      "ca", "lottieInfo", signature: "(file: string, animation?: string): table",
      summary: "A table of a Lottie file's animation: `width`, `height`, `frameRate`, `frames`, `duration`, `markers`, "
        + "`layers`, `fonts`, `pictures`, `parameters` (texts, colours and pictures that a template sets, with their "
        + "values), `slots`, `themes`, `animations`, and `notDrawn`, the parts that are not drawn as the file says."
    ) { call in
      let path = try call.lottiePath()
      let animation = try call.optionalString("the animation's identifier")
      call.binding.push(try call.binding.services.lottie(atPath: path).info(of: animation).value)
    },
    Method(
      "ca", "lottieKeyPaths", signature: "(file: string, animation?: string): string[]",
      summary: "The key paths that the option `values` of `ca.Layer.lottie` takes, of a Lottie file's animation."
    ) { call in
      let path = try call.lottiePath()
      let animation = try call.optionalString("the animation's identifier")
      let paths = try call.binding.services.lottie(atPath: path).keyPaths(of: animation)
      call.binding.push(LottieInfo.list(paths))
    },
  ]
}

extension Call {
  fileprivate mutating func lottiePath() throws -> String {
    let path = try string("the file name")
    guard !path.isEmpty else { throw error("expected a file name, got an empty string") }
    return path
  }

  /// Reads the options of a Lottie file.
  fileprivate mutating func lottieOptions() throws -> LottieOptions {
    let given = try options(LottieOptions.names)
    var entries: [(key: String, value: PropertyValue)] = []
    for name in LottieOptions.names {
      guard let argument = given[name] else { continue }
      entries.append((name, try argument.propertyValue(in: binding, for: nil, key: name)))
    }
    let services = binding.services
    do { return try LottieOptions(entries) { try services.image(atPath: $0) } } catch let error as LayerError {
      throw error.kind == .invalid ? self.error(error.message) : error
    }
  }
}
