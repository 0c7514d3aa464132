// SPDX-License-Identifier: MIT
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// Pairs of scenes that must look the same, facts measured on Apple's framework, and random layer trees beside a
/// browser.
extension OracleTests {
  @Test(arguments: Oracle.pairs) func `two ways to build a scene look the same`(name: String) throws {
    try Oracle.check("reftests/" + name, Oracle.pair(name))
  }

  @Test(arguments: Oracle.cases(in: "reftests/numeric"))
  func `numbers are as other test suites have them`(name: String) throws {
    try Oracle.check("reftests/" + name, Oracle.facts("reftests/numeric/" + name))
  }

  @Test(arguments: Oracle.appleTopics) func `what Apple's framework was measured to do is done`(topic: String)
    throws
  {
    try Oracle.check("apple/" + topic, Oracle.facts("apple/" + topic))
  }

  @Test(arguments: Oracle.cases(in: "random/finds")) func `what random trees found stays mended`(name: String)
    throws
  {
    try Oracle.check("random/" + name, Oracle.find(name))
  }

  /// Seeds 1 to 40, or those of LAYERLUA_RANDOM_SEEDS (`1-2000`); pictures of what differs are left in .build/random.
  @Test(
    .enabled(if: RandomTrees.toolsAreThere, "\(RandomTrees.needs)"))
  func `random layer trees are as a browser draws them`() throws {
    let verdict = try RandomTrees.compare()
    #expect(verdict.compared > 0, "\(verdict.line)")
    #expect(
      verdict.line.contains(" 0 different, 0 errors"), "\(verdict.line); pictures of them in \(RandomTrees.output)/bad")
  }
}

extension Oracle {
  static let pairs = cases(in: "reftests/pairs").filter { $0.hasSuffix(".a") }.map { String($0.dropLast(2)) }

  /// differs.lua holds what is done otherwise on purpose.
  static let appleTopics = cases(in: "apple").filter { $0 != "differs" }

  /// Pairs name what they allow in a comment: `-- limit: max M share S`, or `-- mismatch: at least S`.
  enum PairLimit {
    /// No channel differs by more than `worst`, and at most `share` of the pixels have one that differs by more than 2.
    case equal(worst: Int, share: Double)
    /// At least this share of the pixels has a channel that differs by more than 32.
    case different(share: Double)

    init(comments text: String) throws {
      if let match = text.firstMatch(of: /-- limit: max (\d+) share (\S+)/), let worst = Int(match.1),
        let share = Double(match.2)
      {
        self = .equal(worst: worst, share: share)
      } else if let match = text.firstMatch(of: /-- mismatch: at least (\S+)/), let share = Double(match.1) {
        self = .different(share: share)
      } else {
        throw MissingLimit()
      }
    }
  }

  struct MissingLimit: Error {}

  static func pair(_ name: String) throws -> String? {
    let output = try TemporaryFolder()
    var bitmaps: [Bitmap] = []
    for side in ["a", "b"] {
      let result = try runCommand(
        Checkout.program, ["\(name).\(side).lua", "-o", "\(output.path)/\(side).png", "--quiet"],
        in: "\(folder)/reftests/pairs")
      if let death = death(result) { return death }
      guard result.status == 0 else { return "\(side): exit \(result.status ?? -1): \(firstLine(result.errors))" }
      bitmaps.append(try readBitmap("\(output.path)/\(side).png"))
    }
    let (a, b) = (bitmaps[0], bitmaps[1])
    guard a.width == b.width, a.height == b.height else {
      return "sizes \(a.width)×\(a.height) and \(b.width)×\(b.height)"
    }
    var (worst, place, overTwo, overThirtyTwo) = (0, 0, 0, 0)
    for i in a.pixels.indices {
      let difference = straightDifference(a.pixels[i], b.pixels[i])
      if difference > worst { (worst, place) = (difference, i) }
      if difference > 2 { overTwo += 1 }
      if difference > 32 { overThirtyTwo += 1 }
    }
    let count = Double(max(a.pixels.count, 1))
    switch try PairLimit(comments: String(contentsOfFile: "\(folder)/reftests/pairs/\(name).a.lua", encoding: .utf8)) {
    case .equal(let limit, let share):
      if worst <= limit, Double(overTwo) / count <= share { return nil }
      return
        "largest difference \(worst) (limit \(limit)) at (\(place % a.width), \(place / a.width)), share \(Double(overTwo) / count) (limit \(share))"
    case .different(let share):
      if Double(overThirtyTwo) / count >= share { return nil }
      return "only \(Double(overThirtyTwo) / count) of the pixels differ, expected at least \(share)"
    }
  }

