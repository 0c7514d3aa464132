// SPDX-License-Identifier: MIT
import Foundation
import ImageFiles
import Pixels
import Testing
import TestSupport

/// The cases of Tests/Oracle, each through the built program. Cases on the list of expected failures must fail.
@Suite struct OracleTests {
  @Test(arguments: Oracle.cases(in: "pictures")) func `pictures are as a browser draws them`(name: String)
    throws
  {
    try Oracle.check(name, Oracle.picture(name))
  }

  @Test(arguments: Oracle.cases(in: "numeric")) func `numbers are as other software has them`(name: String)
    throws
  {
    try Oracle.check(name, Oracle.numbers(name))
  }

  @Test(arguments: Oracle.cases(in: "hostile")) func `hostile scripts and files end as they must`(name: String)
    throws
  {
    try Oracle.check(name, Oracle.hostile(name))
  }

  @Test func `every expected failure is a case, listed once, with a reason`() {
    let all = Set(
      ["pictures", "numeric", "hostile"].flatMap { Oracle.cases(in: $0) }
        + (Oracle.pairs + Oracle.cases(in: "reftests/numeric")).map { "reftests/" + $0 }
        + Oracle.appleTopics.map { "apple/" + $0 } + Oracle.cases(in: "random/finds").map { "random/" + $0 })
    var seen: Set<String> = []
    for (name, reason) in Oracle.expectedFailures {
      #expect(all.contains(name), "\(name) is no case")
      #expect(!reason.isEmpty, "\(name) has no reason beside it")
      #expect(seen.insert(name).inserted, "\(name) is listed twice")
    }
  }
}

enum Oracle {
  static let folder = Checkout.root + "/Tests/Oracle"

  static func cases(in suite: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(suite)")) ?? []
    return names.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted()
  }

  static let expectedFailures: [(name: String, reason: String)] = {
    let text = (try? String(contentsOfFile: "\(folder)/expected-failures.txt", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "#", maxSplits: 1)
      return (
        parts[0].trimmingCharacters(in: .whitespaces),
        parts.count < 2 ? "" : parts[1].trimmingCharacters(in: .whitespaces)
      )
    }
  }()

  /// A picture's scale and limits.
  struct Entry: Decodable, Sendable {
    var kind: String?
    var scale: Double?
    var args: [String]?
    var max_share: Double?
    var max_mae: Double?
    var ink_px: Double?
  }

  static let manifest: [String: Entry] = {
    guard let data = FileManager.default.contents(atPath: "\(folder)/pictures/manifest.json") else { return [:] }
    return (try? JSONDecoder().decode([String: Entry].self, from: data)) ?? [:]
  }()

  /// Takes the verdict (nil is passed) against the list.
  static func check(_ name: String, _ verdict: String?) {
    let expectedToFail = expectedFailures.contains { $0.name == name }
    if expectedToFail {
      #expect(verdict != nil, "\(name) passes; take it off Tests/Oracle/expected-failures.txt")
    } else if let verdict {
      Issue.record("\(name): \(verdict)")
    }
  }

  /// Why a run is wrong whatever it was to do.
  static func death(_ result: CommandResult) -> String? {
    if result.hadToBeStopped { return "no end within two minutes" }
    if let signal = result.signal { return "crashed: signal \(signal)" }
    return nil
  }

  static func firstLine(_ text: String) -> String {
    String(text.split(separator: "\n").first ?? "").prefix(300).description
  }

  static func picture(_ name: String) throws -> String? {
    guard let entry = manifest[name] else { return "the manifest does not name it" }
    let scale = entry.scale ?? 1
    let output = try TemporaryFolder()
    var arguments = ["\(name).lua", "-o", output.path + "/out.png"]
    if scale != 1 { arguments += ["--scale", String(format: "%g", scale)] }
    arguments += entry.args ?? []
    let result = try runCommand(Checkout.program, arguments, in: "\(folder)/pictures")
    if let death = death(result) { return death }
    guard result.status == 0 else { return "exit \(result.status ?? -1): \(firstLine(result.errors))" }
    guard output.exists("out.png") else { return "no picture was written" }
    let expected = try Picture(contentsOf: "\(folder)/pictures/\(name).png")
    let actual: Picture
    do { actual = try Picture(contentsOf: output.path + "/out.png") } catch {
      return "the picture cannot be read: \(error)"
    }
    guard expected.width == actual.width, expected.height == actual.height else {
      return "size \(actual.width)×\(actual.height), expected \(expected.width)×\(expected.height)"
    }
    let verdict =
      entry.kind == "text" ? compareInk(expected, actual, entry, scale) : comparePixels(expected, actual, entry)
    if verdict != nil {
      try? writeStrip(expected: expected, actual: actual, to: "\(folder)/pictures/difference/\(name).png")
    }
    return verdict
  }

  private static func comparePixels(_ expected: Picture, _ actual: Picture, _ entry: Entry) -> String? {
    let measure = PictureMeasure(expected, actual)
    let maxShare = entry.max_share ?? 0.004
    let maxError = entry.max_mae ?? 1.5
    if measure.badShare <= maxShare && measure.meanError <= maxError { return nil }
    return String(
      format: "bad pixels %.2f%% (limit %.2f%%), mean error %.2f (limit %.2f)", measure.badShare * 100, maxShare * 100,
      measure.meanError, maxError)
  }

