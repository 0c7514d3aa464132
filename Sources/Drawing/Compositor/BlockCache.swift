// SPDX-License-Identifier: MIT
import Raster
import RenderTree

/// A cache of the display lists of parts of blocks from the last picture. If the next picture has the same nodes in the
/// same place, the list is appended as it is.
final class BlockCache: @unchecked Sendable {
  // Unchecked: used by one picture at a time, on one thread.

  /// Some children of a block, with their display list.
  struct Part {
    var block: RenderWalk.Block
    var nodes: ArraySlice<RenderNode>
    var region: DeviceRect
    var scissor: DeviceRect
    var list: DisplayList
    /// The fingerprints of the list's operations, made when the part is first reused.
    let prints = PartPrints()
    var visited: Int
    var pieces: Int
    var label: String
  }

  /// Number of children in a part.
  static let partSize = 64
  /// Maximum number of nodes with cached lists, at one to two kilobytes each.
  private static let mostNodes = 1 << 15
  private static let bytesOfNode = 1536

  /// Parts by index of the block in its picture, and of the part in its block.
  private var last: [[Part]] = []
  private var next: [[Part]] = []
  private var nodeCount = 0

  /// Approximate memory of the lists, in bytes.
  private(set) var byteCount = 0

  /// Begins a picture. After a failed picture, the parts of the last finished one are still used.
  func begin() {
    next = []
    nodeCount = 0
  }

  /// Ends a picture.
  func finish() {
    last = next
    next = []
    byteCount = nodeCount * BlockCache.bytesOfNode
  }

  /// Parts of the corresponding block in the last picture.
  var partsOfBlock: [Part] { next.count < last.count ? last[next.count] : [] }

  /// Keeps the parts of a block for the next picture, unless the limit of nodes is reached.
  func keep(_ parts: [Part]) {
    let count = parts.reduce(0) { $0 + $1.nodes.count }
    guard nodeCount + count <= BlockCache.mostNodes else { return next.append([]) }
    nodeCount += count
    next.append(parts)
  }
}

/// The fingerprints of the operations of a part's list, which stay the same while it is cached.
final class PartPrints {
  private var made: [DisplayPrint]?

  /// Returns the fingerprints; nil if an operation equals none of another picture.
  func prints(of list: DisplayList) -> [DisplayPrint]? {
    if let made { return made.isEmpty ? nil : made }
    var known = KnownFingerprints()
    var uniqueCount: UInt64 = 0
    let prints = list.prints(&known, uniqueCount: &uniqueCount)
    // An operation without bounds has no print, so that prints and operations would not correspond.
    let isWhole = uniqueCount == 0 && prints.count == list.ops.count && known.images.isEmpty
    made = isWhole ? prints : []
    return isWhole ? prints : nil
  }
}

extension BlockCache.Part {
  /// True if the part can be reused for some children of a block.
  func serves(_ block: RenderWalk.Block, _ nodes: ArraySlice<RenderNode>, of list: DisplayList) -> Bool {
    region == list.region && scissor == list.scissor && self.nodes.count == nodes.count
      && self.block.isPlaced(as: block) && zip(self.nodes, nodes).allSatisfy { $0 === $1 }
  }
}
