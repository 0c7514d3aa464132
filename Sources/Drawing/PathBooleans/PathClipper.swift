// SPDX-License-Identifier: MIT
import CPathClipping
import CProcesses
import Geometry
import Messages
import Numbers
import Parsing

/// A boolean operation on areas.
package enum PathOperation: Sendable {
  /// Points in either.
  case union
  /// Points in both.
  case intersection
  /// Points in the first and not in the second.
  case difference
  /// Points in exactly one.
  case exclusion

  var number: llua_clip_operation {
    switch self {
    case .union: LLUA_CLIP_UNION
    case .intersection: LLUA_CLIP_INTERSECTION
    case .difference: LLUA_CLIP_DIFFERENCE
    case .exclusion: LLUA_CLIP_XOR
    }
  }
}

/// Polygons on a grid: the points of all rings one after the other, and the index after each ring's last.
struct GridPolygons {
  var points: [llua_clip_point] = []
  var ends: [Int] = []

  static func + (a: GridPolygons, b: GridPolygons) -> GridPolygons {
    GridPolygons(points: a.points + b.points, ends: a.ends + b.ends.map { $0 + a.points.count })
  }
}

/// The library that clips polygons: Clipper 6.4 behind liblayerlua-paths.so, loaded with the first operation.
package enum PathClipper {
  private static let name = "liblayerlua-paths.so"

  /// The library's path as C text; nil if it is not installed with this code.
  private static var installedPath: [CChar]? {
    var path = [CChar](repeating: 0, count: 4096)
    let length = path.withUnsafeMutableBufferPointer { llua_installed_file(name, $0.baseAddress, $0.count) }
    return length > 0 ? path : nil
  }

  /// The library's path, for a process that is about to be sandboxed; empty if it is not installed.
  package static var installedFiles: [String] {
    installedPath.map { [String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)] } ?? []
  }

  /// Loads the library, if that has not happened.
  ///
  /// - Throws: `LayerError` of kind `missing`, which names the package to install.
  package static func load(for caller: String = "") throws(LayerError) {
    if llua_clip_is_loaded() { return }
    let place = caller.isEmpty ? "" : "\(caller): "
    guard let path = installedPath else {
      throw LayerError(
        .missing, "\(place)combining paths needs the library \(name), which was not found: install layerlua completely"
      )
    }
    switch llua_clip_load(path) {
    case LLUA_CLIP_DONE: return
    case LLUA_CLIP_NO_CLIPPER:
      throw LayerError(
        .missing,
        "\(place)combining paths needs \(RuntimeDependency.clipper.missing())")
    default:
      throw LayerError(
        .missing, "\(place)the library \(name) is of another version: install layerlua completely")
    }
  }

  /// Combines polygons. Outer rings of the result have a positive area, holes a negative one.
  ///
  /// - Throws: `LayerError`: `missing` without the library, `limit` for too many crossings or too little memory,
  ///   `cancelled`.
  static func combine(
    _ operation: PathOperation, _ rule: llua_clip_rule, _ subject: GridPolygons, _ clip: GridPolygons,
    _ reading: inout Reading
  ) throws(LayerError) -> GridPolygons {
    try load(for: reading.name)
    let all = subject + clip
    let sweep = try CrossingSweep(all.points, ends: all.ends, &reading)
    // Clipper keeps an edge with its points, and for each crossing two points of the result and a node.
    try reading.take(all.points.count * 320 + sweep.crossings * 192)
    var result = try clipped(operation, rule, subject, clip, &reading)
    // Clipper's rings are the border of the area, so that the even-odd rule selects it. Where edges lie on one another,
    // some rings, or parts of them, have a wrong direction, and areas wind twice; reading its own result by that rule
    // mends them, if need be several times. Rings of both directions have little area, so none is dropped before.
    var passes = sweep.hasOverlaps ? 8 : 0
    while passes > 0 {
      let before = doubledArea(of: result)
      let needed = result.points.count * 512
      try reading.take(needed)
      result = try clipped(.union, LLUA_CLIP_EVEN_ODD, result, GridPolygons(), &reading)
      reading.giveBack(needed)
      passes = abs(doubledArea(of: result) - before) <= max(8, 1e-12 * abs(before)) ? 0 : passes - 1
    }
    return try large(result, &reading)
  }

  /// Runs Clipper once, with no limit but memory's.
  private static func clipped(
    _ operation: PathOperation, _ rule: llua_clip_rule, _ subject: GridPolygons, _ clip: GridPolygons,
    _ reading: inout Reading
  ) throws(LayerError) -> GridPolygons {
    try reading.account.checkEnd(reading.name)
    var result = llua_clip_result()
    defer { llua_clip_free(&result) }
    let status = with(subject) { subject in
      with(clip) { clip in
        withUnsafePointer(to: subject) { s in
          withUnsafePointer(to: clip) { c in llua_clip(operation.number, rule, s, c, &result) }
        }
      }
    }
    try reading.account.checkEnd(reading.name)
    guard status == LLUA_CLIP_DONE else {
      throw status == LLUA_CLIP_NO_MEMORY
        ? .noMemory(reading.purpose, reading.account.memory, at: reading.name)
        : LayerError(.limit, "\(reading.place)the paths cannot be combined: simplify them")
    }
    return try copy(result, &reading)
  }

  /// Copies the rings of a result.
  private static func copy(_ result: llua_clip_result, _ reading: inout Reading) throws(LayerError) -> GridPolygons {
    var rings = GridPolygons()
    let count = result.count > 0 ? result.ends[result.count - 1] : 0
    try reading.step(count + result.count)
    try reading.take(count * 16 + result.count * 16)
    rings.points.append(contentsOf: UnsafeBufferPointer(start: result.points, count: count))
    for i in 0..<result.count { rings.ends.append(result.ends[i]) }
    return rings
  }

  /// Returns the rings that cover 4 grid units or more.
  private static func large(_ all: GridPolygons, _ reading: inout Reading) throws(LayerError) -> GridPolygons {
    var rings = GridPolygons()
    var first = 0
    for end in all.ends {
      try reading.step(end - first + 1)
      try reading.take((end - first) * 32 + 16)
      if abs(doubledArea(all.points[first..<end])) >= 8 {
        rings.points += all.points[first..<end]
        rings.ends.append(rings.points.count)
      }
      first = end
    }
    return rings
  }

  /// Twice the signed area of all rings.
  private static func doubledArea(of polygons: GridPolygons) -> Double {
    var (sum, first) = (0.0, 0)
    for end in polygons.ends {
      sum += doubledArea(polygons.points[first..<end])
      first = end
    }
    return sum
  }

  /// Twice the signed area of a ring, positive for clockwise with y down.
  static func doubledArea(_ ring: some RandomAccessCollection<llua_clip_point>) -> Double {
    guard let origin = ring.first else { return 0 }
    var sum = 0.0
    var (x, y) = (0.0, 0.0)
    for p in ring {
      let (u, v) = (Double(p.x &- origin.x), Double(p.y &- origin.y))
      sum += x * v - y * u
      (x, y) = (u, v)
    }
    return sum
  }

  private static func with<R>(_ polygons: GridPolygons, _ body: (llua_clip_rings) -> R) -> R {
    polygons.points.withUnsafeBufferPointer { points in
      polygons.ends.withUnsafeBufferPointer { ends in
        ends.withMemoryRebound(to: Int.self) { ends in
          body(llua_clip_rings(points: points.baseAddress, ends: ends.baseAddress, count: ends.count))
        }
      }
    }
  }
}

extension Reading {
  /// The beginning of messages.
  var place: String { name.isEmpty ? "" : "\(name): " }
}
