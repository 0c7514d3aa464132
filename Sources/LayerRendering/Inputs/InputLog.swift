// SPDX-License-Identifier: MIT
/// The files that were read, to find out later whether a picture would be the same.
package final class InputLog {
  private var known: [String: FileIdentity] = [:]
  private var digests: [String: (identity: FileIdentity, digest: Digest)] = [:]

  package init() {}

  /// Notes that the file at a resolved path is about to be read.
  func note(_ path: String) {
    if let identity = FileIdentity(path: path) { known[path] = identity }
  }

  /// The resolved path and digest of each file that was read, by path. A file is read again only when it changed since
  /// the last time.
  package func files() throws -> [(path: String, digest: Digest)] {
    var result: [(path: String, digest: Digest)] = []
    for (path, identity) in known.sorted(by: { $0.key < $1.key }) {
      if let old = digests[path], old.identity == identity {
        result.append((path, old.digest))
      } else if let new = try Digest.ofFile(path, isResolved: true)?.digest {
        digests[path] = (identity, new)
        result.append((path, new))
      }
    }
    return result
  }
}
