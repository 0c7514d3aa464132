// SPDX-License-Identifier: MIT

/// An index of a scene's layers by name, in a tree or not, so that one is found without walking the tree.
///
/// A name with many layers has only a count: there a walk finds the first soon.
struct LayerNames {
  private static let most = 32

  private struct Holders {
    var count = 0
    var isListed = true
    /// In no order. The first is stored separately, since most names belong to one layer.
    var first: Unmanaged<Layer>?
    var others: [Unmanaged<Layer>] = []

    mutating func add(_ l: Layer) {
      count += 1
      guard isListed else { return }
      if first == nil {
        first = .passUnretained(l)
      } else if others.count + 1 < LayerNames.most {
        others.append(.passUnretained(l))
      } else {
        isListed = false
        first = nil
        others = []
      }
    }

    mutating func remove(_ l: Layer) {
      count -= 1
      guard isListed else { return }
      let gone = Unmanaged.passUnretained(l).toOpaque()
      if first?.toOpaque() == gone {
        first = others.popLast()
      } else if let i = others.firstIndex(where: { $0.toOpaque() == gone }) {
        others.remove(at: i)
      }
    }
  }

  private var holders: [String: Holders] = [:]

  mutating func add(_ l: Layer, _ name: String) { holders[name, default: Holders()].add(l) }

  mutating func remove(_ l: Layer, _ name: String) {
    guard let place = holders.index(forKey: name) else { return }
    holders.values[place].remove(l)
    if holders.values[place].count == 0 { holders.remove(at: place) }
  }

  /// All layers with a name, in no order; nil if there are too many to be listed.
  func layers(named name: String) -> [Layer]? {
    guard let found = holders[name] else { return [] }
    if !found.isListed { return nil }
    return ([found.first].compactMap { $0 } + found.others).map { $0.takeUnretainedValue() }
  }
}
