// SPDX-License-Identifier: MIT
import CProcesses
import Numbers

/// A library, program, font or other file that is looked for when the first picture needs it: a row of the list in
/// `Dependencies.h`.
package struct RuntimeDependency: Sendable {
  package enum Kind: Sendable { case library, program, font, data }

  package static let harfBuzz = RuntimeDependency(LLUA_HARFBUZZ)
  package static let jpeg = RuntimeDependency(LLUA_JPEG)
  package static let webP = RuntimeDependency(LLUA_WEBP)
  package static let littleCMS = RuntimeDependency(LLUA_LCMS)
  package static let expat = RuntimeDependency(LLUA_EXPAT)
  package static let gif = RuntimeDependency(LLUA_GIF)
  package static let md = RuntimeDependency(LLUA_MD)
  package static let seccomp = RuntimeDependency(LLUA_SECCOMP)
  package static let clipper = RuntimeDependency(LLUA_CLIPPER)
  package static let qhull = RuntimeDependency(LLUA_QHULL)
  package static let rsvg = RuntimeDependency(LLUA_RSVG)
  package static let ffmpeg = RuntimeDependency(LLUA_FFMPEG)
  package static let ffprobe = RuntimeDependency(LLUA_FFPROBE)
  package static let pdfToCairo = RuntimeDependency(LLUA_PDFTOCAIRO)
  package static let emoji = RuntimeDependency(LLUA_EMOJI)
  package static let inter = RuntimeDependency(LLUA_INTER)
  package static let noto = RuntimeDependency(LLUA_NOTO)
  package static let notoCJK = RuntimeDependency(LLUA_CJK)
  package static let hyphens = RuntimeDependency(LLUA_HYPHENS)

  /// The whole list, without those that another one brings.
  package static let all = (0..<LLUA_DEPENDENCY_COUNT.rawValue).map { RuntimeDependency(llua_dependency_id($0)) }
    .filter { llua_dependency_of($0.id).pointee.need != LLUA_IMPLIED }

  private let id: llua_dependency_id

  private init(_ id: llua_dependency_id) { self.id = id }

  package var kind: Kind {
    switch llua_dependency_of(id).pointee.kind {
    case LLUA_IS_PROGRAM: .program
    case LLUA_IS_FONT: .font
    case LLUA_IS_DATA: .data
    default: .library
    }
  }
  /// The library's soname, the program's name, the font's file name, or the path of other data.
  package var file: String {
    (kind == .data ? "/usr/share/" : "") + String(cString: llua_dependency_of(id).pointee.file)
  }
  /// The folder of data, without a slash at its end; empty for other kinds.
  package var folder: String {
    guard kind == .data, let end = file.lastIndex(of: "/") else { return "" }
    return String(file[..<end])
  }
  /// Debian's package that has the file.
  package var package: String { String(cString: llua_dependency_of(id).pointee.package) }
  /// The command that installs the package, for messages in brackets.
  package var remedy: String { "Debian: apt-get install \(package)" }
  /// The formats or features that need it.
  package var purpose: String { String(cString: llua_dependency_of(id).pointee.purpose) }

  /// The path of the library that is opened; nil if there is none, or if this is no library. Opens it and its own
  /// dependencies.
  package var libraryPath: String? {
    guard kind == .library else { return nil }
    return Self.text { llua_library_path(id, $0, $1) }
  }

  /// The end of a message about a missing library: "the library …, which is not installed: install …".
  ///
  /// - Parameter file: another library of the same package that is the missing one.
  package func missing(_ file: String? = nil) -> String {
    Self.text {
      llua_library_missing(id, file ?? self.file, $0, $1)
      return 1
    } ?? ""
  }

  /// Returns the text that a function stores; nil if it returns 0.
  private static func text(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard buffer.withUnsafeMutableBufferPointer({ body($0.baseAddress, $0.count) }) > 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
