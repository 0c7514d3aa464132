// SPDX-License-Identifier: MIT
import LayerModel
import Numbers
import Sandbox

/// The file of an image, which is read again when a scene is written.
struct FileOrigin: ImageOrigin {
  private let path: String
  private let identity: FileIdentity
  private let size: Int

  /// Makes the origin of a file that was just read; nil if it has another size by now.
  ///
  /// - Parameters:
  ///   - path: a resolved path.
  ///   - size: the number of bytes that were read.
  init?(_ path: String, _ size: Int) {
    guard let identity = FileIdentity(path: path), identity.size == Int64(size) else { return nil }
    self.path = path
    self.identity = identity
    self.size = size
  }

  var byteCount: Int { 0 }

  func bytes() -> [UInt8]? {
    guard FileIdentity(path: path) == identity else { return nil }
    let bytes = try? readWholeFile(path, name: path, purpose: "image", limit: size)
    return FileIdentity(path: path) == identity ? bytes : nil
  }
}

/// The bytes of an image of a package, which are kept, since the package is closed once it is read.
struct KeptOrigin: ImageOrigin {
  private let kept: [UInt8]

  init(_ bytes: [UInt8]) { kept = bytes }

  var byteCount: Int { kept.count }

  func bytes() -> [UInt8]? { kept }
}
