// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import LayerModel
import TestSupport
import Testing

/// Pages as scripts write them, with helpers in modules, loops and tables of data, in Tests/Mistakes. Mistakes are
/// listed below each page; each must be found when planted, and without them nothing may be reported:
///
///     --! RULE [in MODULE.lua]: WHAT STANDS THERE => WHAT STANDS THERE BY MISTAKE [@ WORDS OF THE FINDING]
///
/// Without such words, the finding must name the mistake's line, as its own or as a caller's.
@Suite struct MistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var page: String
    var rule: String
    /// The file in which the mistake is planted.
    var file: String
    var sound: String
    var broken: String
    var words: String?
    var testDescription: String { "\(page): \(rule): \(broken)" }
  }

  private static let folder = Checkout.root + "/Tests/Mistakes"

  private static func text(_ file: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
  }

  /// The pages, each with the mistakes listed below it.
  static let pages: [(name: String, mistakes: [Mistake])] = Checkout.names(in: folder, ending: ".lua").compactMap {
    let name = $0 + ".lua"
    let mistakes = text(name).split(separator: "\n").filter { $0.hasPrefix("--! ") }.map { mistake($0, in: name) }
    return mistakes.isEmpty ? nil : (name, mistakes)
  }

  static let mistakes: [Mistake] = pages.flatMap(\.mistakes)

  private static func mistake(_ line: Substring, in page: String) -> Mistake {
    let head = line.dropFirst(4).prefix { $0 != ":" }
    let body = line.dropFirst(4 + head.count + 2).components(separatedBy: " =>")
    let (rule, file) = (
      head.components(separatedBy: " in ").first ?? "", head.components(separatedBy: " in ").last ?? ""
    )
    let right = (body.last ?? "").components(separatedBy: " @ ")
    return Mistake(
      page: page, rule: rule, file: file == rule ? page : file, sound: body[0],
      broken: right[0].trimmingCharacters(in: .whitespaces), words: right.count > 1 ? right[1] : nil)
  }

  /// The printed findings and warnings of a page.
  private func said(_ page: String, _ source: String, in folder: String) throws -> (rules: [String], text: [String]) {
    let engine = try Engine(Engine.Configuration(scriptDirectory: folder))
    var (rules, text): ([String], [String]) = ([], [])
    engine.onWarning = {
      rules.append($0.rule.rawValue)
      text.append($0.description)
    }
    for finding in try engine.diagnose(script: Array(source.utf8), name: page) {
      rules.append(finding.rule.rawValue)
      text.append("\(finding.place?.description ?? ""): \(finding.text)")
    }
    return (rules, text)
  }

  @Test(arguments: pages.map(\.name)) func `of a page as it is meant nothing is said`(_ page: String) throws {
    #expect(try said(page, Self.text(page), in: Self.folder).text.isEmpty)
  }

  @Test(arguments: mistakes) func `a mistake is found where it was made, and nothing else is said`(_ mistake: Mistake)
    throws
  {
    let source = Self.text(mistake.file)
    let parts = source.components(separatedBy: "\n--! ")[0].components(separatedBy: mistake.sound)
    try #require(parts.count == 2, "\(mistake.sound) stands \(parts.count - 1) times in \(mistake.file)")
    let planted = parts[0] + mistake.broken + parts[1]
    var page = planted
    var folder = Self.folder
    if mistake.file != mistake.page {
      let own = try TemporaryFolder()
      for name in Checkout.names(in: Self.folder, ending: ".lua") {
        try own.write(name + ".lua" == mistake.file ? planted : Self.text(name + ".lua"), to: name + ".lua")
      }
      (page, folder) = (Self.text(mistake.page), own.path)
      defer { withExtendedLifetime(own) {} }
      try check(mistake, try said(mistake.page, page, in: folder), parts[0])
      return
    }
    try check(mistake, try said(mistake.page, page, in: folder), parts[0])
  }

  private func check(_ mistake: Mistake, _ said: (rules: [String], text: [String]), _ before: String) throws {
    #expect(said.rules == [mistake.rule], "\(said.text)")
    let line = before.utf8.count { $0 == 10 } + 1
    let words = mistake.words ?? "\(mistake.file):\(line)"
    #expect(said.text.joined().contains(words), "\(said.text) is not about \(words)")
  }

  @Test func `there are more than sixty mistakes, of many rules`() {
    #expect(Self.mistakes.count >= 60)
    #expect(Set(Self.mistakes.map(\.rule)).count >= 20, "\(Set(Self.mistakes.map(\.rule)).sorted())")
  }
}
