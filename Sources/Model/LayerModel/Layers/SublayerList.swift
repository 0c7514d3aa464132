// SPDX-License-Identifier: MIT
import Numbers

/// The sublayers of a layer, backmost first: one array, or an array of blocks if there are many, so that insertion,
/// lookup and removal take about the same time among ten layers and among a million.
///
/// Copy-on-write: a copy is cheap and does not change with the list; blocks are shared until then.
///
/// A layer stores its place in the list it joined last (`Layer.placeHint`): its index, or its block's number. A list
/// that was saved and put back finds its layers by one linear search.
package struct SublayerList: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The maximum size of a block, and of a list in one array.
  package static let blockSize = 512
  /// The size below which blocks are merged into one array again.
  package static let fewest = 128

  private enum Storage {
    case few([Layer])
    case many(Blocks)
  }

  private var storage: Storage

  package init(_ layers: [Layer] = []) {
    if layers.count <= SublayerList.blockSize {
      for (i, l) in layers.enumerated() { l.placeHint = UInt32(truncatingIfNeeded: i) }
      storage = .few(layers)
    } else {
      storage = .many(Blocks(layers))
    }
  }

  package init(arrayLiteral layers: Layer...) { self.init(layers) }

  // MARK: Reading

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch storage {
    case .few(let layers): layers.count
    case .many(let blocks): blocks.count
    }
  }

  package subscript(index: Int) -> Layer {
    switch storage {
    case .few(let layers): return layers[index]
    case .many(let blocks):
      let (block, offset) = blocks.place(of: index)
      return blocks.layers[block][offset]
    }
  }

  /// All layers in one array.
  package var array: [Layer] {
    switch storage {
    case .few(let layers): layers
    case .many(let blocks): Array(blocks.layers.joined())
    }
  }

  package func makeIterator() -> Iterator {
    switch storage {
    case .few(let layers): Iterator(layers, nil)
    case .many(let blocks): Iterator(blocks.layers[0], blocks)
    }
  }

  package struct Iterator: IteratorProtocol {
    private var layers: [Layer]
    private let blocks: Blocks?
    private var block = 0
    private var at = 0

    fileprivate init(_ layers: [Layer], _ blocks: Blocks?) {
      self.layers = layers
      self.blocks = blocks
    }

    package mutating func next() -> Layer? {
      if at == layers.count {
        guard let blocks, block + 1 < blocks.layers.count else { return nil }
        block += 1
        layers = blocks.layers[block]
        at = 0
      }
      at += 1
      return layers[at - 1]
    }
  }

  /// Returns the index of a layer; nil if it is not in the list.
  package func index(of l: Layer) -> Int? {
    switch storage {
    case .few(let layers):
      // Searches outward from the hint: each insertion or removal before the layer has moved it by one.
      var above = Swift.min(Int(l.placeHint), layers.count)
      var below = above - 1
      while above < layers.count || below >= 0 {
        let found = above < layers.count && layers[above] === l ? above : below
        if found >= 0, layers[found] === l {
          l.placeHint = UInt32(truncatingIfNeeded: found)
          return found
        }
        above += 1
        below -= 1
      }
      return nil
    case .many(let blocks): return blocks.index(of: l)
    }
  }

  /// True if both are copies of one list and neither has changed since.
  package func isSame(as other: SublayerList) -> Bool {
    switch (storage, other.storage) {
    case (.few(let a), .few(let b)):
      a.count == b.count
        && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { a.baseAddress == $0.baseAddress } }
    case (.many(let a), .many(let b)): a === b
    default: false
    }
  }

  // MARK: Changing

  package mutating func append(_ l: Layer) { insert(l, at: count) }

  package mutating func insert(_ l: Layer, at index: Int) {
    switch storage {
    case .few(var layers):
      storage = .few([])
      layers.insert(l, at: index)
      l.placeHint = UInt32(truncatingIfNeeded: index)
      storage = layers.count <= SublayerList.blockSize ? .few(layers) : .many(Blocks(layers))
    case .many(var blocks):
      storage = .few([])
      if !isKnownUniquelyReferenced(&blocks) { blocks = Blocks(copying: blocks) }
      blocks.insert(l, at: index)
      storage = .many(blocks)
    }
  }

  @discardableResult
  package mutating func remove(at index: Int) -> Layer {
    switch storage {
    case .few(var layers):
      storage = .few([])
      let removed = layers.remove(at: index)
      storage = .few(layers)
      return removed
    case .many(var blocks):
      storage = .few([])
      if !isKnownUniquelyReferenced(&blocks) { blocks = Blocks(copying: blocks) }
      let removed = blocks.remove(at: index)
      if blocks.count < SublayerList.fewest {
        self = SublayerList(Array(blocks.layers.joined()))
      } else {
        storage = .many(blocks)
      }
      return removed
    }
  }
}

