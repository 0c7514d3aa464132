// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Messages
import Pixels
import Testing
import TestSupport

/// The table of file formats, checked against its readers.
struct FileFormatTests {
  @Test(arguments: FileFormat.all) func `a row is complete`(format: FileFormat) {
    #expect(format.holds(.picture) || format.holds(.film) || format.holds(.scene))
    #expect(!format.holds(.scene) || !format.holds(.picture) && !format.holds(.film))
    #expect(!format.extensions.isEmpty && format.extensions.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") })
    #expect(
      format == .pdf || format.holds(.scene)
        || format.mediaType.hasPrefix(
          format.holds(.film) && !format.mediaType.hasPrefix("image/") ? "video/" : "image/")
    )
    #expect(format.rate.usual > 0 && format.rate.usual <= format.rate.highest?.rate ?? .infinity)
    #expect(format.options.contains(.quality) == format.fixedQuality.isEmpty, "what takes no quality says why")
    #expect(!(format.isLossless && format.options.contains(.lossless)))
    for tail in format.extensions {
      #expect(FileFormat(fileExtension: tail) == format && FileFormat(fileExtension: tail.uppercased()) == format)
    }
  }

  @Test func `no two formats share a name or an extension`() {
    #expect(Set(FileFormat.all.map(\.name)).count == FileFormat.all.count)
    let tails = FileFormat.all.flatMap(\.extensions)
    #expect(Set(tails).count == tails.count)
  }

  @Test func `each codec of the engine's own has its format`() throws {
    for codec in PictureCodec.allCases { #expect(try codec.format.pictureWriter() == .codec(codec)) }
    for codec in FilmCodec.allCases { #expect(try codec.format.filmWriter() == .codec(codec)) }
    for scene in SceneFormat.allCases { #expect(scene.format.scene == scene) }
    for format in FileFormat.all {
      #expect((try? format.pictureWriter()) != nil || !format.holds(.picture))
      #expect((try? format.filmWriter()) != nil || !format.holds(.film))
    }
  }

  @Test(arguments: FileFormat.all) func `a path leads to its format`(format: FileFormat) throws {
    for tail in format.extensions {
      for path in ["a.\(tail)", "b/a.b.\(tail.uppercased())", "/a.\(tail)"] {
        switch try Destination(path, isFilm: false) {
        case .picture(let found): #expect(found == format && format.holds(.picture))
        case .film(.file(let found)): #expect(found == format && !format.holds(.picture))
        case .film(.frames): Issue.record("\(path) is not numbered")
        case .scene(let found): #expect(found == format.scene && SceneFormat(ofPath: path) == found)
        }
        if format.holds(.film) { #expect(try FilmTarget(path) == .file(format)) }
        if !format.holds(.film), format.scene == nil {
          #expect(throws: DestinationError.self) { try Destination(path, isFilm: true) }
        }
      }
      // A scene is one file, whatever its name.
      if format.holds(.scene) { continue }
      let numbered = "a-{00}.\(tail)"
      guard format.holds(.picture) else {
        #expect(throws: DestinationError.self) { try Destination(numbered, isFilm: false) }
        continue
      }
      guard case .film(.frames(let name, let found)) = try Destination(numbered, isFilm: false) else {
        Issue.record("\(numbered) is numbered")
        continue
      }
      #expect(found == format && name.path(ofFrame: 3) == "a-03.\(tail)")
    }
  }

  @Test func `what is no destination says why`() {
    func problem(_ path: String, isFilm: Bool = false) -> String? {
      do throws(DestinationError) { _ = try Destination(path, isFilm: isFilm) } catch {
        return error.writing(path).message
      }
      return nil
    }
    #expect(problem("a") == "cannot write \"a\": the name has no extension; use .png, .jpg, .webp, .pdf or .svg")
    #expect(
      problem("b.c/.png") == "cannot write \"b.c/.png\": the name has no extension; use .png, .jpg, .webp, .pdf or .svg"
    )
    #expect(problem("a.XYZ") == "cannot write \"a.XYZ\": unknown extension .XYZ; use .png, .jpg, .webp, .pdf or .svg")
    #expect(problem("a.svg", isFilm: true)?.contains("a .svg is a single picture, but fps") == true)
    #expect(problem("a{0}.pdf") == nil && problem("a{0}.svg") == nil && problem("a.pdf", isFilm: true) == nil)
    #expect(problem("a.png", isFilm: true)?.contains("a .png is a single picture, but fps") == true)
    #expect(problem("a{0}.gif")?.contains("frames are pictures: use .png, .jpg, .webp, .pdf or .svg") == true)
    #expect(problem("a{1}.png")?.contains("these hold \"1\"") == true)
    do throws(DestinationError) { _ = try FileFormat(ofPicture: "a.gif") } catch {
      #expect(
        error.writing("a.gif").message
          == "cannot write \"a.gif\": a .gif is a film; use .png, .jpg, .webp, .pdf or .svg for a picture")
    }
  }

  /// One option of each kind, in range.
  private static let given: [(FileFormat.Option, EncodingOptions)] = [
    (.quality, EncodingOptions(quality: 0.5)), (.lossless, EncodingOptions(isLossless: true)),
    (.compression, EncodingOptions(compression: 3)), (.effort, EncodingOptions(effort: 0)),
    (.dpi, EncodingOptions(dpi: 300)),
    (.paper, page { $0.paper = PaperSize(named: "A4") }), (.landscape, page { $0.isLandscape = true }),
    (.margin, page { $0.margin = 10 }), (.bleed, page { $0.bleed = 10 }), (.outlines, page { $0.outlines = true }),
    (.headings, page { $0.headings = true }), (.title, page { $0.title = "a" }), (.author, page { $0.author = "a" }),
    (.subject, page { $0.subject = "a" }), (.keywords, page { $0.keywords = "a" }),
    (.date, page { $0.date = "2025-01-31" }),
  ]

  private static func page(_ change: (inout PageOptions) -> Void) -> EncodingOptions {
    var page = PageOptions()
    change(&page)
    // Only paper has an orientation.
    if page.isLandscape != nil { page.paper = PaperSize(named: "A4") }
    return EncodingOptions(page: page)
  }

  @Test(arguments: FileFormat.all) func `an option is taken or refused as the row says`(format: FileFormat) {
    #expect(Self.given.map(\.0) == FileFormat.Option.allCases)
    for content in [FileFormat.Content.picture, .film] where format.holds(content) {
      #expect(EncodingOptions().problem(for: format, as: content) == nil)
      for (option, options) in Self.given {
        let problem = options.problem(for: format, as: content)
        #expect((problem == nil) == format.options.contains(option), "\(option): \(problem ?? "")")
        let name = option == .landscape ? "paper" : option.rawValue
        #expect(problem?.hasPrefix("\(name) is for .") != false, "\(problem ?? "")")
        #expect(problem?.contains(".\(format.fileExtension)") != false, "\(problem ?? "")")
      }
      let clear = EncodingOptions(background: .clear).problem(for: format, as: content)
      #expect((clear == nil) == (format.alpha != .none))
    }
  }

  @Test func `refusals are told in these words`() {
    func problem(_ format: FileFormat, _ content: FileFormat.Content, _ options: EncodingOptions) -> String? {
      options.problem(for: format, as: content)
    }
    #expect(
      problem(.png, .picture, EncodingOptions(quality: 1))
        == "quality is for .jpg and .webp files; a .png is lossless (compression makes it smaller)")
    #expect(
      problem(.apng, .film, EncodingOptions(quality: 1))
        == "quality is for .mp4, .webm and .webp films; an .apng is lossless")
    #expect(
      problem(.gif, .film, EncodingOptions(quality: 1))
        == "quality is for .mp4, .webm and .webp films; a .gif is limited to 256 colours")
    #expect(
      problem(.apng, .film, EncodingOptions(isLossless: true))
        == "lossless is for .webp films; an .apng is always lossless")
    #expect(
      problem(.mp4, .film, EncodingOptions(isLossless: true)) == "lossless is for .webp films; a .mp4 never is")
    #expect(
      problem(.jpeg, .picture, EncodingOptions(isLossless: true)) == "lossless is for .webp files; a .jpg never is")
    #expect(
      problem(.webp, .film, EncodingOptions(compression: 99)) == "compression is for .png files; a .webp has its own")
    #expect(
      problem(.png, .picture, EncodingOptions(effort: 6)) == "effort is for .webp files; use compression for a .png")
    #expect(problem(.jpeg, .picture, EncodingOptions(effort: 6)) == "effort is for .webp files; a .jpg has none")
    #expect(problem(.apng, .film, EncodingOptions(effort: 6)) == "effort is for .webp films; an .apng has none")
    for effort in [-1, 7] {
      #expect(
        problem(.webp, .picture, EncodingOptions(effort: effort))
          == "effort must be a whole number from 0 (fastest) to 6 (smallest), got \(effort)")
    }
    #expect(
      problem(.webp, .picture, EncodingOptions(compression: 9))
        == "compression is for .png files; use quality for a .webp")
    #expect(
      problem(.mp4, .film, EncodingOptions(dpi: 1))
        == "dpi is for .png, .jpg, .pdf and .svg files; a .mp4 cannot say it")
    #expect(
      problem(.mp4, .film, EncodingOptions(background: .clear))
        == "background must be opaque for an .mp4, which has no alpha")
  }

  @Test(arguments: [
    ("jpeg", "compression is for .png files; use quality for a .jpeg"),
    ("JPEG", "compression is for .png files; use quality for a .JPEG"),
    ("jpg", "compression is for .png files; use quality for a .jpg"),
  ]) func `a refusal names the extension as it was typed`(typed: String, message: String) throws {
    let format = try #require(FileFormat(fileExtension: typed))
    #expect(format == .jpeg)
    #expect(EncodingOptions(compression: 3).problem(for: format, as: .picture) == message)
  }

  @Test func `options of pages are refused in these words`() {
    func problem(_ change: (inout PageOptions) -> Void) -> String? {
      var page = PageOptions()
      change(&page)
      return EncodingOptions(page: page).problem(for: .pdf, as: .picture)
    }
    #expect(problem { $0.margin = -1 } == "margin must be from 0 to 14400 points, got -1")
    #expect(problem { $0.isLandscape = true } == "landscape needs a paper size, such as \"A4\"")
    #expect(problem { $0.date = "31.1.2025" }?.hasPrefix("date must be a day such as 2025-01-31") == true)
    #expect(problem { $0.date = "2025-13-31" } != nil && problem { $0.date = "2025-12-31T23:59:59Z" } == nil)
    #expect(PageOptions.stamp("2025-01-31T12:00:00Z") == "D:20250131120000Z")
  }

  @Test func `paper has the sizes of its standards`() throws {
    for (name, width, height) in [("a4", 210.0, 297.0), ("A3", 297, 420), ("A0", 841, 1189), ("b5", 176, 250)] {
      let paper = try #require(PaperSize(named: name))
      #expect(abs(paper.width - width * 72 / 25.4) < 1e-9 && abs(paper.height - height * 72 / 25.4) < 1e-9)
    }
    #expect(PaperSize(named: "Letter").map { [$0.width, $0.height] } == [612, 792])
    #expect(PaperSize(named: "A11") == nil && PaperSize.problem("lettre").contains("did you mean \"letter\"?"))
    #expect(PageOptions.length("1in") == 72 && PageOptions.length("25.4mm") == 72 && PageOptions.length("2.54cm") == 72)
    #expect(PageOptions.length("12") == 12 && PageOptions.length("12pt") == 12 && PageOptions.length("a") == nil)
  }

  /// Documentation of file formats: each page names every format, and no other.
  @Test(arguments: [
    ("docs/guide/films.md", FileFormat.Content.film), ("docs/guide/program.md", .picture),
    ("Sources/Faces/CLayerLua/include/layerlua.h", .film), ("Sources/Faces/CLayerLua/include/layerlua.h", .picture),
    ("Sources/Faces/PythonModule/layerlua/_layer.py", .film),
  ])
  func `the manual names each format`(page: String, content: FileFormat.Content) throws {
    let text = try String(contentsOfFile: Checkout.root + "/" + page, encoding: .utf8)
    for name in FileFormat.names(content) { #expect(text.contains(name.dropFirst()), "\(page) does not name \(name)") }
  }
}
