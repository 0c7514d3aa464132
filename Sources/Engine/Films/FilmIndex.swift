// SPDX-License-Identifier: MIT
import Messages
import Numbers
import Raster

/// The index of a film file: its frames by time, and its properties, as ffprobe lists them.
struct FilmIndex: Sendable {
  /// The times at which frames begin, in seconds from the first one, ascending.
  var times: [Double] = []
  /// For each frame, true if decoding can start there.
  var isKey: [Bool] = []
  /// The time of the first frame in the container, and the start of the container, in seconds.
  var firstTime = 0.0
  var containerStart = 0.0
  /// The size of the decoded frames in pixels.
  var width = 0
  var height = 0
  /// The width of a pixel divided by its height.
  var pixelAspect = 1.0
  /// The clockwise rotation for display: 0, 90, 180 or 270 degrees.
  var rotation = 0
  var codec = ""
  var hasAlpha = false
  /// True if the frames are RGB, grey or have a palette.
  var isRGB = false
  var matrix = VideoPlanes.Matrix.bt601
  var isFullRange = false
  /// True if the transfer function is one of high dynamic range.
  var isHighRange = false
  /// True if the container can be searched; others are read from the start.
  var isSeekable = false
  /// The length in seconds.
  var duration = 0.0

  /// The containers that ffmpeg may open: none of them refers to other files.
  static let formats = "mov,mp4,matroska,webm,avi,gif,apng,mpegts,mpeg,ogg,flv,asf,ivf,h264,hevc,m4v,mjpeg,nut,mxf,3gp"
  /// The containers whose index leads to key frames.
  private static let seekable: Set<String> = ["mov", "mp4", "matroska", "webm", "avi", "gif", "apng"]
  /// The maximum number of packets and the maximum side of a frame in pixels.
  private static let mostPackets = 1_000_000, mostSide = 16_384

  /// ffprobe's arguments before the file.
  static let arguments = [
    "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", formats, "-select_streams", "v:0",
    "-show_entries",
    "packet=pts_time,flags:stream=codec_name,width,height,sample_aspect_ratio,pix_fmt,color_range,color_space,"
      + "color_transfer,avg_frame_rate,duration:stream_tags=alpha_mode,rotate:stream_side_data=rotation:"
      + "format=format_name,start_time,duration",
    "-of", "compact=p=1:nk=0",
  ]

  /// ffprobe's arguments before a file whose first stream of sound is asked for.
  static let soundArguments = [
    "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", formats, "-select_streams", "a:0",
    "-show_entries", "stream=index", "-of", "csv=p=0",
  ]