extension SublayerList {
  /// Layers in blocks of 1 to `blockSize`.
  ///
  /// Layers store the number of their block, which stays constant while blocks before it are added and removed.
  fileprivate final class Blocks {
    private(set) var layers: [[Layer]]
    /// The sizes of the blocks, contiguous because finding an index sums them.
    private var sizes: [Int]
    /// The block numbers by position, and the block positions by number; −1 for a free number.
    private var numbers: [Int]
    private var places: [Int]
    private var free: [Int] = []
    private(set) var count: Int
    /// The cached last lookup: a block and the index of its first layer.
    private var last = (block: 0, start: 0)

    init(_ all: [Layer]) {
      layers = stride(from: 0, to: all.count, by: blockSize).map {
        Array(all[$0..<Swift.min($0 + blockSize, all.count)])
      }
      sizes = layers.map(\.count)
      numbers = Array(0..<layers.count)
      places = numbers
      count = all.count
      for i in layers.indices { note(i) }
    }

    init(copying other: Blocks) {
      layers = other.layers
      sizes = other.sizes
      numbers = other.numbers
      places = other.places
      free = other.free
      count = other.count
    }

    /// Stores the number of a block in its layers.
    private func note(_ block: Int) {
      let number = UInt32(truncatingIfNeeded: numbers[block])
      for l in layers[block] { l.placeHint = number }
    }

    func place(of index: Int) -> (block: Int, offset: Int) {
      var (block, start) = last
      if index < start {
        if block > 0, index >= start - sizes[block - 1] {
          block -= 1
          start -= sizes[block]
        } else {
          (block, start) = (0, 0)
        }
      }
      while block + 1 < sizes.count, index >= start + sizes[block] {
        start += sizes[block]
        block += 1
      }
      last = (block, start)
      return (block, index - start)
    }

    private func start(of block: Int) -> Int {
      if block == last.block { return last.start }
      var start = 0
      for i in 0..<block { start &+= sizes[i] }
      last = (block, start)
      return start
    }

    func index(of l: Layer) -> Int? {
      let number = Int(l.placeHint)
      if number < places.count, places[number] >= 0 {
        let block = places[number]
        if let offset = layers[block].firstIndex(where: { $0 === l }) { return start(of: block) + offset }
      }
      for block in layers.indices {
        guard let offset = layers[block].firstIndex(where: { $0 === l }) else { continue }
        note(block)
        return start(of: block) + offset
      }
      return nil
    }

    func insert(_ l: Layer, at index: Int) {
      var (block, offset) = place(of: index)
      if sizes[block] == blockSize {
        // Appending starts a new block, so that earlier blocks are full.
        let isEnd = block == layers.count - 1 && offset == blockSize
        let kept = isEnd ? blockSize : blockSize / 2
        let rest = Array(layers[block][kept...])
        layers[block].removeLast(blockSize - kept)
        sizes[block] = kept
        addBlock(rest, at: block + 1)
        if offset >= kept { (block, offset) = (block + 1, offset - kept) }
      }
      layers[block].insert(l, at: offset)
      l.placeHint = UInt32(truncatingIfNeeded: numbers[block])
      sizes[block] += 1
      count += 1
      if block < last.block { last.start += 1 }
    }

    private func addBlock(_ all: [Layer], at block: Int) {
      let number = free.popLast() ?? places.count
      if number == places.count { places.append(block) }
      layers.insert(all, at: block)
      sizes.insert(all.count, at: block)
      numbers.insert(number, at: block)
      for i in block..<numbers.count { places[numbers[i]] = i }
      note(block)
      last = (0, 0)
    }

    func remove(at index: Int) -> Layer {
      let (block, offset) = place(of: index)
      let removed = layers[block].remove(at: offset)
      sizes[block] -= 1
      count -= 1
      guard sizes[block] == 0, layers.count > 1 else { return removed }
      free.append(numbers[block])
      places[numbers[block]] = -1
      layers.remove(at: block)
      sizes.remove(at: block)
      numbers.remove(at: block)
      for i in block..<numbers.count { places[numbers[i]] = i }
      last = (0, 0)
      return removed
    }
  }
}

/// A snapshot of the sublayers, read one by one: the value of `sublayers` in scripts.
package final class SublayersView {
  private let list: SublayerList
  /// Only compared, never dereferenced.
  private let owner: Unmanaged<Layer>

  package init(of layer: Layer) {
    list = layer.children
    owner = .passUnretained(layer)
  }

  package var count: Int { list.count }

  /// The layer at an index from 0; nil beyond the ends.
  package subscript(index: Int) -> Layer? { index >= 0 && index < list.count ? list[index] : nil }

  /// True if the layer still has these sublayers.
  package func isCurrent(of layer: Layer) -> Bool {
    owner.toOpaque() == Unmanaged.passUnretained(layer).toOpaque() && list.isSame(as: layer.children)
  }

  /// True if `l` is still a sublayer, or the mask, of the layer that had it.
  package func isInPlace(_ l: Layer) -> Bool { l.parentReference?.toOpaque() == owner.toOpaque() }
}
