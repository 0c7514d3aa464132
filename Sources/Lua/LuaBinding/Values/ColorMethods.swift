// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers
import Pixels

/// Defines a method of colours: the colour is the first argument.
private func color(
  _ name: String, signature: String, summary: String,
  _ body: @escaping @Sendable (inout Call, Color) throws -> Void
) -> Method {
  Method("Color", name, signature: signature, summary: summary) { call in
    guard let own = call.next()?.color else { throw call.error("call it with a colon on a Color") }
    try body(&call, own)
  }
}

extension Method {
  static let colorMethods: [Method] = [
    color(
      "mixed",
      signature:
        "(other: ca.ColorLike, fraction?: number, space?: ca.ColorSpace, huePath?: ca.HuePath): ca.Color",
      summary: "A mix with another colour, half and half by default, in OKLab unless a space is named."
    ) { call, own in
      let other = try call.color("another colour")
      let fraction = try call.number("the fraction", default: 0.5)
      // Curves of motion overshoot, so somewhat more than all of it is meant.
      guard fraction >= -1, fraction <= 2 else {
        throw call.error(
          "the fraction is from 0, this colour, to 1, the other; got \(numberText(fraction))"
            + (fraction > 10 && fraction <= 100
              ? "; write \(numberText(fraction / 100))" : fraction > 2 ? "; write 1 for all of the other" : ""))
      }
      let space: MixingSpace = try call.optionalOption("space") ?? .oklab
      let hue: HuePath = try call.optionalOption("hue path") ?? .shorter
      call.binding.push(own.mixed(with: other, fraction: fraction, in: space, hue: hue))
    },
    color(
      "lightened", signature: "(amount?: number): ca.Color",
      summary: "A lighter colour: OKLCH's lightness, from 0 to 1, raised by an amount, 0.1 by default."
    ) { call, own in call.binding.push(own.lightened(by: try call.number("the amount", default: 0.1))) },
    color(
      "darkened", signature: "(amount?: number): ca.Color",
      summary: "A darker colour: OKLCH's lightness, from 0 to 1, lowered by an amount, 0.1 by default."
    ) { call, own in call.binding.push(own.darkened(by: try call.number("the amount", default: 0.1))) },
    color(
      "saturated", signature: "(factor: number): ca.Color",
      summary: "A colour whose chroma in OKLCH is multiplied: 0 is grey, above 1 is more vivid."
    ) { call, own in
      let factor = try call.number("the factor")
      guard factor >= 0 else { throw call.error("the factor must be 0 or more, got \(numberText(factor))") }
      call.binding.push(own.saturated(by: factor))
    },
    color(
      "rotated", signature: "(angle: number): ca.Color",
      summary: "A colour whose hue in OKLCH is turned by an angle in radians."
    ) { call, own in call.binding.push(own.rotated(by: try call.number("the angle"))) },
    color("grey", signature: "(): ca.Color", summary: "The grey of the same lightness.") { call, own in
      call.binding.push(own.grey)
    },
    color(
      "contrast", signature: "(other: ca.ColorLike): number",
      summary: "The contrast ratio of WCAG 2 with another colour, from 1 to 21; text needs 4.5, large text 3."
    ) { call, own in call.binding.push(own.contrast(with: try call.color("another colour"))) },
    color(
      "luminance", signature: "(): number",
      summary: "The relative luminance of WCAG 2, from 0 for black to 1 for white."
    ) { call, own in call.binding.push(own.luminance) },
    color(
      "readable", signature: "(candidates?: ca.ColorLike[]): ca.Color",
      summary: "The candidate with the highest contrast, for text on this colour: black or white by default."
    ) { call, own in
      guard let argument = call.next(), !argument.isNil else { return call.binding.push(own.readable()) }
      call.binding.push(own.readable(try call.palette(argument)))
    },
    color(
      "oklch", signature: "(): number, number, number",
      summary: "Lightness from 0 to 1, chroma from 0 to about 0.32, and hue in radians, in OKLCH."
    ) { call, own in
      let c = own.oklch
      for v in [c.lightness, c.chroma, c.hue] { call.binding.push(v) }
    },
    color("hex", signature: "(): string", summary: "The colour as `#rrggbb`, or `#rrggbbaa` if it is translucent.") {
      call, own in call.binding.push(own.hex)
    },
    Method(
      "ca", "oklch", signature: "(lightness: number, chroma: number, hue: number, alpha?: number): ca.Color",
      summary: "A colour of OKLCH; the hue is in radians. One outside of sRGB loses chroma."
    ) { call in
      let lightness = try call.number("the lightness")
      let chroma = try call.number("the chroma")
      let hue = try call.number("the hue")
      let alpha = try call.number("the alpha", default: 1)
      guard alpha >= 0, alpha <= 1 else { throw call.error("alpha must be from 0 to 1, got \(numberText(alpha))") }
      guard chroma >= 0, chroma <= 10 else {
        throw call.error("chroma must be from 0, 0.4 at most in practice, got \(numberText(chroma))")
      }
      call.binding.push(Color(OKLCHColor(lightness: lightness, chroma: chroma, hue: hue, alpha: alpha)))
    },
    Method(
      "ca", "palette", signature: "(name: string, count?: integer): ca.Color[]",
      summary: "The colours of a palette such as \"viridis\", \"Blues\" or \"Okabe-Ito\", or a number of them."
    ) { call in
      let name = try call.string("the palette's name")
      guard let palette = ColorPalette.named(name) else {
        throw call.error("unknown palette \"\(name)\"\(suggestionOrList(for: name, among: ColorPalette.names))")
      }
      guard let argument = call.peek, !argument.isNil else {
        return call.binding.push(palette: palette.colors, isOfClasses: palette.kind == .qualitative)
      }
      let count = try call.number("the count")
      guard count >= 1, count <= 65_536, count == count.rounded() else {
        throw call.error("the count must be a whole number from 1 to 65536, got \(numberText(count))")
      }
      let isOfClasses = palette.kind == .qualitative
      guard !isOfClasses || count <= Double(palette.colors.count) else {
        throw call.error(
          "\(palette.name) has \(palette.colors.count) colours that tell classes apart, got a count of "
            + "\(numberText(count)); ask for at most \(palette.colors.count), and mix further ones, as in "
            + "palette[1]:mixed(\"white\", 0.5)")
      }
      call.binding.push(palette: palette.colors(Int(clamping: count)), isOfClasses: isOfClasses)
    },
    Method("ca", "paletteNames", signature: "(): string[]", summary: "The names of the palettes.") { call in
      call.binding.push(.array(ColorPalette.names.map { .string($0) }))
    },
    Method(
      "Image", "palette", signature: "(count?: integer): ca.Color[], number[]",
      summary: "The image's main colours, 5 by default, and their shares of its area; the largest first."
    ) { call in
      let bitmap = try call.image.bitmap
      let count = try call.number("the count", default: 5)
      guard count >= 1, count <= 256, count == count.rounded() else {
        throw call.error("the count must be a whole number from 1 to 256, got \(numberText(count))")
      }
      let colors = bitmap.mainColors(Int(clamping: count))
      call.binding.push(.array(colors.map { .color($0.color) }))
      call.binding.push(colors.map(\.share))
    },
  ]
}

extension LuaBinding {
  /// Pushes a list of colours. Reading one that it does not have raises an error.
  ///
  /// - Parameter isOfClasses: true for a palette that has no more colours than it has.
  fileprivate func push(palette colors: [Color], isOfClasses: Bool) {
    llua_out_palette(pointer, UInt32(clamping: colors.count), isOfClasses)
    for color in colors { push(color) }
  }
}

extension Call {
  /// A named option that may be missing.
  mutating func optionalOption<Option: NamedOption>(_ what: String) throws -> Option? {
    guard let argument = peek, !argument.isNil else {
      _ = next()
      return nil
    }
    return try option(what)
  }
}
