// SPDX-License-Identifier: MIT

// Lexical operations on paths.

/// Returns the part of a path after its last slash.
package func lastName(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return path }
  return String(path[path.index(after: slash)...])
}

/// Returns the folder part of a path; `.` if there is none.
package func parent(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

package func joined(_ directory: String, _ name: String) -> String {
  directory.hasSuffix("/") ? directory + name : directory + "/" + name
}

/// Splits a path's last component at its last dot. The extension excludes the dot, and is empty if there is none.
package func splitExtension(_ path: String) -> (stem: String, fileExtension: String) {
  let name = lastName(of: path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (path, "") }
  let tail = String(name[name.index(after: dot)...])
  return (String(path.dropLast(tail.count + 1)), tail)
}
