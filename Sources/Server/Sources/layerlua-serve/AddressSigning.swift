// SPDX-License-Identifier: MIT
import Glibc
import ServiceContract
import Serving

/// `layerlua sign ADDRESS --keys FILE [--expires SECONDS]`: prints a signed address.
enum AddressSigning {
  static func run(_ words: [String]) -> Never {
    var rest = words[...]
    var target: String?
    var file: String?
    var lifetime: Int?
    var unsigned: [String] = []
    func value(_ option: String) -> String {
      guard let value = rest.popFirst() else { fail("sign", "\(option) needs a value", code: 2) }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--program": _ = value(word)
      case "--keys": file = value(word)
      case "--expires":
        let text = value(word)
        guard let seconds = Int(text), seconds > 0, seconds < 1 << 40 else {
          fail("sign", "--expires: expected seconds from now, got \(text)", code: 2)
        }
        lifetime = seconds
      case "--unsigned":
        for name in value(word).split(separator: ",").map(String.init) {
          guard DrawRequest.mayBeUnsigned(name) else {
            fail("sign", "--unsigned: expected words such as _w,_dpr, got \(name)", code: 2)
          }
          unsigned.append(name)
        }
      case "-h", "--help":
        show(
          "usage: layerlua sign ADDRESS --keys FILE [--expires SECONDS] [--unsigned LIST]\n\nPrints the address with "
            + "_sig, and with _exp if it expires. ADDRESS may begin with https://…")
        end(0)
      default:
        guard !word.hasPrefix("-") else { fail("sign", "there is no option \(word)", code: 2) }
        guard target == nil else { fail("sign", "expected one address", code: 2) }
        target = word
      }
    }
    guard let target, let file else {
      fail("sign", "usage: layerlua sign ADDRESS --keys FILE [--expires SECONDS]", code: 2)
    }
    // The part before the path is not signed: proxies change it.
    var host = ""
    var path = target
    if let scheme = target.range(of: "://"), let slash = target[scheme.upperBound...].firstIndex(of: "/") {
      host = String(target[..<slash])
      path = String(target[slash...])
    }
    do throws(Problem) {
      var address = try Address(path)
      address.pairs.removeAll { $0.name == "_sig" }
      if let lifetime {
        address.pairs.removeAll { $0.name == "_exp" }
        address.pairs.append(.init("_exp", String(ServiceLog.seconds + lifetime)))
      }
      let keys: SigningKeys
      do { keys = try SigningKeys(try Service.text(of: file)) } catch let error as SigningKeys.Mistake {
        fail("sign", "\(file): \(error.message)", code: 2)
      } catch { fail("sign", "\(error)", code: 4) }
      if let key = keys.endedSigner(now: ServiceLog.seconds) {
        fail(
          "sign",
          "\(file): the first key, \(key.id), is over since \(key.end ?? 0), so no service takes its signatures; "
            + "put a new key before it", code: 2)
      }
      guard let signature = keys.signature(of: address, unsigned: unsigned) else {
        fail("sign", "\(file) has no key", code: 2)
      }
      address.pairs.append(.init("_sig", signature))
      show("\(host)\(address.path)?\(address.query())")
      end(0)
    } catch { fail("sign", error.detail, code: 2) }
  }
}

extension String {
  /// The first place of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
      at = index(after: at)
    }
    return nil
  }
}