  /// Parses ffprobe's output.
  ///
  /// - Throws: `LayerError`; the message does not name the file.
  init(_ text: String) throws(LayerError) {
    var packets: [(time: Double, isKey: Bool)] = []
    var pixels = "", space = "", hasStream = false, streamDuration: Double?, formatDuration: Double?
    for line in text.split(separator: "\n") {
      if packets.count > Self.mostPackets {
        throw LayerError(.limit, "it has more than \(Self.mostPackets) frames: shorten it")
      }
      var fields = line.split(separator: "|")
      guard !fields.isEmpty else { continue }
      let kind = fields.removeFirst()
      var time: Double?, flags: Substring = ""
      for field in fields {
        guard let equal = field.firstIndex(of: "=") else { continue }
        let value = field[field.index(after: equal)...]
        switch field[..<equal] {
        case "pts_time": time = Double(value)
        case "flags": flags = value
        case "codec_name": codec = String(value)
        case "width": width = Int(value) ?? 0
        case "height": height = Int(value) ?? 0
        case "sample_aspect_ratio":
          let parts = value.split(separator: ":").compactMap { Double($0) }
          if parts.count == 2, parts[0] > 0, parts[1] > 0 { pixelAspect = parts[0] / parts[1] }
        case "pix_fmt": pixels = String(value)
        case "color_range": isFullRange = value == "pc"
        case "color_space": space = String(value)
        case "color_transfer": isHighRange = value == "smpte2084" || value == "arib-std-b67"
        case "tag:alpha_mode": hasAlpha = value == "1"
        case "tag:rotate", "rotation", "side_datum/display_matrix:rotation":
          // The tag turns clockwise, the matrix counterclockwise.
          guard let degrees = Double(value), degrees.isFinite else { continue }
          let turned = Int(clamping: (field.hasPrefix("tag") ? degrees : -degrees).rounded())
          rotation = ((turned % 360) + 360) % 360
        case "duration": if kind == "format" { formatDuration = Double(value) } else { streamDuration = Double(value) }
        case "format_name": isSeekable = value.split(separator: ",").contains { Self.seekable.contains(String($0)) }
        case "start_time": containerStart = Double(value) ?? 0
        default: break
        }
      }
      if kind == "stream" { hasStream = true }
      // Packets marked D are not shown.
      if kind == "packet", let time, time.isFinite, !flags.utf8.contains(UInt8(ascii: "D")) {
        packets.append((time, flags.hasPrefix("K")))
      }
    }
    guard hasStream, !packets.isEmpty else { throw LayerError("it has no moving picture") }
    guard (1...Self.mostSide).contains(width), (1...Self.mostSide).contains(height) else {
      throw LayerError(
        .limit, "its frames have \(width)×\(height) pixels: each side must be 1 to \(Self.mostSide)")
    }
    guard pixelAspect > 0.01, pixelAspect < 100 else { throw LayerError("its pixels have no sensible shape") }
    packets.sort { $0.time < $1.time }
    firstTime = packets[0].time
    for packet in packets {
      let time = packet.time - firstTime
      // The first of several packets at one time is shown.
      if let last = times.last, time <= last { continue }
      times.append(time)
      isKey.append(packet.isKey)
    }
    isKey[0] = true
    let rgb = ["rgb", "bgr", "gbr", "argb", "abgr", "pal8", "gray", "ya", "mono"]
    isRGB = rgb.contains { pixels.hasPrefix($0) } || pixels.hasPrefix("0rgb") || pixels.hasPrefix("0bgr")
    // Among the names of RGB formats, those with an a have alpha.
    let isTransparentRGB = isRGB && !pixels.hasPrefix("gray") && pixels.utf8.contains(UInt8(ascii: "a"))
    if isTransparentRGB || pixels.hasPrefix("yuva") { hasAlpha = true }
    isFullRange = isFullRange || pixels.hasPrefix("yuvj")
    switch space {
    case "bt709": matrix = .bt709
    case "bt2020nc", "bt2020c": matrix = .bt2020
    case "smpte170m", "bt470bg": matrix = .bt601
    default: matrix = height >= 720 ? .bt709 : .bt601
    }
    let step = times.count > 1 ? (times[times.count - 1] / Double(times.count - 1)) : 0.04
    let end = times[times.count - 1] + step
    // The stated length may include sound; a frame is shown as long as its neighbours.
    let stated = streamDuration ?? formatDuration ?? end
    duration = stated.isFinite && stated > times[times.count - 1] && stated < end + step ? stated : end
  }

  /// The size as shown, in pixels that are square and upright.
  var shownSize: (width: Double, height: Double) {
    let size = (width: Double(width) * pixelAspect, height: Double(height))
    return rotation % 180 == 0 ? size : (width: size.height, height: size.width)
  }

  /// The mean number of frames a second.
  var frameRate: Double { duration > 0 ? Double(times.count) / duration : 0 }

  /// Returns the number of the frame shown at a time: the last that begins by then.
  func frame(at seconds: Double) -> Int {
    let time = seconds + 1e-9
    var low = 0, high = times.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the last key frame up to a frame.
  func key(upTo frame: Int) -> Int {
    var i = min(frame, isKey.count - 1)
    while i > 0, !isKey[i] { i -= 1 }
    return i
  }

  /// Returns the time to search for so that a frame is the first one decoded: midway to the one before, from the
  /// container's start; nil for the first frame.
  func seekTime(of frame: Int) -> Double? {
    guard frame > 0 else { return nil }
    return (times[frame - 1] + times[frame]) / 2 + firstTime - containerStart
  }
}