  private static func compareInk(_ expected: Picture, _ actual: Picture, _ entry: Entry, _ scale: Double) -> String? {
    guard let want = Ink(expected) else { return "the expected picture has no ink" }
    guard let got = Ink(actual) else { return "no ink" }
    let tolerance = (entry.ink_px ?? 4) * scale
    let worst = max(
      abs(got.minX - want.minX), abs(got.minY - want.minY), abs(got.maxX - want.maxX), abs(got.maxY - want.maxY))
    let ratio = got.amount / want.amount
    if Double(worst) <= tolerance, (0.65...1.5).contains(ratio), got.rows == want.rows { return nil }
    return String(
      format: "ink box off by %d (limit %g), ink ratio %.2f, rows %d, expected %d", worst, tolerance, ratio, got.rows,
      want.rows)
  }

  static func numbers(_ name: String) throws -> String? {
    let work = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: "\(folder)/numeric/\(name).lua", toPath: "\(work.path)/\(name).lua")
    let result = try runCommand(Checkout.program, ["\(name).lua"], in: work.path)
    if let death = death(result) { return death }
    guard result.status == 0 else {
      return
        "exit \(result.status ?? -1): \(result.text.split(separator: "\n").last ?? "") \(result.errors.prefix(800))"
    }
    guard let match = result.text.firstMatch(of: /(\d+) checks, (\d+) wrong/) else {
      return "the script ended without its summary"
    }
    return match.2 == "0" ? nil : "\(match.2) of \(match.1) checks are wrong"
  }

  static func hostile(_ name: String) throws -> String? {
    let work = try TemporaryFolder()
    let cwd = work.path + "/case"
    try FileManager.default.createDirectory(atPath: cwd, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(folder)/hostile/\(name).lua", toPath: "\(cwd)/\(name).lua")
    try FileManager.default.copyItem(atPath: "\(folder)/hostile/files", toPath: cwd + "/files")
    let rules = try HostileRules(name)
    // A case that ends by a limit ends alike by a smaller one, and sooner.
    let limits: [(kind: String, option: [String])] = [
      ("loop-", ["--time-limit", "0.4"]), ("memory-", ["--memory-limit", "50000000"]),
    ]
    let smaller = limits.first { name.hasPrefix($0.kind) && rules.arguments.contains($0.option[0]) }?.option ?? []
    let result = try runCommand(
      Checkout.program, ["\(name).lua", "-o", "out.png"] + rules.arguments + smaller, in: cwd)
    if let death = death(result) { return death }
    let status = result.status ?? -1
    guard rules.expected.contains(status) else {
      return "exit \(status), expected \(rules.expected): \(firstLine(result.errors))"
    }
    let errors = result.errors
    if status == 1 {
      let lines = rules["line"].flatMap { $0.split(separator: ",") }
      if lines.isEmpty {
        if !rules.needsNoLine, !errors.contains(try Regex("\(name)\\.lua:\\d+:")) {
          return "the error names no line of the script: \(firstLine(errors))"
        }
      } else if !lines.contains(where: { errors.contains("\(name).lua:\($0):") }) {
        return "the error does not name line \(lines): \(firstLine(errors))"
      }
    }
    if status != 0 {
      for rule in rules["stderr"] where rule != "noline" {
        let choices = rule.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        if !choices.contains(where: { errors.lowercased().contains($0) }) {
          return "the message lacks \"\(rule)\": \(firstLine(errors))"
        }
      }
    }
    for text in rules["stdout"] where !result.text.contains(text) { return "standard output lacks \"\(text)\"" }
    for text in rules["never"] where errors.contains(text) || result.text.contains(text) {
      return "the output holds \"\(text)\""
    }
    func exists(_ file: String) -> Bool {
      (try? FileManager.default.attributesOfItem(atPath: file.hasPrefix("/") ? file : "\(cwd)/\(file)")) != nil
    }
    for file in rules["absent"] where exists(file) { return "wrote \(file)" }
    for file in rules["present"] where !exists(file) { return "removed \(file)" }
    return nil
  }
}

/// The comments at the top of a hostile script, or its `.head` file.
struct HostileRules {
  private var rules: [(key: String, value: String)] = []

  init(_ name: String) throws {
    let base = "\(Oracle.folder)/hostile/\(name)"
    let path = FileManager.default.fileExists(atPath: base + ".head") ? base + ".head" : base + ".lua"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /--\s*(expect|stderr|args|absent|present|never|line|stdout):\s*(.*?)\s*/) {
        rules.append((String(match.1), String(match.2)))
      } else if !line.hasPrefix("--") {
        break
      }
    }
  }

  subscript(key: String) -> [String] { rules.filter { $0.key == key }.map(\.value) }
  var expected: [Int32] {
    (self["expect"].first ?? "1").split(separator: ",").compactMap { Int32($0.trimmingCharacters(in: .whitespaces)) }
  }
  var arguments: [String] { self["args"].flatMap { $0.split(separator: " ").map(String.init) } }
  var needsNoLine: Bool { self["stderr"].contains("noline") }
}
