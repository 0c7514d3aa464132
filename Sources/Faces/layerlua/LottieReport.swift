// SPDX-License-Identifier: MIT
import LayerEngine
import Messages

/// The information on a Lottie file as lines of text, for `layerlua inspect`.
struct LottieReport {
  let text: String

  init(_ info: LottieInfo) {
    var lines = [
      "\(numberText(info.size.width)) × \(numberText(info.size.height)) points, "
        + "\(numberText(info.frames)) frames, \(numberText(info.frameRate)) a second, "
        + "\(numberText(info.duration, decimals: 3)) s"
    ]
    func list(_ head: String, _ items: [String]) {
      if !items.isEmpty { lines.append("\(head): \(items.map(LottieReport.shown).joined(separator: ", "))") }
    }
    list("animations", info.animations)
    list("themes", info.themes)
    list(
      "markers",
      info.markers.map { marker in
        let length = marker.duration > 0 ? " for \(numberText(marker.duration, decimals: 3)) s" : ""
        return "\(marker.name) at \(numberText(marker.time, decimals: 3)) s\(length)"
      })
    list(
      "fonts",
      info.fonts.map { font in
        let state = font.isFound ? "found" : font.hasOutlines ? "not found, outlines of the file" : "not found"
        let name = font.style.isEmpty ? font.family : "\(font.family) \(font.style)"
        return "\(name.isEmpty ? font.name : name) (\(state))"
      })
    list(
      "pictures",
      info.pictures.map { picture in
        let size = "\(numberText(picture.size.width)) × \(numberText(picture.size.height))"
        return "\(picture.id) (\(picture.file.isEmpty ? "embedded" : picture.file), \(size))"
      })
    list("slots", info.slots)
    for row in info.notDrawn {
      let places = row.count == 1 ? "" : "\(row.count) places, first "
      lines.append(LottieReport.shown("not drawn as the file says: \(row.kind) (\(places)\(row.first))"))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text of the file in one line without control characters, which a terminal would obey, and at most 300
  /// characters long.
  private static func shown(_ text: String) -> String {
    String(text.unicodeScalars.prefix(300).map { $0.value < 32 || 127...159 ~= $0.value ? " " : Character($0) })
  }
}
