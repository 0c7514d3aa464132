// SPDX-License-Identifier: MIT
// Re-exports the C library under one name, so that no other file depends on the platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// Returns the system's message for an errno, in lower case.
package func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text).lowercased()
}
