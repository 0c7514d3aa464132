// SPDX-License-Identifier: MIT
import Compositor
import Foundation
import Geometry
import LayerModel
import Pixels
import RenderTree
import SystemCairo
import TestSupport

/// A copy of a bitmap in Cairo's format: premultiplied, blue in the lowest byte.
func makeSurface(_ bitmap: Bitmap) -> OpaquePointer? {
  let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height))
  guard let surface, let data = cairo_image_surface_get_data(surface) else { return nil }
  let stride = Int(cairo_image_surface_get_stride(surface))
  for y in 0..<bitmap.height {
    let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
    for x in 0..<bitmap.width {
      let p = bitmap[x, y]
      row[x] = p & 0xFF00_FF00 | (p & 255) << 16 | p >> 16 & 255
    }
  }
  cairo_surface_mark_dirty(surface)
  return surface
}

/// Draws a scene with Cairo, `fine` times as large, and averages it: premultiplied channels 0…255.
func drawnByCairo(width: Int, height: Int, fine: Int, _ scene: (any Canvas) throws -> Void) throws -> [SIMD4<Double>] {
  let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width * fine), Int32(height * fine))
  defer { cairo_surface_destroy(surface) }
  guard let cairo = cairo_create(surface) else { return [] }
  defer { cairo_destroy(cairo) }
  cairo_set_tolerance(cairo, 0.02)
  cairo_scale(cairo, Double(fine), Double(fine))
  try scene(CairoCanvas(cairo))
  cairo_surface_flush(surface)
  var result = [SIMD4<Double>](repeating: .zero, count: width * height)
  guard let data = cairo_image_surface_get_data(surface) else { return result }
  let stride = Int(cairo_image_surface_get_stride(surface))
  for y in 0..<(height * fine) {
    let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
    for x in 0..<(width * fine) {
      let p = row[x]
      result[y / fine * width + x / fine] += SIMD4(
        Double(p >> 16 & 255), Double(p >> 8 & 255), Double(p & 255), Double(p >> 24))
    }
  }
  for i in result.indices { result[i] /= Double(fine * fine) }
  return result
}

func drawnByUs(width: Int, height: Int, _ scene: (any Canvas) throws -> Void) throws -> Bitmap {
  let context = GraphicsContext(bounds: Rect(0, 0, Double(width), Double(height)))
  try scene(ContextCanvas(context))
  return try Compositor.rasterize(context.finish(), size: Size(Double(width), Double(height)), scale: 1)
}

/// The differences between two pictures of one scene, in 1/255 of a channel.
struct Comparison {
  /// Over all channels.
  var mean = 0.0
  var most = 0.0
  /// The largest difference where the other picture is uniform all around, so that no edge is near.
  var mostInside = 0.0
  /// The fraction of pixels that differ by more than 24.
  var bad = 0.0
  var worst = ""

  init(_ ours: Bitmap, _ theirs: [SIMD4<Double>]) {
    let (w, h) = (ours.width, ours.height)
    for y in 0..<h {
      for x in 0..<w {
        let p = ours[x, y]
        let q = theirs[y * w + x]
        let d = SIMD4(Double(p & 255), Double(p >> 8 & 255), Double(p >> 16 & 255), Double(p >> 24)) - q
        let size = max(max(abs(d.x), abs(d.y)), max(abs(d.z), abs(d.w)))
        mean += abs(d.x) + abs(d.y) + abs(d.z) + abs(d.w)
        if size > most {
          most = size
          worst = "(\(x), \(y))"
        }
        if size > 24 { bad += 1 }
        var isInside = true
        for ny in max(y - 1, 0)...min(y + 1, h - 1) {
          for nx in max(x - 1, 0)...min(x + 1, w - 1) where theirs[ny * w + nx] != q { isInside = false }
        }
        if isInside { mostInside = max(mostInside, size) }
      }
    }
    mean /= Double(w * h * 4)
    bad /= Double(w * h)
  }
}

extension Comparison: CustomStringConvertible {
  var description: String { "mean \(mean), most \(most) at \(worst), inside \(mostInside), bad \(bad)" }
}

/// Draws a scene with both and compares. If `CAIRO_STRIPS` names a folder, any differing pictures are written there for
/// inspection.
func compared(
  width: Int = 96, height: Int = 96, fine: Int = 4, name: String = #function, _ scene: (any Canvas) throws -> Void
) throws -> Comparison {
  let ours = try drawnByUs(width: width, height: height, scene)
  let theirs = try drawnByCairo(width: width, height: height, fine: fine, scene)
  let c = Comparison(ours, theirs)
  if let folder = ProcessInfo.processInfo.environment["CAIRO_STRIPS"], c.most > 12 {
    let other = try Bitmap(width: width, height: height) { pixels in
      for i in pixels.indices {
        func byte(_ v: Double) -> UInt32 { UInt32(v.rounded()) }
        let p = theirs[i]
        pixels[i] = byte(p.x) | byte(p.y) << 8 | byte(p.z) << 16 | byte(p.w) << 24
      }
    }
    let label = name.prefix { $0 != "(" } + "-\(Int(c.most))-\(c.worst)"
    try writeStrip(expected: Picture(other), actual: Picture(ours), to: "\(folder)/\(label).png")
  }
  return c
}
