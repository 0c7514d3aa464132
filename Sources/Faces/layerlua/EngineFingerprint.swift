// SPDX-License-Identifier: MIT
import LayerEngine
import Messages
import Numbers
import SystemC

/// The causes of a picture's bytes besides the script and its files: the version and the build of this program, the
/// libraries that it loads, and the fonts.
struct EngineFingerprint {
  private var lines = ["layerlua \(Engine.version)"]
  private var fonts: [String] = []

  /// Maximum number of files of fonts, and depth of their folders.
  private static let mostFonts = 100_000
  private static let deepest = 8

  /// - Parameter fontFolders: the configured folders of fonts, before the installed ones.
  init(fontFolders: [String]) {
    add("/proc/self/exe", "program")
    for dependency in RuntimeDependency.all where dependency.kind == .library || dependency.kind == .program {
      guard let path = Engine.installedPath(of: dependency) else { continue }
      add(path, dependency.file)
    }
    for folder in fontFolders + LayerRenderer.installedFontDirectories { list(folder, "", 0) }
    lines += fonts.sorted()
  }

  /// 64 hexadecimal digits.
  ///
  /// - Throws: `EngineError` of kind `missing` without libmd.
  func digest() throws -> String {
    do { return try Digest(of: lines.joined(separator: "\n")).description } catch { throw EngineError(error) }
  }

  /// Adds a program or a library: its file's name without links, which has the version, its size and its day of change.
  private mutating func add(_ path: String, _ name: String) {
    guard let real = realpath(path, nil) else { return lines.append(name) }
    defer { free(real) }
    var info = stat()
    guard stat(real, &info) == 0 else { return lines.append(name) }
    let file = String(cString: real).split(separator: "/").last ?? ""
    lines.append("\(name) \(file) \(info.st_size) \(info.st_mtim.tv_sec)")
  }

  private mutating func list(_ folder: String, _ name: String, _ depth: Int) {
    var info = stat()
    guard fonts.count < Self.mostFonts, stat(folder, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      if info.st_mode & S_IFMT == S_IFREG { fonts.append("\(name) \(info.st_size)") }
      return
    }
    guard depth < Self.deepest, let opened = opendir(folder) else { return }
    defer { closedir(opened) }
    while let entry = readdir(opened) {
      let item = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if item != ".", item != ".." { list(folder + "/" + item, name + "/" + item, depth + 1) }
    }
  }
}
