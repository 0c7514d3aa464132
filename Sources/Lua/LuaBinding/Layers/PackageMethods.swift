// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers
import SceneFiles

/// Methods of packages: scenes of Core Animation that were read from files.
extension Method {
  static let packageMethods: [Method] = [
    Method(
      "ca", "Package", signature: "(path: string, options?: { wallpaper?: string }): ca.Package",
      summary:
        "The scene of a Core Animation file: a `.caml` document, a `.ca` bundle, a `.wallpaper`, or a `.tendies` "
        + "archive; `wallpaper` names one of several."
    ) { call in
      let path = try call.string("the file name")
      guard !path.isEmpty else { throw call.error("expected a file name, got an empty string") }
      let given = try call.options(["wallpaper"])
      let wallpaper = try call.string(given, "wallpaper")
      call.binding.push(.object(try call.binding.services.package(atPath: path, wallpaper: wallpaper)))
    },
    Method("Package", ".rootLayer", signature: "ca.Layer", summary: "The layer to draw.") { call in
      call.binding.push(PropertyValue.layer(try call.package.rootLayer))
    },
    Method("Package", ".kind", signature: "string", summary: "`scene` or `wallpaper`.") { call in
      call.binding.push(try call.package.kind.rawValue)
    },
    Method("Package", ".size", signature: "ca.Size", summary: "The size of the root layer, in points.") { call in
      call.binding.push(try call.package.size)
    },
    Method(
      "Package", ".floors", signature: "table<string, ca.Layer>",
      summary: "The root layers of a wallpaper's scenes: `Background`, `Floating`, `Foreground`."
    ) { call in
      call.binding.push(.dictionary(try call.package.floors.map { ($0.name, .layer($0.layer)) }))
    },
    Method(
      "Package", ".notes", signature: "{ file: string, line: integer, rule: string, message: string }[]",
      summary: "Remarks about what is not shown as the file says."
    ) { call in
      call.binding.push(
        .array(
          try call.package.notes.map { note in
            .dictionary([
              (key: "file", value: .string(note.file)), (key: "line", value: .number(Double(note.line))),
              (key: "rule", value: .string(note.rule.rawValue)), (key: "message", value: .string(note.message)),
            ])
          }))
    },
    Method("Package", ".wallpaperNames", signature: "string[]", summary: "The names of the wallpapers in the file.") {
      call in call.binding.push(.array(try call.package.wallpaperNames.map { .string($0) }))
    },
    Method("Package", ".wallpaperName", signature: "string?", summary: "The name of the wallpaper that was read.") {
      call in
      if let name = try call.package.wallpaperName { call.binding.push(name) } else { call.binding.pushNil() }
    },
    Method("Package", ".tostring", signature: "string", summary: "Its kind and size.") { call in
      let package = try call.package
      call.binding.push(
        "Package \(package.kind.rawValue) \(numberText(package.size.width))×\(numberText(package.size.height))")
    },
  ]
}

extension Call {
  fileprivate var package: Package { get throws { try receiver(as: Package.self) } }
}
