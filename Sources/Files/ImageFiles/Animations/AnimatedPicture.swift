// SPDX-License-Identifier: MIT
import CImageCodecs
import Formats
import Messages
import Numbers
import Parsing
import Pixels
import Synchronization

/// A picture of several frames, read from an animated GIF, PNG or WebP. It keeps the file's parts and decodes a frame
/// when it is asked for.
///
/// Frames are drawn on one another, so a frame needs those before it. The last canvas is kept: reading forward decodes
/// each frame once, and reading backward starts again at the nearest frame that covers the whole picture.
package final class AnimatedPicture: Sendable {
  package let width: Int
  package let height: Int
  /// The time at which each frame ends, in seconds from the start.
  package let ends: [Double]
  /// How often it plays; 0 is forever.
  package let plays: Int
  /// The memory of the file's parts in bytes.
  package let byteCount: Int
  private let frames: [Frame]
  private let canvas = Mutex<Canvas?>(nil)

  /// The maximum number of frames.
  private static let mostFrames = 10_000
  /// A delay of this time or less counts as 0.1 s, as in browsers.
  private static let shortestDelay = 0.0101

  /// The treatment of a frame's rectangle before the next frame.
  enum Disposal: Sendable { case none, clear, restore }

  /// A frame: its place on the canvas, and the parts of its file.
  struct Frame: Sendable {
    var x: Int, y: Int, width: Int, height: Int
    var delay: Double
    var disposal = Disposal.none
    /// True if it is blended over the canvas; false if it replaces its rectangle.
    var blends = true
    var source: Source

    enum Source: Sendable {
      /// A file of this frame alone, which a decoder of still pictures reads.
      case file([UInt8])
      case gif(GIFFrame)
    }
  }

  private struct Canvas {
    var index = -1
    var pixels: [UInt32]
    /// The pixels before the last frame, if it is to be undone.
    var before: [UInt32] = []
  }

  /// Reads the frames of a file; nil if it is not animated. A GIF of one picture counts as animated.
  ///
  /// - Parameters:
  ///   - pixelLimit: the maximum number of pixels of a frame.
  ///   - allowed: called before memory is allocated; returns true if that many bytes are allowed.
  /// - Throws: `LayerError`; its message does not name the file.
  package init?(
    _ bytes: [UInt8], pixelLimit: Int = Bitmap.maximumPixels, account: Account = Account(),
    allowed: (_ bytes: Int) -> Bool = { _ in true }
  ) throws {
    var reading = Reading(account, name: "", purpose: "the picture's frames")
    let parts: AnimationParts
    switch bytes.withUnsafeBytes({ InputFormat.of($0)?.content }) {
    case .animation: parts = try AnimationParts(gif: bytes, &reading)
    case .picture(.png):
      guard let found = try AnimationParts(png: bytes, &reading) else { return nil }
      parts = found
    case .picture(.webp):
      guard let found = try AnimationParts(webp: bytes, &reading) else { return nil }
      parts = found
    default: return nil
    }
    guard !parts.frames.isEmpty, parts.width > 0, parts.height > 0 else {
      throw LayerError("the picture is damaged: it has no frame; fetch or export it again")
    }
    guard parts.frames.count <= Self.mostFrames else {
      throw LayerError(.limit, "the picture has more than \(Self.mostFrames) frames: shorten it")
    }
    let pixels = parts.width.multipliedReportingOverflow(by: parts.height)
    guard !pixels.overflow, parts.width <= Bitmap.maximumSide, parts.height <= Bitmap.maximumSide,
      pixels.partialValue <= min(pixelLimit, Bitmap.maximumPixels)
    else {
      throw LayerError(
        .limit,
        "the picture is \(parts.width)×\(parts.height) pixels large; at most \(min(pixelLimit, Bitmap.maximumPixels)) "
          + "pixels are allowed: make it smaller")
    }
    for frame in parts.frames
    where frame.x < 0 || frame.y < 0 || frame.width < 1 || frame.height < 1 || frame.x > parts.width - frame.width
      || frame.y > parts.height - frame.height
    {
      throw LayerError("the picture is damaged: a frame leaves its canvas; fetch or export it again")
    }
    // The canvas, a copy of it, and a frame.
    guard allowed(pixels.partialValue * 12) else {
      throw LayerError(
        .limit,
        "the picture of \(parts.width)×\(parts.height) pixels takes more memory than is allowed: make it smaller or "
          + "raise the limit")
    }
    (width, height) = (parts.width, parts.height)
    frames = parts.frames
    plays = parts.plays
    var end = 0.0
    ends = parts.frames.map { frame in
      end += frame.delay <= Self.shortestDelay ? 0.1 : frame.delay
      return end
    }
    byteCount = bytes.count + frames.count * MemoryLayout<Frame>.stride
  }

  /// The number of frames.
  package var count: Int { frames.count }

  /// Returns the index of the frame shown at a time in seconds: the first one before the start, the last one after the
  /// last play.
  package func index(at seconds: Double) -> Int {
    guard let total = ends.last, total > 0, seconds > 0 else { return 0 }
    if plays > 0, seconds >= total * Double(plays) { return frames.count - 1 }
    // An instant within a nanosecond of a frame's start belongs to it.
    let time = (seconds + 1e-9).truncatingRemainder(dividingBy: total)
    var low = 0, high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns a frame as it is shown, with those under it.
  ///
  /// - Parameter isStopped: asked before each frame that is drawn on the way, of which a small file may have thousands
  ///   of large ones; true ends that.
  /// - Throws: `LayerError` if a frame is damaged or memory is short; `.cancelled` if it is stopped.
  package func bitmap(of index: Int, scale: Double = 1, isStopped: (() -> Bool)? = nil) throws -> Bitmap {
    let index = min(max(index, 0), frames.count - 1)
    return try canvas.withLock { kept in
      var canvas = kept ?? Canvas(pixels: [UInt32](repeating: 0, count: width * height))
      // Not kept if a frame fails, and not copied while it is drawn on.
      kept = nil
      if canvas.index > index || canvas.index < index - 1, let start = key(for: index),
        start > canvas.index || canvas.index > index
      {
        canvas.index = start - 1
        canvas.before = []
        canvas.pixels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        // Nothing is left of earlier frames.
      }
      while canvas.index < index {
        if let isStopped, isStopped() { throw LayerError(.cancelled, "the picture was cancelled") }
        try draw(canvas.index + 1, &canvas)
      }
      let bitmap = try Bitmap(width: width, height: height, scale: scale) { out in
        canvas.pixels.withUnsafeBufferPointer { from in
          if let first = from.baseAddress { out.baseAddress?.update(from: first, count: from.count) }
        }
      }
      kept = canvas
      return bitmap
    }
  }

  /// Returns the last frame up to an index that does not depend on earlier ones.
  private func key(for index: Int) -> Int? {
    var i = index
    while i > 0 {
      let frame = frames[i]
      let coversAll = frame.width == width && frame.height == height
      if coversAll, !frame.blends { return i }
      let last = frames[i - 1]
      if last.disposal == .clear, last.width == width, last.height == height { return i }
      i -= 1
    }
    return 0
  }

  /// Draws the next frame onto the canvas.
  private func draw(_ index: Int, _ canvas: inout Canvas) throws {
    if index > 0, canvas.index >= 0 {
      let last = frames[index - 1]
      switch last.disposal {
      case .none: break
      case .clear:
        for row in last.y..<last.y + last.height {
          for i in row * width + last.x..<row * width + last.x + last.width { canvas.pixels[i] = 0 }
        }
      case .restore: if !canvas.before.isEmpty { canvas.pixels = canvas.before }
      }
    }
    let frame = frames[index]
    canvas.before = frame.disposal == .restore ? canvas.pixels : []
    func add(_ from: UnsafeBufferPointer<UInt32>) {
      guard from.count >= frame.width * frame.height else { return }
      canvas.pixels.withUnsafeMutableBufferPointer { to in
        for row in 0..<frame.height {
          let at = (frame.y + row) * width + frame.x
          for x in 0..<frame.width {
            let pixel = from[row * frame.width + x]
            let alpha = pixel >> 24
            to[at + x] = !frame.blends || alpha == 255 ? pixel : Self.over(pixel, to[at + x], 255 - alpha)
          }
        }
      }
    }
    switch frame.source {
    case .gif(let gif): try gif.withPixels(width: frame.width, height: frame.height, add)
    case .file(let bytes):
      let bitmap = try bytes.withUnsafeBytes { try ImageDecoder.decode($0, pixelLimit: width * height) }
      guard bitmap.width == frame.width, bitmap.height == frame.height else {
        throw LayerError("the picture is damaged: a frame has another size than stated; fetch or export it again")
      }
      withExtendedLifetime(bitmap) { add(bitmap.pixels) }
    }
    canvas.index = index
  }

  /// Composites a premultiplied pixel over another.
  private static func over(_ top: UInt32, _ under: UInt32, _ rest: UInt32) -> UInt32 {
    if rest == 255 { return under }
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let product = (under >> shift & 255) * rest + 128
      result |= min((top >> shift & 255) + (product + product >> 8) >> 8, 255) << shift
    }
    return result
  }
}

/// The frames of an animated file, as its format stores them.
struct AnimationParts {
  var width = 0
  var height = 0
  var plays = 0
  var frames: [AnimatedPicture.Frame] = []
}
