// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding
import Manual
import Testing

/// The search of `layerlua doc SEVERAL WORDS`.
@Suite struct SearchTests {
  /// The names that a search lists, in order; a section of the guide as page#heading.
  private func results(_ words: [String]) throws -> [String] {
    let page = try #require(Manual.search(words, width: 300), "\(words)")
    var names: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) where line.hasPrefix("    ") {
      let name = line.dropFirst(4)
      if name.hasPrefix(" ") {
        // The description of a long name is on the next line.
        if let last = names.last, last.hasSuffix(".md") { names[names.count - 1] += "#" + name.drop { $0 == " " } }
        continue
      }
      let parts = name.split(separator: "  ", maxSplits: 1)
      let first = String(parts.first ?? "")
      names.append(first.hasSuffix(".md") && parts.count > 1 ? "\(first)#\(parts[1].drop { $0 == " " })" : first)
    }
    return names
  }

  /// Questions of users, each with the entry or section that must come first.
  @Test(arguments: [
    ("animated gif", "films.md#Films"), ("mp4", "films.md#Films"), ("gif", "films.md#Films"),
    ("how do I make a film", "films.md#Films"), ("sandbox", "program.md#The sandbox"),
    ("play a video in a picture", "films.md#Films in a picture"), ("sound in a film", "films.md#Sound"),
    ("shadow not visible", "shadow-off"), ("rounded corners", "cornerRadius"), ("gaussian blurs", "CIGaussianBlur"),
    ("gradient colors", "colors of ca.GradientLayer"), ("text along a path", "text-and-images.md#Text along a path"),
    ("read a csv file", "ca.readCSV"), ("line spacing", "lineHeight of ca.TextLayer"),
    ("random numbers", "noise.md#Random numbers"), ("frames on many machines", "program.md#Frames on many machines"),
    ("emoji", "text-and-images.md#Emoji and other colour glyphs"), ("dashed line", "lineDashPattern of ca.ShapeLayer"),
    ("crop an image", "image:crop"), ("bar chart", "charts.md#Bars"), ("exit codes", "program.md#Exit codes"),
    ("hex color", "color:hex"), ("how do I flip it vertically", "geometryFlipped"),
    ("spring animation", "animation.md#Springs"), ("how do I blur the background", "backgroundFilters"),
    ("svg icons", "drawing.md#Icons of SVG files"), ("the text does not fit", "text-and-images.md#Text that fits"),
    ("why is my layer not there", "diagnosis.md#Why is it not there?"),
  ]) func `a question finds its answer first`(question: String, first: String) throws {
    let found = try results([question])
    #expect(found.first == first, "\(found.prefix(5))")
    // Each word by itself, and in any order.
    #expect(try results(question.split(separator: " ").map(String.init)) == found)
    #expect(Set(try results(question.split(separator: " ").reversed().map(String.init))) == Set(found))
  }

  @Test(arguments: [
    ("how to clip sublayers", "masksToBounds"), ("picture file", "ca.Image"), ("untrusted", "program.md#The sandbox"),
    ("write a pdf", "print.md#Print: PDF and SVG"), ("move a layer along a path", "path of ca.KeyframeAnimation"),
    ("center text", "alignmentMode of ca.TextLayer"), ("rotate a layer", "transform"),
    ("memory limit", "program.md#Limits and files"), ("which fonts are installed", "text-and-images.md#Fonts"),
    ("several pictures from a table", "batches.md#Batches"), ("lottie file", "ca.Layer.lottie"),
  ]) func `a question finds its answer among the first`(question: String, name: String) throws {
    let found = try results([question])
    #expect(found.contains(name), "\(found)")
  }

  @Test(arguments: [
    ("gausian blur", "CIGaussianBlur", "gaussian"), ("rounded cornres", "cornerRadius", "corner"),
    ("sandbx", "program.md#The sandbox", "sandbox"),
  ]) func `a misspelt word stands for the nearest`(question: String, name: String, word: String) throws {
    #expect(try results([question]).contains(name))
    let page = try #require(Manual.search([question], width: 200))
    #expect(page.contains("\"\(word)\" was searched for in place of"), "\(page)")
    #expect(Manual.search([question], width: 200, guesses: false) == nil)
  }

  @Test func `an unknown word is told`() throws {
    let page = try #require(Manual.search(["blur", "xyzzyplugh"], width: 80))
    #expect(page.contains("Nothing is said of \"xyzzyplugh\"."), "\(page)")
  }

  @Test func `a search without results is none`() {
    for words in [["xyzzyplugh"], [""], ["the", "of"], [String(repeating: "a ", count: 1000)], ["?!"], []] {
      #expect(Manual.search(words, width: 80) == nil, "\(words)")
    }
  }

  /// Each entry is found by its own name, and each section of the guide by its heading.
  @Test func `names find themselves`() throws {
    for keyedClass in KeyedClass.builtIn {
      // `from` and `to` are words of every question; each has a page.
      for property in Manual.ownProperties(of: keyedClass) where !["from", "to"].contains(property.name) {
        let found = try results([property.name])
        #expect(found.contains { $0 == property.name || $0.hasPrefix("\(property.name) of ") }, "\(property.name)")
      }
    }
    for info in FilterInfo.all { #expect(try results([info.name]).contains(info.name)) }
  }

  @Test func `odd questions end`() {
    let long = String(repeating: "blur ", count: 20_000)
    for words in [[long], [String(repeating: "x", count: 100_000)], Array(repeating: "blur", count: 10_000)] {
      _ = Manual.search(words, width: 80)
    }
    let pieces = ["é", "ß", "日本", "-", "_", "CI", "x1", "\u{0301}", "👩‍👩‍👧", "A", "b"]
    var seed: UInt64 = 5
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<6 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int((seed >> 33) % UInt64(pieces.count))]
      }
      _ = Manual.search([text], width: 20)
    }
  }
}
