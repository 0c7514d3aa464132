// SPDX-License-Identifier: MIT
import CLayerLua
import Glibc
import Testing

/// Filters implemented by a host of the C interface.
@Suite struct HostFilterTests {
  private final class Count { var released = 0 }

  private let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    if let count = $0 { Unmanaged<Count>.fromOpaque(count).takeUnretainedValue().released += 1 }
  }

  /// Draws a red layer of 3×1 points, one pixel per point, with the script's filter.
  private func draw(_ client: Client, _ filter: String) throws -> [UInt8] {
    let layer = try client.run(
      "return ca.Layer { bounds = {0, 0, 3, 1}, backgroundColor = '#ff0000', filters = { \(filter) } }")
    var pixels = [UInt8](repeating: 9, count: 12)
    try client.check(layerlua_render(client.engine, layer, nil, 0, &pixels, 12, 0))
    return pixels
  }

  @Test func `a row is filled from the picture, its place and the values of the keys`() throws {
    let count = Count()
    do {
      let client = try Client()
      defer { withExtendedLifetime(client) {} }
      let names = ["inputAmount", "inputTint"].map { (name: String) in strdup(name) }
      let kind = strdup("color" as String)
      defer { (names + [kind]).forEach { free($0) } }
      var keys = [layerlua_filter_key(), layerlua_filter_key()]
      keys[0].size = MemoryLayout<layerlua_filter_key>.size
      keys[1].size = keys[0].size
      keys[0].name = UnsafePointer(names[0])
      keys[0].value.0 = 1
      keys[0].has_range = true
      keys[0].maximum = 4
      keys[1].name = UnsafePointer(names[1])
      keys[1].kind = UnsafePointer(kind)
      keys[1].value = (0, 0.5, 0, 1, 0, 0)
      try client.check(
        layerlua_define_filter(
          client.engine, "tint", keys, 2, 0,
          { row, _ in
            guard let row = row?.pointee, row.value_count == 5, let source = row.source, row.scale == 1 else {
              return false
            }
            for i in 0..<Int(row.width) {
              let at = (Int(row.y - row.source_y) * Int(row.source_width) + Int(row.x - row.source_x) + i) * 4
              let x = row.to_points.0 * (Double(row.x) + Double(i) + 0.5) + row.to_points.4
              row.pixels[4 * i] = source[at] * Float(row.values[0])
              row.pixels[4 * i + 1] = Float(row.values[2])
              row.pixels[4 * i + 2] = Float(x / 3)
              row.pixels[4 * i + 3] = 1
            }
            return true
          }, Unmanaged.passUnretained(count).toOpaque(), release))
      #expect(
        try draw(client, "ca.Filter('tint', { inputAmount = 0.5 })") == [
          128, 128, 43, 255, 128, 128, 128, 255, 128, 128, 213, 255,
        ])
      let wrong = "ca.Filter('tint', { inputAmount = 5 })"
      #expect(layerlua_run(client.engine, wrong, wrong.utf8.count, "a.lua", nil) == LAYERLUA_SCRIPT)
      #expect(client.message.contains("tint.inputAmount is 5, expected a number from 0 to 4"))
      #expect(count.released == 0)
    }
    #expect(count.released == 1)
  }

  @Test func `values that are no colours are clamped, and a row that fails ends the picture`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    try client.check(
      layerlua_define_filter(
        client.engine, "wild", nil, 0, -1,
        { row, _ in
          guard let row = row?.pointee else { return false }
          for (i, value) in [Float.nan, 7, -1, 0.5, 2, .infinity, 0, 9].enumerated() { row.pixels[i] = value }
          return true
        }, nil, nil))
    #expect(try draw(client, "'wild'") == [0, 255, 0, 128, 255, 255, 0, 255, 0, 0, 0, 0])
    try client.check(layerlua_define_filter(client.engine, "wild", nil, 0, -1, { _, _ in false }, nil, nil))
    let layer = try client.run("return ca.Layer { bounds = {0, 0, 3, 1}, filters = { 'wild' } }")
    var pixels = [UInt8](repeating: 9, count: 12)
    #expect(layerlua_render(client.engine, layer, nil, 0, &pixels, 12, 0) != LAYERLUA_OK)
    #expect(client.message.contains("the filter wild of the host could not fill row 0"))
  }

  /// Filter keys of a newer header, which are longer: bytes beyond this library's structure must be 0.
  @Test func `keys may be longer than the library knows`() throws {
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let known = MemoryLayout<layerlua_filter_key>.size
    let long = known + 16
    var memory = [UInt8](repeating: 0, count: long * 2)
    let names = ["inputA", "inputB"].map { (name: String) in strdup(name) }
    defer { names.forEach { free($0) } }
    func define() -> layerlua_status {
      memory.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return LAYERLUA_FILE }
        for i in 0..<2 {
          var key = layerlua_filter_key()
          key.size = long
          key.name = UnsafePointer(names[i])
          key.value.0 = Double(i)
          withUnsafeBytes(of: &key) {
            (start + i * long).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: known)
          }
        }
        return layerlua_define_filter(
          client.engine, "two", start.assumingMemoryBound(to: layerlua_filter_key.self), 2, 0, { _, _ in true }, nil,
          nil)
      }
    }
    try client.check(define())
    try client.run("local f = ca.Filter('two') assert(f.inputA == 0 and f.inputB == 1)")
    memory[long + known] = 1
    #expect(define() == LAYERLUA_USAGE && client.message.contains("fields that this library does not know"))
  }

  @Test func `what is wrong with a definition is said, and its data released`() throws {
    let count = Count()
    let data = Unmanaged.passUnretained(count).toOpaque()
    let client = try Client()
    defer { withExtendedLifetime(client) {} }
    let engine = client.engine
    let kernel: layerlua_filter = { _, _ in true }
    var key = layerlua_filter_key()
    key.size = MemoryLayout<layerlua_filter_key>.size
    var unsized = layerlua_filter_key()
    let wrong: [(layerlua_status, String)] = [
      (layerlua_define_filter(engine, nil, nil, 0, 0, kernel, data, release), "name"),
      (layerlua_define_filter(engine, "a b", nil, 0, 0, kernel, data, release), "cannot be the name of a filter"),
      (layerlua_define_filter(engine, "CIPixellate", nil, 0, 0, kernel, data, release), "is a filter of the engine"),
      (layerlua_define_filter(engine, "a", nil, 0, 0, nil, data, release), "the filter's function is NULL"),
      (layerlua_define_filter(engine, "a", nil, 1, 0, kernel, data, release), "the keys are NULL"),
      (layerlua_define_filter(engine, "a", &key, 1, 0, kernel, data, release), "name"),
      (layerlua_define_filter(engine, "a", &unsized, 1, 0, kernel, data, release), "layerlua_filter_key.size is 0"),
      (layerlua_define_filter(engine, "a", nil, 0, .nan, kernel, data, release), "its reach is"),
    ]
    for (i, (status, _)) in wrong.enumerated() { #expect(status == LAYERLUA_USAGE, "\(i)") }
    #expect(client.message.contains("its reach is"))
    #expect(count.released == wrong.count)
    #expect(layerlua_define_filter(nil, "a", nil, 0, 0, kernel, data, release) == LAYERLUA_USAGE)
    #expect(count.released == wrong.count + 1)
  }
}
