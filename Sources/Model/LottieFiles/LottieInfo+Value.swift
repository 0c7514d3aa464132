// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages

extension LottieInfo {
  /// The information as a dictionary, for scripts and hosts: numbers, texts and lists under the names of the Swift
  /// properties.
  package var value: PropertyValue {
    .dictionary([
      ("width", .number(size.width)), ("height", .number(size.height)), ("frameRate", .number(frameRate)),
      ("frames", .number(frames)), ("duration", .number(duration)),
      ("markers", .array(markers.map(\.value))),
      (
        "layers",
        .array(
          layers.map {
            .dictionary([
              ("name", .string($0.name)), ("kind", .string($0.kind)), ("start", .number($0.start)),
              ("end", .number($0.end)),
            ])
          })
      ),
      (
        "fonts",
        .array(
          fonts.map {
            .dictionary([
              ("name", .string($0.name)), ("family", .string($0.family)), ("style", .string($0.style)),
              ("isFound", .bool($0.isFound)), ("hasOutlines", .bool($0.hasOutlines)),
            ])
          })
      ),
      (
        "pictures",
        .array(
          pictures.map {
            .dictionary([
              ("id", .string($0.id)), ("file", .string($0.file)), ("width", .number($0.size.width)),
              ("height", .number($0.size.height)),
            ])
          })
      ),
      (
        "parameters",
        .array(
          parameters.map {
            .dictionary([
              ("name", .string($0.name)), ("kind", .string($0.kind.rawValue)), ("path", .string($0.path)),
              ("value", .string($0.value)), ("isShared", .bool($0.isShared)),
            ])
          })
      ),
      ("slots", LottieInfo.list(slots)), ("themes", LottieInfo.list(themes)),
      ("animations", LottieInfo.list(animations)),
      (
        "notDrawn",
        .array(
          notDrawn.map {
            .dictionary([
              ("kind", .string($0.kind)), ("count", .number(Double($0.count))), ("first", .string($0.first)),
            ])
          })
      ),
    ])
  }

  /// Returns a list of texts as a value.
  package static func list(_ texts: [String]) -> PropertyValue { .array(texts.map { .string($0) }) }

  /// The information as JSON, with the keys of `value`.
  package var json: String { LottieInfo.json(value) }

  /// Returns a value of numbers, texts, lists and dictionaries as JSON; null for any other.
  private static func json(_ value: PropertyValue) -> String {
    switch value {
    case .number(let number): numberText(number)
    case .bool(let flag): flag ? "true" : "false"
    case .string(let text): jsonString(text)
    case .array(let items): "[" + items.map { json($0) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "{" + entries.map { "\(jsonString($0.key)): \(json($0.value))" }.joined(separator: ", ") + "}"
    default: "null"
    }
  }
}
