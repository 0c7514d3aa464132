// SPDX-License-Identifier: MIT
import Foundation
import LayerModel
import LayerRendering
import Pixels
import TestSupport
import Testing

/// Wallpapers that people made, compared with frames of videos of their devices. The files lie beside the checkout, or
/// where LAYERLUA_ARTWORK says, and are not part of the project; without them nothing is tested.
struct DeviceFrameTests {
  static let folder =
    ProcessInfo.processInfo.environment["LAYERLUA_ARTWORK"] ?? Checkout.root + "/../shared/artwork/caml"

  /// A row of `frames.csv`.
  struct Row: CustomTestStringConvertible, Sendable {
    let frame: String, package: String, state: String, to: String
    let fraction: Double, time: Double
    let rows: Range<Int>
    /// The correlation that a prototype of the reader reached.
    let correlation: Double
    var testDescription: String { frame }

    init?(_ line: Substring) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 9, let first = Int(cells[6]), let end = Int(cells[7]), let correlation = Double(cells[8])
      else { return nil }
      (frame, package, state, to) = (cells[0], cells[1], cells[2], cells[3])
      (fraction, time) = (Double(cells[4]) ?? 0, Double(cells[5]) ?? 0)
      (rows, self.correlation) = (first..<end, correlation)
    }
  }

  static let frames: [Row] =
    ((try? String(contentsOfFile: folder + "/frames.csv", encoding: .utf8)) ?? "").split(separator: "\n").dropFirst()
    .compactMap { Row($0) }

  @Test(arguments: frames) func `a wallpaper looks as on a device`(row: Row) throws {
    let read = try ReadPackage(row.package, in: Self.folder)
    if row.to.isEmpty {
      try read.root.setState(row.state, transitionSpeed: 0)
    } else {
      try read.root.setState(from: row.state, to: row.to, fraction: row.fraction)
    }
    // Four times the frame's resolution, so that the picture can be placed to a quarter of its pixels.
    let options = RenderOptions(scale: 960 / read.package.size.width, time: row.time)
    let ours = Self.means(try read.renderer.render(read.root, options), width: 960, height: 2080)
    let frame = try readBitmap(Self.folder + "/frames/" + row.frame)
    let theirs = Self.means(frame, width: frame.width, height: frame.height)
    let first = frame.height == 520 ? row.rows.lowerBound : 0
    var found = 0.0
    for down in -2...2 {
      for across in -2...2 {
        var pairs: [(Double, Double)] = []
        for y in row.rows {
          for x in 2..<238 {
            var sum = 0.0
            for i in 0..<4 {
              let start = (4 * y + i + down) * 960 + 4 * x + across
              sum += ours[start] + ours[start + 1] + ours[start + 2] + ours[start + 3]
            }
            pairs.append((sum, theirs[(y - row.rows.lowerBound + first) * 240 + x]))
          }
        }
        found = max(found, Self.correlation(pairs))
      }
    }
    #expect(found >= row.correlation - 0.01, "\(found), the prototype \(row.correlation)")
  }

  /// Returns the sum of the channels of each pixel of a picture scaled by averages over boxes.
  private static func means(_ bitmap: Bitmap, width: Int, height: Int) -> [Double] {
    let gray = bitmap.pixels.map { Double($0 & 255) + Double($0 >> 8 & 255) + Double($0 >> 16 & 255) }
    if bitmap.width == width, bitmap.height == height { return gray }
    func scaled(
      _ values: [Double], from: Int, to: Int, lines: Int, at place: (_ line: Int, _ i: Int) -> Int
    ) -> [Double] {
      var result: [Double] = []
      result.reserveCapacity(lines * to)
      for line in 0..<lines {
        for i in 0..<to {
          let start = Double(i * from) / Double(to), end = Double((i + 1) * from) / Double(to)
          var sum = 0.0
          for k in Int(start)..<min(Int(end.rounded(.up)), from) {
            sum += values[place(line, k)] * (min(Double(k + 1), end) - max(Double(k), start))
          }
          result.append(sum / (end - start))
        }
      }
      return result
    }
    let narrow = scaled(gray, from: bitmap.width, to: width, lines: bitmap.height) { $0 * bitmap.width + $1 }
    // Columns become lines, and lines again.
    let turned = scaled(narrow, from: bitmap.height, to: height, lines: width) { $1 * width + $0 }
    return (0..<width * height).map { turned[$0 % width * height + $0 / width] }
  }

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let n = Double(pairs.count)
    let (a, b) = (pairs.reduce(0) { $0 + $1.0 } / n, pairs.reduce(0) { $0 + $1.1 } / n)
    let (xx, yy, xy) = pairs.reduce((0, 0, 0)) { sums, pair in
      let (x, y) = (pair.0 - a, pair.1 - b)
      return (sums.0 + x * x, sums.1 + y * y, sums.2 + x * y)
    }
    return xy / (xx * yy).squareRoot()
  }
}
