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
    let crossings = try CrossingSweep.count(all.points, ends: all.ends, &reading)
    // Clipper keeps an edge with its points, and for each crossing two points of the result and a node.
    let needed = all.points.count * 320 + crossings * 192
    try reading.take(needed)
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
    return try large(result, &reading)
  }

  /// Returns the rings of a result that cover 4 grid units or more.
  private static func large(_ result: llua_clip_result, _ reading: inout Reading) throws(LayerError) -> GridPolygons {
    var rings = GridPolygons()
    var first = 0
    for i in 0..<result.count {
      let end = result.ends[i]
      try reading.step(end - first + 1)
      try reading.take((end - first) * 32 + 16)
      if abs(doubledArea(UnsafeBufferPointer(start: result.points + first, count: end - first))) >= 8 {
        for k in first..<end { rings.points.append(result.points[k]) }
        rings.ends.append(rings.points.count)
      }
      first = end
    }
    return rings
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
