// SPDX-License-Identifier: MIT
import HTTPServing

/// The client of a request, whose turn it takes in the queue.
///
/// A token names a client. A signature names only the owner of the key, who signed the addresses of all visitors: so
/// the client of a signed address is the key with the visitor's network address.
package struct RequestClient: Equatable, Sendable {
  /// The network address that the last trusted proxy names, else that of the connection; nil for a local socket.
  package let address: IPAddress?
  /// True if a proxy on this machine names its clients and is not trusted, so that all of them count as one.
  package let hasUntrustedProxy: Bool

  /// The maximum number of proxies that are looked at.
  package static let mostProxies = 16

  /// - Parameters:
  ///   - forwardedFor: the values of `X-Forwarded-For`, in the order of the request.
  ///   - trusted: the addresses of proxies. With any, the proxy of a local socket is trusted too.
  package init(_ peer: HTTPPeer, forwardedFor: [String], trusted: [IPRange]) {
    func isTrusted(_ address: IPAddress?) -> Bool {
      address.map { own in trusted.contains { $0.contains(own) } } ?? !trusted.isEmpty
    }
    let hops = forwardedFor.flatMap { $0.split(separator: ",") }
      .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
    hasUntrustedProxy = !hops.isEmpty && peer.address?.isLoopback ?? true && !isTrusted(peer.address)
    var address = peer.address
    // From the end: each proxy adds the one that asked it.
    for hop in hops.reversed().prefix(Self.mostProxies) {
      guard isTrusted(address), let next = IPAddress(hop) else { break }
      address = next
    }
    self.address = address
  }

  /// The name by which the client is counted, as the log has it: `key:shop`, `key:k1 203.0.113.7`, `203.0.113.7`.
  ///
  /// - Parameters:
  ///   - credential: the name of the token, or of the key that signed the address; nil for neither.
  ///   - isSigned: true for a key.
  package func name(credential: String?, isSigned: Bool) -> String {
    let place = HTTPPeer(address).client
    guard let credential else { return place }
    return isSigned ? "key:\(credential) \(place)" : "key:\(credential)"
  }
}
