// SPDX-License-Identifier: MIT
import Raster
import RenderTree

/// The lists that parts of blocks became in the last picture. A part of which the next picture has the same nodes in the
/// same place has the same list, which is added as it is.
final class KeptBlocks: @unchecked Sendable {
  // Unchecked: one picture at a time uses it, on one thread.

  /// Some children of a block as they were painted.
  struct Part {
    var block: RenderWalk.Block
    var nodes: ArraySlice<RenderNode>
    var region: DeviceRect
    var scissor: DeviceRect
    var list: DisplayList
    var visited: Int
    var pieces: Int
    var label: String
  }

  /// The children of a part.
  static let partSize = 64
  /// The most nodes whose lists are kept: a kilobyte or two each.
  private static let mostNodes = 1 << 15
  private static let bytesOfNode = 1536

  /// By the number of the block in its picture, and of the part in its block.
  private var last: [[Part]] = []
  private var next: [[Part]] = []
  private var nodeCount = 0

  /// What the lists take, in bytes.
  private(set) var byteCount = 0

  /// Begins a picture. The parts of the last one serve also after one that failed.
  func begin() {
    next = []
    nodeCount = 0
  }

  /// Ends a picture.
  func finish() {
    last = next
    next = []
    byteCount = nodeCount * KeptBlocks.bytesOfNode
  }

  /// The parts of the last picture's block that comes now.
  var partsOfBlock: [Part] { next.count < last.count ? last[next.count] : [] }

  /// Keeps the parts of a block for the next picture.
  func keep(_ parts: [Part]) {
    let count = parts.reduce(0) { $0 + $1.nodes.count }
    guard nodeCount + count <= KeptBlocks.mostNodes else { return next.append([]) }
    nodeCount += count
    next.append(parts)
  }
}

extension KeptBlocks.Part {
  /// Whether it is what some children of a block become.
  func serves(_ block: RenderWalk.Block, _ nodes: ArraySlice<RenderNode>, of list: DisplayList) -> Bool {
    region == list.region && scissor == list.scissor && self.nodes.count == nodes.count
      && self.block.isPlaced(as: block) && zip(self.nodes, nodes).allSatisfy { $0 === $1 }
  }
}
