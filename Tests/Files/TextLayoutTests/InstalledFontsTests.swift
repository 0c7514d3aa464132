// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import TextLayout

/// The folders of the default fonts on several distributions.
@Suite struct InstalledFontsTests {
  /// The places of fonts, below /usr/share/fonts, on a system that has these files there.
  private func places(_ files: String...) throws -> [String] {
    let folder = try TemporaryFolder()
    for file in files { try folder.write("", to: "usr/share/fonts/" + file) }
    let fonts = folder.path + "/usr/share/fonts/"
    let places = withExtendedLifetime(folder) { InstalledFonts.places(below: folder.path) }
    #expect(places.allSatisfy { $0.hasPrefix(fonts) })
    return places.map { String($0.dropFirst(fonts.count)) }
  }

  private let debian = [
    "truetype/dejavu", "truetype/liberation2", "truetype/liberation", "truetype/noto/NotoColorEmoji.ttf",
  ]

  @Test func `Debian's folders come first, also where no font is installed`() throws {
    #expect(try places() == debian)
    #expect(
      try places(
        "truetype/dejavu/DejaVuSans.ttf", "truetype/liberation/LiberationSans-Regular.ttf",
        "truetype/noto/NotoColorEmoji.ttf", "TTF/DejaVuSans.ttf", "liberation/LiberationSans-Regular.ttf",
        "noto/NotoColorEmoji.ttf", "dejavu-sans-fonts/DejaVuSans.ttf") == debian)
  }

  @Test func `Fedora's folders are found`() throws {
    #expect(
      try places(
        "dejavu-sans-fonts/DejaVuSans.ttf", "liberation-sans-fonts/LiberationSans-Regular.ttf",
        "google-noto-color-emoji-fonts/NotoColorEmoji.ttf") == [
          "dejavu-sans-fonts", "dejavu-sans-mono-fonts", "dejavu-serif-fonts", "liberation-mono-fonts",
          "liberation-sans-fonts", "liberation-serif-fonts", "google-noto-color-emoji-fonts/NotoColorEmoji.ttf",
        ])
    #expect(
      try places("liberation-serif/LiberationSerif-Regular.ttf") == [
        "truetype/dejavu", "liberation-mono", "liberation-sans", "liberation-serif", "truetype/noto/NotoColorEmoji.ttf",
      ])
  }

  @Test func `Arch's files are found one by one, without others in their folder`() throws {
    let found = try places(
      "TTF/DejaVuSans.ttf", "TTF/Comic.ttf", "liberation/LiberationSans-Regular.ttf", "noto/NotoColorEmoji.ttf")
    #expect(found.contains("TTF/DejaVuSans.ttf") && found.contains("TTF/DejaVuSerif-Bold.ttf"))
    #expect(found.filter { $0.hasPrefix("TTF/") }.count == 6 && !found.contains("TTF"))
    #expect(found.suffix(2) == ["liberation", "noto/NotoColorEmoji.ttf"])
  }
}
