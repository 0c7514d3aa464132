// SPDX-License-Identifier: MIT
import LayerEngine
import Wording

/// The output of `layerlua fonts`.
struct FontList {
  let engine: Engine

  /// The families with their faces, and the substitutes for other names.
  var text: String {
    let fonts = engine.fonts()
    guard !fonts.isEmpty else {
      return "no fonts: install fonts-dejavu-core and fonts-liberation2, or name a folder of fonts by --font-dir\n"
    }
    var result = ""
    let width = fonts.reduce(0) { max($0, $1.fullName.count) }
    var family: String?
    for font in fonts {
      if font.family != family { result += (family == nil ? "" : "\n") + font.family + "\n" }
      family = font.family
      let style = "\(font.weight)\(font.isItalic ? " italic" : "")"
      result += "  " + padded(font.fullName, width + 2) + padded(style, 12) + font.file + "\n"
    }
    let others = engine.fontStandIns()
    if others.isEmpty { return result }
    result += "\nOther systems' names, with what is used for them\n"
    for other in others { result += "  " + padded(other.name, width + 2) + other.used + "\n" }
    return result
  }

  /// One object a line: a font's names, weight and file, or a name and its substitute.
  var json: String {
    var result = ""
    for font in engine.fonts() {
      result += jsonLine([
        ("family", jsonString(font.family)), ("fullName", jsonString(font.fullName)), ("style", jsonString(font.style)),
        ("weight", "\(font.weight)"),
        ("italic", "\(font.isItalic)"), ("file", jsonString(font.file)),
      ])
    }
    for other in engine.fontStandIns() {
      result += jsonLine([("name", jsonString(other.name)), ("used", jsonString(other.used))])
    }
    return result
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
