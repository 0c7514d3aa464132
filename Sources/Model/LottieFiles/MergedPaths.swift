// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import PathBooleans

/// Paths merged to one by a boolean operation: a merge of paths (`mm`) of modes 2 to 5.
struct MergedPaths {
  /// The operation, applied to the first path with each of the others in turn.
  var operation: PathOperation
  /// The paths as the list has them, from the top. The last is the first operand, as in Lottie for Android.
  var sources: [ShapeSource]

  /// The number of paths in all, those of merged ones included.
  let count: Int
  /// The nesting of merged paths, 1 for a merge of plain ones.
  let depth: Int

  init(operation: PathOperation, sources: [ShapeSource]) {
    self.operation = operation
    self.sources = sources
    count = sources.reduce(0) { $0 + $1.count }
    depth = 1 + (sources.map(\.mergeDepth).max() ?? 0)
  }

  /// The operation of a mode; nil for mode 1, which only joins paths, and for unknown ones.
  static func operation(ofMode mode: Int) -> PathOperation? {
    switch mode {
    case 2: .union
    case 3: .difference
    case 4: .intersection
    case 5: .exclusion
    default: nil
    }
  }

  /// Returns the path at a frame.
  ///
  /// - Throws: `LayerError`: `limit` for paths that cross too often.
  func path(at frame: Double, _ session: LottieSession) throws -> Path {
    var paths: [Path] = []
    for source in sources.reversed() {
      let path = try source.path(of: source.bezier(at: frame), at: frame, curves: source.curves, session)
      try session.reading.take(path.points.count * 16 + 64)
      paths.append(path)
    }
    guard var result = paths.first else { return Path() }
    if operation == .union { return try Path.union(paths, using: .nonZero, &session.reading) }
    for other in paths.dropFirst() {
      result = try result.combined(operation, other, using: .nonZero, &session.reading)
    }
    return paths.count == 1 ? try result.normalized(using: .nonZero, &session.reading) : result
  }
}

extension ShapeSource {
  /// The number of paths, more than 1 for merged ones.
  var count: Int {
    if case .merged(let merged) = form { return merged.count }
    return 1
  }

  /// The nesting of merged paths; 0 for a plain one.
  var mergeDepth: Int {
    if case .merged(let merged) = form { return merged.depth }
    return 0
  }
}
