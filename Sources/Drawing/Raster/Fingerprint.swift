// SPDX-License-Identifier: MIT
import CPixelKernels
import Numbers
import Pixels

/// A 64-bit hash of a sequence of values. Two different sequences collide with a probability of 2⁻⁶⁴.
package struct Fingerprint {
  package private(set) var value: UInt64 = 0x2D35_8DCC_AA6C_78A5

  package init() {}

  @inline(__always) private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  @inline(__always) package mutating func add(_ word: UInt64) {
    value = Fingerprint.mixed(word ^ 0xA076_1D64_78BD_642F, value ^ 0x8BB8_4B93_962E_ACC9) &+ 0x4B33_A62E_D433_D4A3
  }

  @inline(__always) package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
  @inline(__always) package mutating func add(_ number: Int32) { add(UInt64(UInt32(bitPattern: number))) }
  @inline(__always) package mutating func add(_ number: Double) { add(number.bitPattern) }

  @inline(__always) package mutating func add(_ rect: DeviceRect) {
    add(UInt64(UInt32(bitPattern: rect.x0)) | UInt64(UInt32(bitPattern: rect.y0)) << 32)
    add(UInt64(UInt32(bitPattern: rect.x1)) | UInt64(UInt32(bitPattern: rect.y1)) << 32)
  }

  /// Adds raw memory; it may not contain padding between values.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(bytes.count)
    var (a, b) = (value, ~value)
    var at = 0
    while at &+ 32 <= bytes.count {
      let (w0, w1) = (
        bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self)
      )
      let (w2, w3) = (
        bytes.loadUnaligned(fromByteOffset: at &+ 16, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: at &+ 24, as: UInt64.self)
      )
      a = Fingerprint.mixed(w0 ^ 0xA076_1D64_78BD_642F, w1 ^ a)
      b = Fingerprint.mixed(w2 ^ 0xE703_7ED1_A0B4_28DB, w3 ^ b)
      at &+= 32
    }
    value = a
    add(b)
    while at < bytes.count {
      var word: UInt64 = 0
      for k in at..<min(at + 8, bytes.count) { word = word << 8 | UInt64(bytes[k]) }
      add(word)
      at += 8
    }
  }

  private mutating func add(_ matrix: (Double, Double, Double, Double, Double, Double, Double, Double, Double)) {
    withUnsafeBytes(of: matrix) { add($0) }
  }

  // MARK: Painted content

  package mutating func add(_ outline: Outline) {
    guard let o = outline.storage?.outline else { return add(0) }
    add(1)
    add(DeviceRect(x0: o.x0, y0: o.y0, x1: o.x1, y1: o.y1))
    add(o.is_rect)
    add(o.steepness)
    if o.is_rect != 0 { add(DeviceRect(x0: o.rect.x0, y0: o.rect.y0, x1: o.rect.x1, y1: o.rect.y1)) }
    withExtendedLifetime(outline.storage) {
      add(UnsafeRawBufferPointer(start: o.edges, count: o.count * MemoryLayout<llua_edge>.stride))
      add(o.chains == nil ? 0 : 1)
      if let chains = o.chains { add(UnsafeRawBufferPointer(start: chains, count: o.count * 4)) }
    }
  }

  package mutating func add(_ leaf: LeafOutlines.Leaf) { add(leaf.bytes) }

  package mutating func add(_ surface: CoverageSurface) {
    add(surface.rect)
    withExtendedLifetime(surface) {
      add(UnsafeRawBufferPointer(start: surface.storage, count: surface.rect.width * surface.rect.height))
    }
  }

  package mutating func add(_ surface: PixelSurface) {
    add(surface.rect)
    withExtendedLifetime(surface) {
      add(UnsafeRawBufferPointer(start: surface.storage, count: surface.rect.width * surface.rect.height * 4))
    }
  }

  package mutating func add(_ table: GradientTable) {
    let g = table.gradient
    withExtendedLifetime(table) {
      add(UnsafeRawBufferPointer(start: g.even, count: table.count * 4))
      add(UnsafeRawBufferPointer(start: g.odd, count: table.count * 4))
      let edges = Int(g.edge_count)
      add(UnsafeRawBufferPointer(start: g.edge, count: edges * 4))
      for numbers in [g.scale, g.offset, g.low, g.high] {
        add(UnsafeRawBufferPointer(start: numbers, count: (edges + 1) * 4))
      }
    }
  }

  /// Adds a source. An image is hashed by its identity.
  ///
  /// - Returns: false if the source has no usable fingerprint.
  package mutating func add(_ source: SpanSource, _ known: inout KnownFingerprints) -> Bool {
    guard case .made(let made) = source.kind else {
      if case .solid(let pixel) = source.kind { add(UInt64(pixel)) }
      return true
    }
    let s = made.source
    add(s.kind)
    add(UInt64(s.color))
    for number in [s.is_opaque, s.is_affine, s.extend_start, s.extend_end, s.edge_mode, s.level_count] { add(number) }
    add(s.m)
    for number in [s.cdx, s.cdy, s.r0, s.dr] { add(number) }
    for number in [s.nearest_x, s.nearest_y, s.chooses_filter, s.magnifies_nearest, s.minifies_nearest] { add(number) }
    for number in [s.mix.0, s.mix.1, s.is_trilinear] { add(number) }
    add(UInt64(s.bias.bitPattern))
    switch made.owner {
    case let table as GradientTable: add(known.of(table) { $0.add(table) })
    case let surface as CoverageSurface: add(known.of(surface))
    case let pyramid as ImagePyramid:
      add(UInt64(UInt(bitPattern: Unmanaged.passUnretained(pyramid.bitmap).toOpaque())))
      known.keep(pyramid.bitmap)
      for i in 0..<Int(s.level_count) {
        guard let level = s.levels?[i] else { return false }
        add(DeviceRect(x0: level.x0, y0: level.y0, x1: level.x1, y1: level.y1))
        add(level.width)
        add(level.height)
        add(level.scale_x)
        add(level.scale_y)
      }
    default: return false
    }
    return true
  }
}

/// A cache of the fingerprints of objects that several operations share. Valid while all of these objects live.
package struct KnownFingerprints {
  // Only looked up, never iterated.
  private var known: [ObjectIdentifier: UInt64] = [:]
  /// The images that are hashed by identity. They must live as long as the fingerprints are compared with others.
  package private(set) var images: [Bitmap] = []

  package init() {}

  package mutating func of(_ surface: CoverageSurface) -> UInt64 { of(surface) { $0.add(surface) } }

  mutating func of(_ object: AnyObject, _ body: (inout Fingerprint) -> Void) -> UInt64 {
    if let value = known[ObjectIdentifier(object)] { return value }
    var print = Fingerprint()
    body(&print)
    known[ObjectIdentifier(object)] = print.value
    return print.value
  }

  mutating func keep(_ image: Bitmap) {
    if images.last !== image { images.append(image) }
  }
}
