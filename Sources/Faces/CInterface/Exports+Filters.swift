// SPDX-License-Identifier: MIT
import CLayerLua
import Geometry
import LayerEngine
import LayerModel
import Numbers

/// A host's filter callback with its user data; released with the last filter that uses it.
private final class HostKernel: @unchecked Sendable {
  // Unchecked: layerlua.h tells the host that its function is called on several threads.
  private let name: String
  private let body: layerlua_filter
  private let userData: UnsafeMutableRawPointer?
  private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ name: String, _ body: @escaping layerlua_filter, _ userData: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.name = name
    self.body = body
    self.userData = userData
    self.release = release
  }

  deinit { release?(userData) }

  func fill(_ span: FilterSpan) throws {
    guard let start = span.pixels.baseAddress else { return }
    var row = layerlua_filter_row()
    row.x = Int32(clamping: span.x)
    row.y = Int32(clamping: span.y)
    row.width = Int32(clamping: span.pixels.count)
    row.pixels = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Float.self)
    row.source = span.source.floats
    if row.source != nil {
      row.source_x = Int32(clamping: span.source.x)
      row.source_y = Int32(clamping: span.source.y)
      row.source_width = Int32(clamping: span.source.width)
      row.source_height = Int32(clamping: span.source.height)
    }
    let map = span.toPoints
    row.to_points = (map.a, map.b, map.c, map.d, map.tx, map.ty)
    row.scale = span.values.scale
    let isDone = span.values.numbers.withUnsafeBufferPointer { numbers in
      row.values = numbers.baseAddress
      row.value_count = numbers.count
      return body(&row, userData)
    }
    if !isDone { throw LayerError("the filter \(name) of the host could not fill row \(span.y)") }
  }
}

/// Size of a key structure in the header's first version.
private let filterKeySize =
  (MemoryLayout<layerlua_filter_key>.offset(of: \.maximum) ?? 0) + MemoryLayout<Double>.size

@_cdecl("layerlua_define_filter") public func defineFilter(
  _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ keys: UnsafePointer<layerlua_filter_key>?, _ count: Int,
  _ reach: Double, _ function: layerlua_filter?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> layerlua_status {
  let word = name.flatMap { String(validatingCString: $0) } ?? ""
  let kernel = function.map { HostKernel(word, $0, userData, release) }
  if kernel == nil { release?(userData) }
  return perform(engine) { handle in
    let name = try text(name, "the filter's name")
    guard let kernel else { throw misuse("the filter's function is NULL") }
    guard count >= 0, count <= 1000 else { throw misuse("the number of keys is \(count), expected 0 to 1000") }
    guard count == 0 || keys != nil else { throw misuse("the keys are NULL") }
    var described: [FilterInfo.Key] = []
    if let keys, count > 0 {
      // The caller's header may define another size: the first key's size is the stride of the array.
      let stride = UnsafeRawPointer(keys).loadUnaligned(as: Int.self)
      for i in 0..<count {
        // The stride is safe to use, since the first key's size was checked to be in range.
        let place = UnsafeRawPointer(keys) + i * stride
        let key = try sized(
          place.assumingMemoryBound(to: layerlua_filter_key.self), layerlua_filter_key(), first: filterKeySize,
          "layerlua_filter_key")
        guard key.size == stride else {
          throw misuse(
            "layerlua_filter_key.size is \(key.size) in key \(i) and \(stride) in the first; all have one size")
        }
        described.append(try FilterInfo.Key(key))
      }
    }
    let definition: FilterDefinition
    do {
      definition = try FilterDefinition(
        name, keys: described, reach: reach < 0 ? .everything : .points(reach), kernel: { try kernel.fill($0) })
    } catch let error as LayerError { throw misuse(error.message) }
    try handle.engine.define(definition)
  }
}

extension FilterInfo.Key {
  fileprivate init(_ key: layerlua_filter_key) throws {
    let name = try text(key.name, "a key's name")
    let kind = key.kind == nil ? "number" : try text(key.kind, "the kind of the key \(name)")
    let value = key.value
    let numbers = [value.0, value.1, value.2, value.3, value.4, value.5]
    guard let count = ["number": 1, "point": 2, "color": 4, "rect": 4, "transform": 6][kind] else {
      throw misuse("the key \(name): \"\(kind)\" is not a kind; expected number, point, color, rect or transform")
    }
    var range: ClosedRange<Double>?
    if key.has_range {
      guard key.minimum <= key.maximum else { throw misuse("the key \(name): its minimum is above its maximum") }
      range = key.minimum...key.maximum
    }
    self.init(name, kind: kind, defaultValue: Array(numbers.prefix(count)), in: range)
  }
}
