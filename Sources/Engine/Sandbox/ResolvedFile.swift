// SPDX-License-Identifier: MIT
import CProcesses
import Formats
import Messages
import SystemC

// Opens files by their real paths. A path is checked against the allowed folders first and opened later; meanwhile
// another process could replace a component by a symbolic link. Each folder on the path is therefore opened on its own,
// without following links.

/// An open folder, relative to which files are opened.
package struct OpenFolder: ~Copyable {
  package let descriptor: Int32

  /// Opens the folder of a real path; nil with `errno` set if it does not exist or a component is a link.
  package init?(_ path: String) {
    var made: [String] = []
    self.init(path, makesMissing: false, made: &made)
  }

  /// Opens the folder of a real path, creating missing folders; they are appended to `made`, outermost first.
  package init?(_ path: String, made: inout [String]) { self.init(path, makesMissing: true, made: &made) }

  private init?(_ path: String, makesMissing: Bool, made: inout [String]) {
    #if os(Linux)
      // O_PATH, which Swift does not import from the system's headers: traversing a folder does not require read
      // permission.
      let flags = 0o1000_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
    var at = open("/", flags)
    guard at >= 0 else { return nil }
    let parts = path.split(separator: "/")
    for (i, part) in parts.enumerated() {
      var next = openat(at, String(part), flags)
      if next < 0, errno == ENOENT, makesMissing {
        // Another process may create it at the same time.
        if mkdirat(at, String(part), 0o777) == 0 {
          made.append("/" + parts[...i].joined(separator: "/"))
          next = openat(at, String(part), flags)
        } else if errno == EEXIST {
          next = openat(at, String(part), flags)
        }
      }
      let problem = errno
      close(at)
      guard next >= 0 else {
        errno = problem
        return nil
      }
      at = next
    }
    descriptor = at
  }

  deinit { close(descriptor) }

  /// Opens a file in the folder; −1 with `errno` set if it cannot be opened or is a link.
  package func file(_ name: String, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
    openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
  }
}

/// Folders created for an unfinished file. They are removed unless they are kept, also when a signal ends the process;
/// a folder that contains something else by then is left alone.
package struct MadeFolders {
  package init() {}

  private var paths: [String] = []
  private var places: [Int32] = []

  /// Opens the folder of a real path, creating missing ones.
  package mutating func open(_ path: String) -> OpenFolder? {
    var made: [String] = []
    let folder = OpenFolder(path, made: &made)
    let problem = errno
    paths += made
    places += made.map { llua_cleanup_add_folder($0) }
    errno = problem
    return folder
  }

  package mutating func keep() {
    for place in places { llua_cleanup_remove(place) }
    places = []
    paths = []
  }

  /// Removes the folders that are empty.
  package mutating func remove() {
    for path in paths.reversed() {
      guard let above = OpenFolder(parent(of: path)) else { continue }
      unlinkat(above.descriptor, lastName(of: path), AT_REMOVEDIR)
    }
    keep()
  }
}

/// Opens a file by its real path; −1 with `errno` set if it cannot be opened or a component is a link.
package func openResolved(_ path: String, _ flags: Int32) -> Int32 {
  guard let folder = OpenFolder(parent(of: path)) else { return -1 }
  return folder.file(lastName(of: path), flags)
}

/// Returns the message for a failure to open a resolved path. A link that was not there a moment ago was created by
/// another program.
package func openProblem(_ number: Int32) -> String {
  switch number {
  case ELOOP: "a symbolic link appeared in its path while it was opened"
  case ENOTDIR: "a part of its path is not a folder, or was replaced by a link while it was opened"
  default: systemMessage(number)
  }
}
