// SPDX-License-Identifier: MIT
import Formats
import Geometry
import ImageFiles
import Messages
import Parsing
import Testing

@Suite struct SpriteSheetTests {
  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    """

  /// A property list as XML: strings verbatim, numbers, booleans, arrays, dictionaries in order.
  static func plist(_ body: String) -> [UInt8] { Array((head + body + "</plist>").utf8) }

  private func list(_ bytes: [UInt8]) throws -> PropertyList {
    var reading = Reading(trusted: "list")
    return try bytes.withUnsafeBytes { try PropertyList($0, &reading) }
  }
  private func sheet(_ list: PropertyList) throws -> SpriteSheet {
    var reading = Reading(trusted: "sheet")
    return try SpriteSheet(list, &reading)
  }

  private func sheet(_ frames: String, metadata: String? = nil) throws -> SpriteSheet {
    let metadata = metadata.map { "<key>metadata</key><dict>\($0)</dict>" } ?? ""
    return try sheet(list(Self.plist("<dict><key>frames</key><dict>\(frames)</dict>\(metadata)</dict>")))
  }

  private func said(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return ""
    } catch { return (error as? LayerError)?.message ?? "another error: \(error)" }
  }

  private func format(_ number: Int) -> String { "<key>format</key><integer>\(number)</integer>" }

  @Test func `format 0 gives numbers one by one`() throws {
    let sheet = try sheet(
      """
      <key>a.png</key><dict>
        <key>x</key><integer>3</integer><key>y</key><real>5</real><key>width</key><string>10</string><key>height</key><integer>20</integer>
        <key>offsetX</key><integer>1</integer><key>offsetY</key><integer>2</integer>
        <key>originalWidth</key><integer>-16</integer><key>originalHeight</key><integer>30</integer>
      </dict>
      <key>b.png</key><dict>
        <key>x</key><integer>0</integer><key>y</key><integer>0</integer><key>width</key><integer>4</integer><key>height</key><integer>4</integer>
      </dict>
      """)
    let a = try #require(sheet.frames.first)
    #expect(sheet.frames.map(\.name) == ["a.png", "b.png"] && sheet.textureName == nil)
    #expect(a.textureRect == Rect(3, 5, 10, 20) && a.sourceSize == Size(16, 30) && !a.isRotated)
    // (16 − 10) ÷ 2 + 1 from the left, (30 − 20) ÷ 2 − 2 from the top, since offsets have y up.
    #expect(a.sourceRect == Rect(4, 3, 10, 20) && a.offset == Point(1, -2))
    #expect(sheet.frames[1].sourceRect == Rect(0, 0, 4, 4))
  }

  @Test func `formats 1 and 2 give rects as text, and 2 turns`() throws {
    let frame = """
      <key>a</key><dict>
        <key>frame</key><string>{{2, 4},{10,20}}</string><key>offset</key><string>{-1,0}</string>
        <key>rotated</key><true/><key>sourceColorRect</key><string>{{1,2},{10,20}}</string><key>sourceSize</key><string>{14,24}</string>
      </dict>
      """
    let one = try #require(try sheet(frame, metadata: format(1)).frames.first)
    #expect(one.textureRect == Rect(2, 4, 10, 20) && !one.isRotated)
    for metadata in [format(2), ""] {
      let two = try #require(try sheet(frame, metadata: metadata).frames.first)
      #expect(two.isRotated && two.size == Size(10, 20) && two.textureRect == Rect(2, 4, 20, 10))
      #expect(two.sourceRect == Rect(1, 2, 10, 20) && two.sourceSize == Size(14, 24))
    }
  }

  @Test func `format 3 has names of its own, and aliases`() throws {
    let sheet = try sheet(
      """
      <key>walk1</key><dict>
        <key>aliases</key><array><string>idle</string><string>walk2</string></array>
        <key>spriteOffset</key><string>{0,3}</string><key>spriteSize</key><string>{8,6}</string>
        <key>spriteSourceSize</key><string>{10,12}</string><key>textureRect</key><string>{{1,1},{8,6}}</string><key>textureRotated</key><false/>
      </dict>
      <key>walk2</key><dict><key>textureRect</key><string>{{20,20},{5,5}}</string></dict>
      """,
      metadata: format(3)
        + "<key>size</key><string>{64,32}</string><key>premultiplyAlpha</key><true/><key>target</key><dict><key>textureFileName</key>"
        + "<string>art</string><key>textureFileExtension</key><string>.png</string></dict>")
    #expect(sheet.frames.map(\.name) == ["idle", "walk1", "walk2"])
    #expect(sheet.frames[0].textureRect == Rect(1, 1, 8, 6) && sheet.frames[0].sourceRect == Rect(1, 0, 8, 6))
    #expect(sheet.frames[2].textureRect == Rect(20, 20, 5, 5), "a frame's own name goes before an alias")
    #expect(sheet.textureName == "art.png" && sheet.size == Size(64, 32) && sheet.isPremultiplied)
  }

  @Test func `the texture's real name goes before its other one`() throws {
    let metadata = "<key>textureFileName</key><string>a</string><key>realTextureFileName</key><string>b.png</string>"
    #expect(try sheet("", metadata: metadata).textureName == "b.png")
  }

  @Test(arguments: [
    ("<key>a</key><string>x</string>", "frame \"a\": expected a dictionary, got a string"),
    ("<key>a</key><dict/>", "frame \"a\": it has no x"),
    (
      "<key>a</key><dict><key>frame</key><string>{{1,2},{3}}</string></dict>",
      "frame: expected a rect such as {{0,0},{10,20}}, got"
    ),
    (
      "<key>a</key><dict><key>frame</key><array/></dict>",
      "frame: expected a rect such as {{0,0},{10,20}}, got an array"
    ),
    ("<key>a</key><dict><key>frame</key><string>{{1,2},{3,nan}}</string></dict>", "expected a rect"),
    (
      "<key>a</key><dict><key>frame</key><string>{{0,0},{0,5}}</string></dict>",
      "its size must be greater than 0, got 0×5"
    ),
    ("<key>a</key><dict><key>frame</key><string>{{-1,0},{5,5}}</string></dict>", "it starts outside of the texture"),
    ("<key>a</key><dict><key>frame</key><string>{{0,0},{1e300,5}}</string></dict>", "beyond a million"),
    (
      "<key>a</key><dict><key>frame</key><string>{{0,0},{5,5}}</string><key>rotated</key><string>yes</string></dict>",
      "rotated: expected true"
    ),
    (
      "<key>a</key><dict><key>frame</key><string>{{0,0},{5,5}}</string><key>offset</key><string>{9,0}</string></dict>",
      "its offset puts it outside"
    ),
    (
      "<key>a</key><dict><key>textureRect</key><string>{{0,0},{5,5}}</string><key>aliases</key><array><integer>1</integer></array></dict>",
      "aliases: expected an array of names, got a number in it"
    ),
  ])
  func `a wrong frame is named with its key`(frames: String, message: String) {
    let said = said { try sheet(frames) }
    #expect(said.contains(message) && said.contains("\"a\""), "\(said)")
  }

  @Test(arguments: [
    ("<array/>", "expected a dictionary with frames, got an array"), ("<dict/>", "it has no frames"),
    ("<dict><key>frames</key><array/></dict>", "frames: expected a dictionary, got an array"),
    (
      "<dict><key>frames</key><dict/><key>metadata</key><dict><key>format</key><integer>4</integer></dict></dict>",
      "formats 0 to 3"
    ),
    (
      "<dict><key>frames</key><dict/><key>metadata</key><dict><key>format</key><string>2</string></dict></dict>",
      "expected a number from 0 to 3, got a string"
    ),
    ("<dict><key>a</key><key>b</key></dict>", "the key \"a\" has no value"),
    ("<dict><key>a</key></dict>", "the key \"a\" has no value"),
    ("<dict><string>a</string></dict>", "<string> has no <key> before it"),
    ("<integer>1x</integer>", "\"1x\" is no number"),
    ("<real>nan</real>", "is no number"), ("<dict>text</dict>", "text is not allowed in <dict>"),
    ("<string><true/></string>", "<true> is not allowed in <string>"),
    ("<array/><array/>", "expected one value in <plist>"),
    ("<evil/>", "<evil> is not an element of a property list"), ("<dict><key>a</key>", "it is not XML"),
    ("", "holds no value"),
  ])
  func `a wrong list is explained with its line`(body: String, message: String) {
    let said = said { try sheet(list(Self.plist(body))) }
    #expect(said.contains(message), "\(said)")
  }

  @Test(arguments: [
    ("bplist00abc", "binary property list"), ("{\"frames\": {}}", "JSON"), ("", "empty"), ("hello", "it is not XML"),
    ("<html></html>", "<html>"),
  ])
  func `what is no XML list is named`(text: String, message: String) {
    #expect(said { try list(Array(text.utf8)) }.contains(message))
  }

  @Test func `entities are refused before they can grow`() {
    let bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
      + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><plist><string>&c;</string></plist>"
    #expect(said { try list(Array(bomb.utf8)) }.contains("declares an entity"))
    let outside = "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>"
    #expect(said { try list(Array(outside.utf8)) }.contains("declares an entity"))
    #expect(throws: Never.self) { try list(Self.plist("<string>a &amp; b &#65;</string>")) }
  }

  @Test func `lists nested too deep are refused`() {
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(said { try list(Self.plist(deep)) }.contains("more than 64 deep"))
  }

  @Test func `wrong bytes never end the process`() throws {
    let whole = Self.plist(
      """
      <dict><key>frames</key><dict><key>a</key><dict><key>textureRect</key><string>{{0,0},{5,5}}</string><key>aliases</key><array>
      <string>b</string></array></dict></dict><key>metadata</key><dict><key>format</key><integer>3</integer></dict></dict>
      """)
    var noise = Noise(state: 5)
    for count in 0..<whole.count { #expect(said { try sheet(list(Array(whole[..<count]))) } != "", "\(count)") }
    for _ in 0..<1000 {
      var file = whole
      for _ in 0..<2 { file[Int(noise.next() << 8 | noise.next()) % file.count] = UInt8(noise.next() & 255) }
      #expect(!said { try sheet(list(file)) }.contains("another error"))
    }
  }
}
