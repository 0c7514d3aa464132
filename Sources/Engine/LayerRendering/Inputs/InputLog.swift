// SPDX-License-Identifier: MIT
import Sandbox

/// Records the files that were read, to determine later whether a picture would be the same.
package final class InputLog {
  private var known: [String: FileIdentity] = [:]
  private var digests: [String: (identity: FileIdentity, digest: Digest)] = [:]

  package init() {}

  /// Records that the file at a resolved path is about to be read.
  func note(_ path: String) {
    if let identity = FileIdentity(path: path) { known[path] = identity }
  }

  /// Returns the resolved path and digest of each file that was read, sorted by path. A digest is recomputed only if
  /// the file changed since the last call.
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