  /// The largest difference of a channel of two premultiplied pixels, taken without the alpha in the colours; a
  /// transparent pixel has no colour.
  private static func straightDifference(_ p: UInt32, _ q: UInt32) -> Int {
    if p == q { return 0 }
    func channels(_ pixel: UInt32) -> [Int] {
      let alpha = Int(pixel >> 24)
      if alpha == 0 { return [0, 0, 0, 0] }
      return [0, 8, 16].map { min((Int(pixel >> $0 & 255) * 255 + alpha / 2) / alpha, 255) } + [alpha]
    }
    return zip(channels(p), channels(q)).map { abs($0 - $1) }.max() ?? 0
  }

  /// Runs a script that prints `ok NAME` and `FAIL NAME: …` lines.
  static func facts(_ path: String) throws -> String? {
    let output = try TemporaryFolder()
    let result = try runCommand(Checkout.program, ["\(folder)/\(path).lua", "--quiet"], in: output.path)
    if let death = death(result) { return death }
    guard result.status == 0 else { return "exit \(result.status ?? -1): \(firstLine(result.errors))" }
    let lines = result.text.split(separator: "\n")
    let failures = lines.filter { $0.hasPrefix("FAIL ") }
    if !failures.isEmpty { return failures.joined(separator: "\n") }
    return lines.contains { $0.hasPrefix("ok ") } ? nil : "the script checked nothing"
  }

  /// Beside a picture of exact areas and depths, as far as pixels of 255 levels and the conflation of edges that meet
  /// allow.
  static func find(_ name: String) throws -> String? {
    let output = try TemporaryFolder()
    let result = try runCommand(
      Checkout.program, ["\(name).lua", "-o", output.path + "/out.png"], in: "\(folder)/random/finds")
    if let death = death(result) { return death }
    guard result.status == 0 else { return "exit \(result.status ?? -1): \(firstLine(result.errors))" }
    let expected = try Picture(contentsOf: "\(folder)/random/finds/\(name).expected.png")
    let actual = try Picture(contentsOf: output.path + "/out.png")
    guard expected.width == actual.width, expected.height == actual.height else { return "another size" }
    var (off, worst) = (0, 0)
    for i in stride(from: 0, to: expected.bytes.count, by: 3) {
      let difference = (i..<i + 3).map { abs(Int(expected.bytes[$0]) - Int(actual.bytes[$0])) }.max() ?? 0
      worst = max(worst, difference)
      if difference > 26 { off += 1 }
    }
    let mean = PictureMeasure(expected, actual).meanError
    // Where a cut ends at an outer edge both count in one pixel: of 30,000 a few are off by more than edges that meet
    // are.
    if off <= 10, worst <= 60, mean <= 0.1 { return nil }
    try? writeStrip(expected: expected, actual: actual, to: "\(folder)/random/difference/\(name).png")
    return
      "\(off) pixels are off by more than 26 (limit 10), one by \(worst) (limit 60), mean error \(mean) (limit 0.1)"
  }
}

/// The generator of random layer trees, and what compares ours with a browser's picture of the same tree.
enum RandomTrees {
  static let needs = "needs chromium, and playwright, numpy and Pillow for python3 (or for LAYERLUA_PYTHON)"
  static let output = Checkout.root + "/.build/random"
  static let python = ProcessInfo.processInfo.environment["LAYERLUA_PYTHON"] ?? "python3"

  static let toolsAreThere: Bool = {
    let check = "command -v chromium >/dev/null && exec \"$0\" -c 'import numpy, PIL, playwright'"
    return (try? runCommand("/bin/sh", ["-c", check, python], in: "/").status) == 0
  }()

  struct Verdict {
    /// The last line that the comparison prints.
    var line: String
    var compared: Int
  }

  static func compare() throws -> Verdict {
    try? FileManager.default.removeItem(atPath: output)
    let seeds = ProcessInfo.processInfo.environment["LAYERLUA_RANDOM_SEEDS"] ?? "1-40"
    let result = try runCommand(
      "/usr/bin/env",
      [python, "\(Oracle.folder)/random/differ.py", "--seeds", seeds, "--binary", Checkout.program, "--out", output],
      in: Checkout.root, limit: 7200)
    let line = String(result.text.split(separator: "\n").last ?? "\(result.errors.suffix(600))")
    let compared = line.firstMatch(of: /(\d+) compared/).flatMap { Int($0.1) } ?? 0
    return Verdict(line: line, compared: compared)
  }
}
