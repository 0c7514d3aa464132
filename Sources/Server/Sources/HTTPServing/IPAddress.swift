// SPDX-License-Identifier: MIT
import Glibc

/// An IPv4 or IPv6 address. An IPv4 address in IPv6's form (`::ffff:10.0.0.1`) is the IPv4 address.
package struct IPAddress: Equatable, Sendable {
  /// 4 or 16 bytes, the highest first.
  package let bytes: [UInt8]

  /// Parses an address without a port; nil for any other text.
  package init?(_ text: String) {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let all = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
    bytes = isMapped ? Array(all[12...]) : all
  }

  /// The name by which a client is counted: an IPv4 address, or the first 64 bits of an IPv6 address, since one client
  /// has that many.
  package var client: String {
    if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }

  /// True for an address of this machine itself.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }
}

/// The names in `Host` fields.
package enum HostName {
  /// True if a `Host` field, with or without a port, names this machine by a name that no other machine can have:
  /// `localhost` or a loopback address. Letters are taken in any case.
  package static func isLoopback(_ host: String) -> Bool {
    var name = host[...]
    if let colon = host.lastIndex(of: ":"),
      host[host.index(after: colon)...].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      !name.hasPrefix("[") || host[..<colon].hasSuffix("]")
    {
      name = host[..<colon]
    }
    if name.lowercased() == "localhost" { return true }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return IPAddress(String(name.dropFirst().dropLast())).map { $0.bytes.count == 16 && $0.isLoopback } ?? false
    }
    return IPAddress(String(name)).map { $0.bytes.count == 4 && $0.isLoopback } ?? false
  }
}

/// A range of addresses, such as `10.0.0.0/8`.
package struct IPRange: Equatable, Sendable {
  package let address: IPAddress
  /// The number of leading bits that count.
  package let bits: Int

  /// Parses an address, or an address, a slash and a number of bits.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, let address = IPAddress(first) else { return nil }
    self.address = address
    let most = address.bytes.count * 8
    guard parts.count > 1 else {
      bits = most
      return
    }
    guard let count = Int(parts[1]), (0...most).contains(count) else { return nil }
    bits = count
  }

  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for (index, pair) in zip(address.bytes, other.bytes).enumerated() {
      let left = bits - index * 8
      if left <= 0 { return true }
      let mask = left >= 8 ? UInt8.max : UInt8.max << UInt8(8 - left)
      if pair.0 & mask != pair.1 & mask { return false }
    }
    return true
  }
}

/// The other end of a connection.
package struct HTTPPeer: Equatable, Sendable {
  /// nil for a local socket.
  package var address: IPAddress?
  /// The name by which it is counted.
  package var client: String { address?.client ?? "unix" }

  package init(_ address: IPAddress?) { self.address = address }
}
