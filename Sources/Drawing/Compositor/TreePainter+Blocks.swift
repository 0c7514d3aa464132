// SPDX-License-Identifier: MIT
import Raster
import RenderTree

// Parallel painting of self-contained children: several threads paint them into separate lists, which are concatenated
// in the children's order. The result is the list that a single painter makes.
extension TreePainter {
  /// Minimum number of children painted in parallel.
  static let leastBlock = 256

  /// Paints children on several threads.
  ///
  /// - Returns: false, with nothing painted, if some children would be refused. They must then be painted sequentially,
  ///   so that the message names the first such layer.
  func paint(_ block: RenderWalk.Block) throws -> Bool {
    let workers = options.threads
    let kept = options.keptBlocks
    // Several parts per worker, as children differ in cost.
    let size = kept == nil ? max(64, (block.count + 4 * workers - 1) / (4 * workers)) : BlockCache.partSize
    var options = options
    options.threads = 1
    options.keptBlocks = nil
    let before = kept?.partsOfBlock ?? []
    var parts: [BlockCache.Part?] = []
    var painters: [(part: Int, painter: TreePainter)] = []
    let ranges = stride(from: 0, to: block.count, by: size).map { $0..<min($0 + size, block.count) }
    for (index, range) in ranges.enumerated() {
      if before.indices.contains(index), before[index].serves(block, block.nodes(range), of: list) {
        parts.append(before[index])
        continue
      }
      let painter = TreePainter(options: options, region: list.region, walk: block.walk(of: range))
      painter.list.scissor = list.scissor
      painters.append((index, painter))
      parts.append(nil)
    }
    let isDone = UnsafeMutableBufferPointer<Bool>.allocate(capacity: max(painters.count, 1))
    defer { isDone.deallocate() }
    isDone.initialize(repeating: painters.isEmpty)
    if !painters.isEmpty {
      Workers.run(jobs: painters.count, workers: workers) { job, _ in
        do {
          try painters[job].painter.run()
          isDone[job] = true
        } catch {}
      }
    }
    try checkStop()
    guard isDone.allSatisfy({ $0 }) else { return false }
    for (index, painter) in painters {
      // Groups that turned out empty are gone from the lists, but still count against the budget while open.
      let visited = painter.walk.visited
      parts[index] = BlockCache.Part(
        block: block, nodes: block.nodes(ranges[index]), region: list.region, scissor: list.scissor,
        list: painter.list, visited: visited, pieces: painter.pieceCount + 8 * visited, label: painter.label)
    }
    let made = parts.compactMap { $0 }
    let visited = made.reduce(0) { $0 + $1.visited }
    let blocks = made.reduce(list.leafOutlines.blockCount) { $0 + $1.list.leafOutlines.blockCount }
    guard blocks <= LeafOutlines.mostBlocks else { return false }
    guard pieceCount + made.reduce(0, { $0 + $1.pieces }) <= options.pieceBudget, walk.passed(visited) else {
      return false
    }
    for (index, part) in made.enumerated() {
      list.append(
        part.list, prints: before.indices.contains(index) && before[index].prints === part.prints ? part.prints : nil)
    }
    if let last = made.last { label = last.label }
    kept?.keep(made)
    return true
  }
}
