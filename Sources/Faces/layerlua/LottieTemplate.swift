// SPDX-License-Identifier: MIT
import LayerEngine
import SystemC

/// The script that draws a Lottie file with its texts, colours and pictures as parameters. Their defaults are the
/// file's values, so without arguments the script draws what the file does. A parameter of several places with
/// different values has no default.
struct LottieTemplate {
  let script: String
  /// The folder that the script must be allowed to read; nil if the file lies below the script's own folder.
  let outerFolder: String?

  /// - Parameter folder: the script's folder, which need not exist yet.
  init(_ path: String, folder: String, _ options: CommandLineOptions, _ report: Report) throws {
    let engine = try Engine(options.engine)
    engine.onWarning = { report.warning($0) }
    let animation = try engine.lottie(at: path)
    let info = try animation.info(of: options.animation)
    let cut = path.lastIndex(of: "/")
    let around = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = LottieTemplate.absolute(path)
    let inside = LottieTemplate.absolute(folder) + "/"
    outerFolder = file.hasPrefix(inside) ? nil : around
    func name(_ file: String) -> String { LottieTemplate.relative(file, to: inside) }
    func line(_ row: LottieInfo.Parameter) -> String {
      var value: String? = row.isShared ? nil : row.value
      if row.kind == .image {
        // An archive's pictures lie in it, whatever lies beside it.
        value =
          animation.isArchive
          ? nil : LottieTemplate.picture(row.value, in: around).map { name(LottieTemplate.absolute($0)) }
      }
      let fallback = value.map { ", { default = \(SceneSource.quoted($0)) }" } ?? ""
      return "    [\(SceneSource.quoted(row.path))] = ca.parameter(\(SceneSource.quoted(row.name))\(fallback)),\n"
    }
    var text = "-- Set what it shows: layerlua scene.lua -D NAME=VALUE\nlocal ca = require \"layerlua\"\n\n"
    text += "return ca.Layer.lottie(\(SceneSource.quoted(name(file))), {\n"
    if let animation = options.animation { text += "  animation = \(SceneSource.quoted(animation)),\n" }
    for (option, kind) in [("texts", LottieInfo.Parameter.Kind.text), ("values", .color), ("images", .image)] {
      let rows = info.parameters.filter { $0.kind == kind }
      if !rows.isEmpty { text += "  \(option) = {\n" + rows.map(line).joined() + "  },\n" }
    }
    text += "})\n"
    if !info.leftOut.isEmpty {
      text += "\n-- No parameters are:\n"
      for row in info.leftOut { text += "--   \(SceneSource.quoted(row.path)): \(row.reason)\n" }
      let first = info.leftOut[0]
      let others = info.leftOut.count - 1
      report.note(
        "layerlua: init: no parameter is \(SceneSource.quoted(first.path)): \(first.reason)"
          + (others > 0 ? "; \(others) more are listed in scene.lua" : ""))
    }
    script = text
  }

  /// Returns the path of a picture beside the file, in one of the folders where it is looked for; nil if it is
  /// embedded, in the archive, or missing: then the script shows the file's own.
  private static func picture(_ name: String, in folder: String) -> String? {
    guard !name.isEmpty, let last = name.split(separator: "/").last else { return nil }
    return [name, "images/\(last)", "i/\(last)"].map { "\(folder)/\($0)" }.first { access($0, R_OK) == 0 }
  }

  /// Returns a path from a folder to a file, both given from the root.
  private static func relative(_ file: String, to folder: String) -> String {
    let steps = folder.split(separator: "/"), path = file.split(separator: "/")
    let shared = zip(steps, path).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: steps.count - shared) + path.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns a path from the root, without links as far as it exists, and without `.` and `..`.
  private static func absolute(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return "/" }
    let rest = parts.dropLast().joined(separator: "/")
    let parent = absolute(path.hasPrefix("/") ? "/" + rest : rest.isEmpty ? "." : rest)
    return parent == "/" ? "/\(last)" : "\(parent)/\(last)"
  }
}
