// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Numbers
import Pixels

/// A filter kernel written in Lua. It runs on the scene's thread, like all script code.
final class ScriptKernel: @unchecked Sendable {
  // Unchecked: it is called only by its filter definition, which runs on the scene's thread alone.
  @WhileBound private var binding: LuaBinding?
  private let name: String
  private let function: LuaReference
  /// Default images, by key.
  private let images: [String: Image]
  /// Number of this kernel within the script, for its random stream.
  private let number: Int
  private let mark: LiveMark

  init(
    _ binding: LuaBinding, _ name: String, _ function: LuaReference, _ images: [String: Image],
    number: Int
  ) {
    mark = LiveMark(binding.memory.live, .callbacks)
    self.binding = binding
    self.name = name
    self.function = function
    self.images = images
    self.number = number
  }

  /// Fills an area of the filter's output.
  func fill(_ area: FilterArea) throws {
    guard let binding else { return }
    guard !binding.isInKernel else {
      throw LayerError("\(name): a filter's kernel cannot draw content that uses a Lua filter")
    }
    binding.isInKernel = true
    defer { binding.isInKernel = false }
    var pictures: [(name: String, samples: llua_Samples)] = [("sample", samples(area.source))]
    var values: [(key: String, value: PropertyValue)] = []
    var kept: [Bitmap] = []
    for key in area.values.keys {
      if key.kind != "image" {
        values.append((key.name, area.values.value(of: key)))
      } else {
        // A missing image samples as transparent everywhere.
        let image = area.values.image(key.name) ?? images[key.name]?.bitmap
        if let image { kept.append(image) }
        let samples = image.flatMap { self.samples($0, over: area.values.bounds) }
        pictures.append((key.name, samples ?? llua_Samples()))
      }
    }
    if let second = area.target { pictures.append(("inputTargetImage", samples(second))) }
    binding.push(.dictionary(values))
    let names = CStrings(pictures.map(\.name))
    let ownName = CStrings([name])
    try withExtendedLifetime((kept, names, ownName)) {
      try binding.state.withRandomNumbers(of: UInt64(truncatingIfNeeded: number), 0) {
        let kind = pictures.map(\.samples).withUnsafeBufferPointer { samples in
          var kernel = llua_Kernel()
          kernel.name = ownName.pointers[0]
          kernel.function = function.index
          kernel.to_points = numbers(area.toPoints)
          kernel.sample_count = UInt32(clamping: samples.count)
          kernel.samples = samples.baseAddress
          kernel.target = area.pixels
          kernel.x = Int32(clamping: area.x)
          kernel.y = Int32(clamping: area.y)
          kernel.width = Int32(clamping: area.width)
          kernel.height = Int32(clamping: area.height)
          kernel.min_x = area.limits.minX
          kernel.min_y = area.limits.minY
          kernel.max_x = area.limits.maxX
          kernel.max_y = area.limits.maxY
          return names.pointers.withUnsafeBufferPointer { names in
            kernel.sample_names = names.baseAddress
            return llua_run_kernel(binding.pointer, &kernel)
          }
        }
        try binding.state.check(kind)
      }
    }
  }

  private func samples(_ pixels: FilterPixels) -> llua_Samples {
    var samples = llua_Samples()
    samples.floats = pixels.floats
    samples.x = Int32(clamping: pixels.x)
    samples.y = Int32(clamping: pixels.y)
    samples.width = samples.floats == nil ? 0 : Int32(clamping: pixels.width)
    samples.height = Int32(clamping: pixels.height)
    samples.map = numbers(pixels.map)
    return samples
  }

  /// Samples of an image stretched over the bounds; nil for empty bounds.
  private func samples(_ image: Bitmap, over bounds: Rect) -> llua_Samples? {
    let bounds = bounds.standardized
    guard bounds.width > 0, bounds.height > 0 else { return nil }
    var samples = llua_Samples()
    samples.bytes = UnsafeRawPointer(image.pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    samples.ends = true
    samples.width = Int32(clamping: image.width)
    samples.height = Int32(clamping: image.height)
    samples.map = numbers(
      AffineTransform.translation(-bounds.x, -bounds.y).concat(
        .scale(Double(image.width) / bounds.width, Double(image.height) / bounds.height)))
    return samples
  }

  private func numbers(_ t: AffineTransform) -> (Double, Double, Double, Double, Double, Double) {
    (t.a, t.b, t.c, t.d, t.tx, t.ty)
  }
}
