// SPDX-License-Identifier: MIT
import Glibc
import WorkerProcesses

/// A browser that was opened, and the file that redirects it to the address.
///
/// The address contains the token, and all users of a machine can see a process's arguments. So the browser is given a
/// file that only this user can read, which redirects to the address.
package struct Browser {
  private let page: String

  /// Opens an address in the user's browser.
  ///
  /// - Returns: nil if there is no `xdg-open`.
  package static func open(_ address: String) -> Browser? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
    guard
      let program = folders.map({ folder -> String in "\(folder)/xdg-open" }).first(where: { access($0, X_OK) == 0 })
    else { return nil }
    var template = Array("/tmp/layerlua-watch-XXXXXX.html".utf8CString)
    let descriptor = mkstemps(&template, 5)
    guard descriptor >= 0 else { return nil }
    let text = Array(
      ("<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url=\(address)\">"
        + "<title>layerlua</title>\n").utf8)
    _ = write(descriptor, text, text.count)
    close(descriptor)
    let browser = Browser(page: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    // The socket stays open: what the browser prints is discarded, without ending it by SIGPIPE.
    guard (try? ChildProcess.start(program, ["xdg-open", browser.page])) != nil else {
      browser.forget()
      return nil
    }
    return browser
  }

  /// Removes the file.
  package func forget() { unlink(page) }
}
