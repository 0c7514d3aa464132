// SPDX-License-Identifier: MIT
import CProcesses
import Messages
import Numbers
import Pixels
import Raster
import SystemC

/// Reads the frames of a film file in any order: an index by ffprobe, and one ffmpeg that decodes frames in order from
/// where it was started. It is started again for a frame behind it, or far ahead beyond a key frame.
///
/// Frames are found by number, never by rate, so a time shows the same frame in whatever order times are asked for. One
/// thread at a time may use it.
package final class FilmReader {
  let index: FilmIndex
  /// The remarks since they were last taken, each once.
  package var remarks: [String] = []

  private let path: String
  private let name: String
  private let isStopped: () -> Bool
  /// The limits of ffmpeg and ffprobe: the pixels of a frame, and the address space in bytes.
  private let mostPixels: Int
  private let childMemory: Int
  /// The running ffmpeg, and the number of the frame that comes next out of it.
  private var decoder: (child: llua_Child, place: Int32, next: Int)?
  /// Decoded frames by number, and the order of their last use.
  private var kept: [Int: Bitmap] = [:]
  private var order: [Int] = []
  private let mostKept: Int
  private var lastGood: Bitmap?
  private var buffer: [UInt8] = []
  private var damaged: Set<Int> = []
  private var knownSound: Bool?
  /// ffmpeg's last message, for errors.
  private var said = ""

  /// A frame farther ahead than this is searched for, if a key frame lies between.
  private static let farAhead = 32
  /// The time without a byte after which ffmpeg counts as stuck, in milliseconds.
  private static let patience: Int32 = 10_000

  /// - Parameters:
  ///   - path: the resolved path of a file that may be read.
  ///   - name: the name as it was given, for messages.
  ///   - memory: the memory for decoded frames, in bytes; a single frame may take a quarter of it. ffmpeg's own memory
  ///     is limited in proportion.
  ///   - isStopped: polled periodically; true ends a search.
  /// - Throws: `LayerError`, `.missing` without ffmpeg.
  package init(_ path: String, name: String, memory: Int, isStopped: @escaping () -> Bool = { false }) throws {
    self.path = path
    self.name = name
    self.isStopped = isStopped
    mostPixels = Self.mostPixels(memory)
    childMemory = Self.childMemory(memory)
    let text = try MediaProbe.run(
      FilmIndex.arguments, path: path, name: name, mostPixels: mostPixels, memory: childMemory, isStopped: isStopped)
    do { index = try FilmIndex(text) } catch {
      throw LayerError(error.kind, "film \"\(name)\": \(error.message)")
    }
    let size = index.width * index.height * 4
    guard size <= memory / 4 else {
      throw LayerError(
        .limit,
        "film \"\(name)\": a frame of \(index.width)×\(index.height) pixels takes more memory than is allowed: make it "
          + "smaller, or raise the limit")
    }
    mostKept = max(min(memory / 2 / size, 600), 2)
    if index.isHighRange {
      remarks.append("its colours have a high dynamic range (PQ or HLG), which is shown as it is, so it looks pale")
    }
  }

  deinit { stop() }

  /// The largest frame that ffmpeg and ffprobe may decode, in pixels. A frame that is allowed takes a quarter of the
  /// memory, 4 bytes a pixel; decoders align its sides, and compare this number with the aligned size.
  package static func mostPixels(_ memory: Int) -> Int { memory / 16 + memory / 64 + (1 << 16) }

  /// The address space of ffmpeg or ffprobe for a film: 1 GiB for the program, its libraries and small frames, and four
  /// times the film's memory, 64 bytes for each pixel of the largest frame, for the frames that a decoder holds.
  package static func childMemory(_ memory: Int) -> Int { (1 << 30) + 4 * memory }

  /// The size as shown, in points.
  package var shownSize: (width: Double, height: Double) { index.shownSize }
  /// In seconds.
  package var duration: Double { index.duration }
  /// The mean number of frames a second.
  package var frameRate: Double { index.frameRate }
  package var frameCount: Int { index.times.count }
  package var hasAlpha: Bool { index.hasAlpha }

  /// The time of the first frame after the start of the file, in seconds.
  package var lead: Double { max(index.firstTime - index.containerStart, 0) }

  /// Returns true if the file has sound, which ffprobe tells when it is first asked.
  package func hasSound() throws -> Bool {
    if let knownSound { return knownSound }
    let streams = try MediaProbe.run(
      FilmIndex.soundArguments, path: path, name: name, mostPixels: mostPixels, memory: childMemory,
      isStopped: isStopped)
    let found = streams.utf8.contains { $0 >= 48 && $0 <= 57 }
    knownSound = found
    return found
  }

  /// Returns the number of the frame shown at a time in seconds.
  package func number(at seconds: Double) -> Int { index.frame(at: seconds) }

  /// Returns a frame by its number, from 0. A damaged one is the last good one before it.
  ///
  /// - Throws: `LayerError` if nothing can be decoded.
  package func frame(_ number: Int) throws -> Bitmap {
    let number = min(max(number, 0), index.times.count - 1)
    if let known = kept[number] {
      touch(number)
      return known
    }
    if let next = decoder?.next {
      if next > number || next + Self.farAhead < number && index.key(upTo: number) > next {
        // Backward, the frames from the key frame on are kept for the next ones.
        let key = index.key(upTo: number)
        try begin(at: next > number && number - key < mostKept ? key : number)
      }
    } else {
      try begin(at: number)
    }
    while let next = decoder?.next, next <= number {
      // A frame that is kept is decoded again: the decoder gives them in order.
      if isStopped() { throw LayerError(.cancelled, "film \"\(name)\": cancelled") }
      guard let bitmap = try read() else {
        said = words
        stop()
        return try substitute(for: number)
      }
      lastGood = bitmap
      decoder?.next = next + 1
      keep(bitmap, next)
    }
    if let made = kept[number] { return made }
    return try substitute(for: number)
  }

  /// Returns the last good frame in place of a damaged one.
  private func substitute(for number: Int) throws -> Bitmap {
    guard let lastGood else {
      throw LayerError("film \"\(name)\": ffmpeg decodes no frame of it\(said)")
    }
    if damaged.count < 100, damaged.insert(number).inserted, damaged.count == 1 {
      remarks.append("its frame at \(numberText(index.times[number])) s is damaged; the last good one is shown for it")
    }
    keep(lastGood, number)
    return lastGood
  }

  private func keep(_ bitmap: Bitmap, _ number: Int) {
    if kept.updateValue(bitmap, forKey: number) == nil { order.append(number) } else { touch(number) }
    while order.count > mostKept { kept[order.removeFirst()] = nil }
  }

  private func touch(_ number: Int) {
    guard order.last != number, let place = order.lastIndex(of: number) else { return }
    order.remove(at: place)
    order.append(number)
  }

  // MARK: The process

  /// Starts ffmpeg so that a frame comes first.
  private func begin(at number: Int) throws {
    stop()
    var first = number
    var words = [
      "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-threads", "1", "-max_pixels", "\(mostPixels)",
      "-protocol_whitelist", "file,pipe", "-format_whitelist", FilmIndex.formats, "-noautorotate",
    ]
    // The native decoders of VP8 and VP9 drop the transparency without a word.
    if index.hasAlpha, let decoder = ["vp8": "libvpx", "vp9": "libvpx-vp9"][index.codec] {
      words += ["-c:v", decoder]
    }
    if index.isSeekable, let seconds = index.seekTime(of: number) {
      words += ["-ss", fixedText(seconds, digits: 6)]
    } else {
      first = 0
    }
    // ffmpeg would convert full range to a limited one if the format did not say so.
    let planes = index.hasAlpha ? "yuva420p" : index.isFullRange ? "yuvj420p" : "yuv420p"
    words += [
      "-i", "file:\(path)", "-map", "0:v:0", "-an", "-sn", "-dn", "-fps_mode", "passthrough", "-f", "rawvideo",
      "-pix_fmt", index.isRGB ? "rgba" : planes, "pipe:1",
    ]
    var pointers: [UnsafePointer<CChar>?] = words.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    defer { for p in pointers { free(UnsafeMutablePointer(mutating: p)) } }
    var limits = llua_ChildLimits(memory: UInt64(clamping: childMemory), output: 64 << 20, processor_seconds: 36_000)
    var child = llua_Child()
    let status = llua_child_read_from(&pointers, &limits, &child)
    guard status == 0 else {
      if status == ENOENT || status == EACCES {
        throw LayerError(
          .missing,
          "film \"\(name)\": ffmpeg, which decodes it, was not found in PATH or may not be started; install it "
            + "(\(RuntimeDependency.ffmpeg.remedy))")
      }
      throw LayerError(.temporary, "film \"\(name)\": ffmpeg cannot be started: \(systemMessage(status))")
    }
    decoder = (child, llua_cleanup_add_process(child.pid), first)
  }

  /// Ends ffmpeg.
  private func stop() {
    guard let (child, place, _) = decoder else { return }
    decoder = nil
    close(child.output)
    llua_child_kill(child.pid)
    llua_cleanup_remove(place)
    close(child.errors)
  }

  /// Reads and converts the next frame; nil at the end of ffmpeg's output.
  private func read() throws -> Bitmap? {
    guard let child = decoder?.child else { return nil }
    let planes = VideoPlanes(
      width: index.width, height: index.height, hasAlpha: index.hasAlpha && !index.isRGB, matrix: index.matrix,
      isFullRange: index.isFullRange)
    let size = index.isRGB ? index.width * index.height * 4 : planes.byteCount
    if buffer.count != size { buffer = [UInt8](repeating: 0, count: size) }
    var done = 0
    let status = llua_child_read(child.output, &buffer, size, Self.patience, &done)
    if status == ETIMEDOUT {
      throw LayerError(.limit, "film \"\(name)\": ffmpeg gave nothing for \(Self.patience / 1000) s")
    }
    guard status == 0, done == size else { return nil }
    do {
      let bitmap = index.isRGB ? try rgba() : try planes.bitmap(buffer)
      return index.rotation == 0 ? bitmap : try Self.turned(bitmap, by: index.rotation)
    } catch { throw LayerError(.limit, "film \"\(name)\": there is not enough memory for a frame") }
  }

  private func rgba() throws -> Bitmap {
    try Bitmap(width: index.width, height: index.height, scale: 1) { out in
      for i in 0..<out.count {
        let (r, g, b, a) = (
          UInt32(buffer[4 * i]), UInt32(buffer[4 * i + 1]), UInt32(buffer[4 * i + 2]), UInt32(buffer[4 * i + 3])
        )
        out[i] =
          a == 255
          ? r | g << 8 | b << 16 | 0xFF00_0000
          : (r * a + 127) / 255 | (g * a + 127) / 255 << 8 | (b * a + 127) / 255 << 16 | a << 24
      }
    }
  }

  /// Returns a picture turned clockwise by quarters.
  private static func turned(_ bitmap: Bitmap, by degrees: Int) throws -> Bitmap {
    let (w, h) = (bitmap.width, bitmap.height)
    let swaps = degrees % 180 != 0
    return try Bitmap(width: swaps ? h : w, height: swaps ? w : h, scale: 1) { out in
      for y in 0..<h {
        for x in 0..<w {
          let pixel = bitmap.pixels[y * w + x]
          switch degrees {
          case 90: out[x * h + (h - 1 - y)] = pixel
          case 180: out[(h - 1 - y) * w + (w - 1 - x)] = pixel
          case 270: out[(w - 1 - x) * h + y] = pixel
          default: out[y * w + x] = pixel
          }
        }
      }
    }
  }

  /// ffmpeg's last message, for errors.
  private var words: String {
    guard let child = decoder?.child else { return "" }
    var bytes = [CChar](repeating: 0, count: 2048)
    let count = llua_child_errors(child.errors, &bytes, bytes.count)
    let text = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ProgramWords(named: [path: name]).last(text)
  }
}
