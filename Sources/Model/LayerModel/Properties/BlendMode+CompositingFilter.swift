// SPDX-License-Identifier: MIT
import Messages
import Pixels

extension BlendMode {
  /// Finds the mode by the name of a blend or compositing filter in Core Image or Core Animation:
  /// `CIMultiplyBlendMode`, `multiplyBlendMode`, `CISourceInCompositing`, `sourceIn`.
  ///
  /// `multiply` alone is the compositing operator, as in Core Animation: the product of premultiplied components, alpha
  /// included.
  init(compositingFilter name: String, key: String) throws(LayerError) {
    if let mode = BlendMode.byFilterName[name] {
      self = mode
      return
    }
    let names = BlendMode.filterNames
    if let near = Messages.nearest(name, among: names) {
      throw LayerError(
        "\(key): expected the name of a blend mode such as \"multiplyBlendMode\", got \"\(name)\"; did you mean "
          + "\"\(near)\"?"
      )
    }
    if BlendMode.otherFilters.contains(name)
      || (name.hasPrefix("CI") && !name.hasSuffix("BlendMode") && !name.hasSuffix("Compositing"))
    {
      throw LayerError(
        "\(key): \"\(name)\" is not a filter that combines a layer with what lies behind it; expected the name of a "
          + "blend mode such as \"multiplyBlendMode\" or of a compositing operator such as \"CISourceInCompositing\"")
    }
    throw LayerError(
      "\(key): expected the name of a blend mode such as \"multiplyBlendMode\", got \"\(name)\"; there are "
        + names.filter { !$0.hasPrefix("CI") }.joined(separator: ", ") + " and their Core Image names")
  }

  /// All names, blend modes first.
  static let filterNames: [String] =
    blendModes.map { "\($0.name)BlendMode" } + blendModes.map { "CI\(capitalized($0.name))BlendMode" }
    + operatorNames.flatMap(\.core) + operatorNames.map(\.image).filter { !$0.isEmpty }

  private static let blendModes = allCases.filter(\.isBlend)

  /// Core Animation's and Core Image's names of compositing operators.
  private static let operatorNames: [(mode: BlendMode, core: [String], image: String)] = [
    (.normal, ["sourceOver"], "CISourceOverCompositing"), (.sourceIn, ["sourceIn"], "CISourceInCompositing"),
    (.sourceOut, ["sourceOut"], "CISourceOutCompositing"), (.sourceAtop, ["sourceAtop"], "CISourceAtopCompositing"),
    (.destinationOver, ["destOver"], ""), (.destinationIn, ["destIn"], ""), (.destinationOut, ["destOut"], ""),
    (.destinationAtop, ["destAtop"], ""), (.xor, ["xor"], ""), (.copy, ["copy"], ""), (.clear, ["clear"], ""),
    (.plusLighter, ["plusL", "plusLighter"], "CIAdditionCompositing"), (.plusDarker, ["plusD", "plusDarker"], ""),
    (.maximum, ["maximum"], "CIMaximumCompositing"),
    (.minimum, ["minimum"], "CIMinimumCompositing"), (.product, ["multiply"], "CIMultiplyCompositing"),
  ]

  /// The kinds of filters that combine a layer with its backdrop, blend modes first.
  static let filterKinds: [FilterKind] =
    blendModes.map { FilterKind("CI\(capitalized($0.name))BlendMode", otherNames: ["\($0.name)BlendMode"], $0) }
    + operatorNames.map { entry in
      entry.image.isEmpty
        ? FilterKind(entry.core.first ?? entry.mode.name, otherNames: Array(entry.core.dropFirst()), entry.mode)
        : FilterKind(entry.image, otherNames: entry.core, entry.mode)
    }

  private static let byFilterName: [String: BlendMode] = {
    var result: [String: BlendMode] = [:]
    for mode in blendModes {
      result["\(mode.name)BlendMode"] = mode
      result["CI\(capitalized(mode.name))BlendMode"] = mode
      result[mode.name] = mode
    }
    for name in operatorNames {
      for core in name.core { result[core] = name.mode }
      if !name.image.isEmpty { result[name.image] = name.mode }
    }
    return result
  }()

  /// Filters of a single image, which Core Animation also names by strings.
  private static let otherFilters = [
    "gaussianBlur", "colorInvert", "colorMatrix", "colorMonochrome", "colorSaturate", "colorHueRotate", "multiplyColor",
    "colorContrast", "colorBrightness", "luminanceToAlpha",
  ]

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
