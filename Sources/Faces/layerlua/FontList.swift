// SPDX-License-Identifier: MIT
import LayerEngine
import Messages

/// The output of `layerlua fonts`.
struct FontList {
  let engine: Engine

  /// The families with their faces, and the substitutes for other font names.
  var text: String {
    let fonts = engine.fonts()
    guard !fonts.isEmpty else {
      return "no fonts: install fonts-dejavu-core and fonts-liberation2, or give a font folder with --font-dir\n"
    }
    var result = ""
    let width = fonts.reduce(0) { max($0, $1.fullName.count) }
    var family: String?
    for font in fonts {
      if font.family != family { result += (family == nil ? "" : "\n") + font.family + "\n" }
      family = font.family
      let style = "\(font.weight)\(font.isItalic ? " italic" : "")"
      result += "  " + padded(font.fullName, width + 2) + padded(style, 12) + font.file + axes(font) + "\n"
    }
    let others = engine.fontStandIns()
    if others.isEmpty { return result }
    result += "\nFont names of other systems, with their substitutes\n"
    for other in others { result += "  " + padded(other.name, width + 2) + other.used + "\n" }
    return result
  }

  /// One JSON object per line: a font's names, weight and file, or a name and its substitute.
  var json: String {
    var result = ""
    for font in engine.fonts() {
      result += jsonLine(
        [
          ("family", jsonString(font.family)), ("fullName", jsonString(font.fullName)),
          ("style", jsonString(font.style)),
          ("weight", "\(font.weight)"),
          ("italic", "\(font.isItalic)"), ("file", jsonString(font.file)),
        ] + jsonAxes(font))
    }
    for other in engine.fontStandIns() {
      result += jsonLine([("name", jsonString(other.name)), ("used", jsonString(other.used))])
    }
    return result
  }

  /// Lists the font that draws each character of a text, and the fonts that have all of them.
  func text(for string: String) throws -> String {
    let coverage = try engine.fontCoverage(of: string)
    guard !coverage.characters.isEmpty else { return "the text has no characters to look for\n" }
    var result = ""
    for found in coverage.characters {
      let script = found.script.map { ", \($0)" } ?? ""
      result +=
        padded("\(found.character)  \(codePoint(found.character))", 12)
        + (found.font ?? "no font has it\(script)\(remedy(found))") + "\n"
    }
    if coverage.fonts.isEmpty {
      return result + (coverage.characters.count > 1 ? "\nNo font has all of them\n" : "")
    }
    result += "\nFonts that have \(coverage.characters.count > 1 ? "all of them" : "it")\n"
    let width = coverage.fonts.reduce(0) { max($0, $1.fullName.count) }
    for font in coverage.fonts { result += "  " + padded(font.fullName, width + 2) + font.file + "\n" }
    return result
  }

  /// Same as `text(for:)`, as one JSON object per line: characters, then fonts.
  func json(for string: String) throws -> String {
    let coverage = try engine.fontCoverage(of: string)
    var result = ""
    for found in coverage.characters {
      var entries = [
        ("character", jsonString("\(found.character)")), ("codePoint", jsonString(codePoint(found.character))),
        ("font", found.font.map { jsonString($0) } ?? "null"),
      ]
      for (key, value) in [("script", found.script), ("install", found.package), ("folder", found.folder)] {
        if let value { entries.append((key, jsonString(value))) }
      }
      result += jsonLine(entries)
    }
    for font in coverage.fonts {
      result += jsonLine([("fullName", jsonString(font.fullName)), ("file", jsonString(font.file))])
    }
    return result
  }

  private func codePoint(_ character: Unicode.Scalar) -> String {
    let digits = String(character.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }

  private func remedy(_ found: FontCoverage.Character) -> String {
    guard let package = found.package else { return "" }
    return ": install \(package)" + (found.folder.map { " and give --font-dir \($0)" } ?? "")
  }

  private func axes(_ font: FontDescription) -> String {
    if font.axes.isEmpty { return "" }
    return "  "
      + font.axes.map { "\($0.tag) \(numberText($0.minimum))–\(numberText($0.maximum))" }.joined(separator: ", ")
  }

  private func jsonAxes(_ font: FontDescription) -> [(String, String)] {
    if font.axes.isEmpty { return [] }
    let axes = font.axes.map { axis in
      "{\"tag\":\(jsonString(axis.tag)),\"minimum\":\(numberText(axis.minimum)),\"value\":\(numberText(axis.value)),"
        + "\"maximum\":\(numberText(axis.maximum))}"
    }
    return [("axes", "[" + axes.joined(separator: ",") + "]")]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
