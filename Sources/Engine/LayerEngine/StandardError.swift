// SPDX-License-Identifier: MIT
import LayerModel
import SystemC

/// Writes to the process's standard error, for hosts that take neither prints nor warnings. Bytes that cannot be
/// written are dropped.
package func writeToStandardError(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest.removeFirst(count)
  }
}

extension LayerWarning {
  /// The warning formatted as a line of standard error.
  package var line: String { "layerlua: warning: \(self) [\(rule.rawValue)]\n" }
}
