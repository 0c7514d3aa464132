// SPDX-License-Identifier: MIT
import Raster
import RenderTree

// Children of a node that need nothing but plain colours are painted into lists of their own by several threads, and the
// lists are joined in the children's order. So the joined list is the one that a single painter makes.
extension TreePainter {
  /// The least number of children that are dealt out.
  static let leastBlock = 256

  /// Paints children on several threads.
  ///
  /// - Returns: false when they must be painted one after the other, since some would be refused: the message names the
  ///   first such layer. Nothing is painted then.
  func paint(_ block: RenderWalk.Block) throws -> Bool {
    let workers = options.threads
    // Several for each worker, as children are not equally dear.
    let size = max(64, (block.count + 4 * workers - 1) / (4 * workers))
    var options = options
    options.threads = 1
    var painters: [TreePainter] = []
    for first in stride(from: 0, to: block.count, by: size) {
      let painter = TreePainter(
        options: options, region: list.region, walk: block.walk(of: first..<min(first + size, block.count)))
      painter.list.scissor = list.scissor
      painters.append(painter)
    }
    let isDone = UnsafeMutableBufferPointer<Bool>.allocate(capacity: painters.count)
    defer { isDone.deallocate() }
    isDone.initialize(repeating: false)
    Workers.run(jobs: painters.count, workers: workers) { job, _ in
      do {
        try painters[job].run()
        isDone[job] = true
      } catch {}
    }
    try checkStop()
    // Groups that turned out to be empty are gone from the lists, but count while they are open.
    let visited = painters.reduce(0) { $0 + $1.walk.visited }
    let pieces = painters.reduce(8 * visited) { $0 + $1.pieceCount }
    guard isDone.allSatisfy({ $0 }), pieceCount + pieces <= options.pieceBudget, walk.passed(visited) else {
      return false
    }
    for painter in painters { list.append(painter.list) }
    if let last = painters.last { label = last.label }
    return true
  }
}
