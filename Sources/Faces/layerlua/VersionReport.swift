// SPDX-License-Identifier: MIT
import Formats
import LayerEngine
import Messages

/// The answer to `layerlua --version`: the version, the engine, and which formats and features are there or missing,
/// each with the package to install.
enum VersionReport {
  /// The first line is the program's name and the version alone.
  static var text: String {
    let found = RuntimeDependency.all.map { ($0, Engine.installedPath(of: $0)) }
    let missing = found.filter { $0.1 == nil }.map { $0.0.file }
    var text = "layerlua \(Engine.version)\n"
    text += "engine: Lua 5.4, \(processor), instructions \(Engine.instructionSet)\n"
    text += "reads: \(listed(InputFormat.all.filter { isRead($0, missing) }.flatMap(\.extensions)))\n"
    text += "writes: \(listed(FileFormat.all.filter { isWritten($0, missing) }.flatMap(\.extensions)))\n\n"
    let width = found.map { $0.0.purpose.count }.max() ?? 0
    for (dependency, path) in found {
      text += dependency.purpose + String(repeating: " ", count: width - dependency.purpose.count) + "  "
      text += path ?? "\(dependency.file) is missing (\(dependency.remedy))"
      text += "\n"
    }
    return text
  }

  private static var processor: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another processor"
    #endif
  }

  private static func isRead(_ format: InputFormat, _ missing: [String]) -> Bool {
    switch format.content {
    case .picture(let codec):
      !missing.contains(
        codec == .jpeg ? RuntimeDependency.jpeg.file : codec == .webp ? RuntimeDependency.webP.file : "")
    case .animation: true
    case .pages: !missing.contains(RuntimeDependency.pdfToCairo.file)
    case .document: !missing.contains(RuntimeDependency.expat.file)
    case .scene(let container): container == .lottie || !missing.contains(RuntimeDependency.expat.file)
    case .font: !missing.contains(RuntimeDependency.harfBuzz.file)
    case .unreadable: false
    }
  }

  private static func isWritten(_ format: FileFormat, _ missing: [String]) -> Bool {
    let needed: RuntimeDependency? =
      switch format.fileExtension {
      case FileFormat.jpeg.fileExtension: .jpeg
      case FileFormat.webp.fileExtension: .webP
      case FileFormat.gif.fileExtension: .gif
      case FileFormat.mp4.fileExtension, FileFormat.webm.fileExtension: .ffmpeg
      default: nil
      }
    return needed.map { !missing.contains($0.file) } ?? true
  }
}
