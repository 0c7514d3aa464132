// SPDX-License-Identifier: MIT
import Formats
import Messages
import Numbers
import Sandbox
import SystemC

/// The sounds of a film as inputs of the ffmpeg that encodes it, and the filters that mix them.
///
/// The film's length is known before, so the sound is cut or filled with silence to exactly that length.
package struct FilmAudio: Sendable {
  private struct Track {
    var sound: FilmSound
    /// The resolved path.
    var path: String
    /// The length of the file in seconds; nil if it was not needed.
    var fileLength: Double?
    /// True for the sound of a film that a layer shows.
    var isClip = false
  }
  private var tracks: [Track] = []
  /// Warnings of sounds that are not heard.
  private(set) var notes: [String] = []
  /// The length of the written part of the film, and the time of its first frame after the film's frame 0, in seconds.
  private let length: Double
  private let offset: Double

  /// The containers of sound that ffmpeg may open: none of them refers to other files.
  private static let formats = "mp3,wav,flac,ogg,mov,aac,matroska,webm,aiff,caf,w64,ac3,eac3,amr,au,opus"

  /// - Parameters:
  ///   - clips: the sounds of the films that layers show: parts of files that have sound, in step with their frames.
  ///   - path: returns the real path of a file that may be read.
  ///   - name: the film's name, for messages.
  /// - Throws: `LayerError` for a sound that may not or cannot be read, or has settings out of range.
  package init(
    _ sounds: [FilmSound], clips: [FilmSound] = [], length: Double, offset: Double, name: String,
    path: (String) throws -> String
  ) throws {
    self.length = length
    self.offset = offset
    for sound in sounds {
      let real = try path(sound.file)
      guard access(real, R_OK) == 0 else {
        throw LayerError(.file, "cannot read sound \"\(sound.file)\": \(systemMessage(errno))")
      }
      var track = Track(sound: sound, path: real)
      let needsLength = sound.fadeOut > 0 && sound.to == nil && !sound.isLooped
      if needsLength {
        track.fileLength = try MediaProbe.duration(ofSound: real, name: sound.file, formats: Self.formats)
      }
      let end = offset + length
      if sound.start >= end {
        notes.append(
          "sound \"\(sound.file)\" is not heard: it starts at \(numberText(sound.start)) s, and the film ends at "
            + "\(numberText(end, decimals: 3)) s")
      } else if sound.from > 0,
        let length = try? MediaProbe.duration(ofSound: real, name: sound.file, formats: Self.formats),
        sound.from >= length
      {
        notes.append(
          "sound \"\(sound.file)\" is not heard: from is \(numberText(sound.from)) s, and the file ends at "
            + "\(numberText(length, decimals: 3)) s")
      }
      tracks.append(track)
    }
    for clip in clips { tracks.append(Track(sound: clip, path: try path(clip.file), isClip: true)) }
  }

  /// Returns ffmpeg's arguments for the sounds' files, which follow the frames as inputs from number 1.
  var inputs: [String] {
    tracks.flatMap { track -> [String] in
      let sound = track.sound
      let loops = sound.isLooped ? -1 : sound.loops - 1
      // A part of a file is repeated by a filter instead.
      let repeats = loops != 0 && sound.from == 0 && sound.to == nil ? ["-stream_loop", "\(loops)"] : []
      return repeats + [
        "-protocol_whitelist", "file", "-format_whitelist", track.isClip ? FilmIndex.formats : Self.formats, "-vn",
        // Pictures of the file, which ffmpeg decodes to learn their form.
        "-threads", "1", "-max_pixels", "\(MediaProbe.mostPixels)", "-i", "file:\(track.path)",
      ]
    }
  }

  /// Returns ffmpeg's arguments for the output with sound.
  func output(_ video: FileFormat.VideoEncoder) -> [String] {
    let codec = video == .h264 ? ["-c:a", "aac", "-b:a", "192k"] : ["-c:a", "libopus", "-b:a", "160k"]
    return ["-filter_complex", graph, "-map", "0:v", "-map", "[sound]"] + codec + ["-flags:a", "+bitexact"]
  }

  private var graph: String {
    var parts: [String] = []
    for (i, track) in tracks.enumerated() {
      let sound = track.sound
      // Sound that begins after the first frame of a clip follows silence.
      var chain = [
        track.isClip ? "aresample=48000:async=1:first_pts=0" : "aresample=48000",
        // One channel is heard on both sides as loud as it is; the conversion to stereo would halve its power. It mixes
        // more than two channels to the left and the right side. Channels that a file lacks count nothing.
        "aformat=sample_fmts=fltp:channel_layouts=stereo|mono", "pan=stereo|FL=FL+FC|FR=FR+FC",
      ]
      var own: Double?
      let isPart = sound.from > 0 || sound.to != nil
      if isPart {
        chain.append("atrim=start=\(text(sound.from))" + (sound.to.map { ":end=\(text($0))" } ?? ""))
        chain.append("asetpts=PTS-STARTPTS")
        own = sound.to.map { $0 - sound.from }
        // A clip is repeated with its frames, also if its sound ends before them.
        if track.isClip, sound.isLooped, let own { chain.append("apad=whole_dur=\(text(own))") }
        let loops = sound.isLooped ? -1 : sound.loops - 1
        // It keeps the whole part in memory, at most ten minutes.
        if loops != 0 {
          let samples = own.map { Int(clamping: ($0 * 48_000).rounded()) } ?? .max
          chain.append("aloop=loop=\(loops):size=\(min(samples, 28_800_000))")
        }
      } else {
        own = track.fileLength
      }
      if own == nil, let length = track.fileLength { own = max(length - sound.from, 0) }
      var end = own.map { $0 * Double(sound.loops) }
      if sound.isLooped { end = nil }
      // The sound ends with the film at the latest.
      let rest = max(length + offset - sound.start, 0)
      let last = min(end ?? rest, rest)
      if sound.gain != 0 { chain.append("volume=\(text(sound.gain))dB") }
      if sound.pan != 0 {
        chain.append(
          "pan=stereo|c0=\(text(min(1, 1 - sound.pan)))*c0|c1=\(text(min(1, 1 + sound.pan)))*c1")
      }
      if sound.fadeIn > 0 { chain.append("afade=t=in:d=\(text(sound.fadeIn))") }
      if sound.fadeOut > 0 {
        let length = min(sound.fadeOut, last)
        chain.append("afade=t=out:st=\(text(last - length)):d=\(text(max(length, 0.001)))")
      }
      let start = sound.start - offset
      if start > 0 {
        chain.append("adelay=\(Int(clamping: (start * 48_000).rounded()))S:all=1")
      } else if start < 0 {
        chain += ["atrim=start=\(text(-start))", "asetpts=PTS-STARTPTS"]
      }
      parts.append("[\(i + 1):a:0]" + chain.joined(separator: ",") + "[s\(i)]")
    }
    let all = tracks.indices.map { "[s\($0)]" }.joined()
    let mix = tracks.count > 1 ? "amix=inputs=\(tracks.count):normalize=0:duration=longest," : ""
    parts.append("\(all)\(mix)alimiter=limit=0.98:level=0,apad,atrim=end=\(text(length))[sound]")
    return parts.joined(separator: ";")
  }

  /// Returns a number for a filter: to a microsecond, without an exponent.
  private func text(_ value: Double) -> String { fixedText(value, digits: 6) }
}

/// Returns a number with a fixed number of decimal places, up to 9 of them and 1e9.
package func fixedText(_ value: Double, digits: Int) -> String {
  var unit = 1
  for _ in 0..<min(max(digits, 0), 9) { unit *= 10 }
  let whole = Int(clamping: (min(max(value, -1e9), 1e9) * Double(unit)).rounded())
  let (number, rest) = abs(whole).quotientAndRemainder(dividingBy: unit)
  let tail = String(rest)
  let zeros = String(repeating: "0", count: max(digits - tail.count, 0))
  return (whole < 0 ? "-" : "") + "\(number)" + (digits > 0 ? ".\(zeros)\(tail)" : "")
}
