// SPDX-License-Identifier: MIT
/// Generates texts for parsers, large in every respect: fragments of one parser's grammar, each repeated up to 16,384
/// times.
///
/// The first byte selects the parser. Then each pair of bytes is a fragment and the base-2 logarithm of its count.
struct ReaderGrammar {
  enum Kind: Int, CaseIterable {
    case csv, json, path, constraint, color, attributed, sheet, svg, toml
  }

  let kind: Kind
  let text: [UInt8]

  /// The maximum size of a text, in bytes.
  static let most = 1 << 20

  init(_ bytes: UnsafeRawBufferPointer) {
    kind = Kind.allCases[Int(bytes.first ?? 0) % Kind.allCases.count]
    let pieces = Self.pieces(kind)
    var text: [UInt8] = Self.head(kind)
    var at = 1
    while at + 1 < bytes.count {
      let piece = Array(pieces[Int(bytes[at]) % pieces.count].utf8)
      for _ in 0..<(1 << (Int(bytes[at + 1]) % 15)) where text.count < Self.most { text += piece }
      at += 2
    }
    self.text = text
  }

  private static func head(_ kind: Kind) -> [UInt8] {
    switch kind {
    case .path: Array("M0 0".utf8)
    case .constraint: Array("minX = a.minX".utf8)
    case .sheet: Array("<plist><dict><key>frames</key><dict>".utf8)
    case .svg: Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>".utf8)
    default: []
    }
  }

  private static func pieces(_ kind: Kind) -> [String] {
    switch kind {
    case .csv: [",", "\n", "\"", "1", "x", " ", "\"\"", "-.5e3", "\r\n", ";", "a,b\n", "é", "\u{FEFF}"]
    case .json:
      [
        "[", "]", "{", "}", "\"a\"", ":", ",", "1", "true", "\"\\u0041\"", "\"", "\\", " ", "\n", "{\"a\":1},",
        "[1,2],",
        "\"a\":1,", "{\"a\":", "-1e3", "null",
      ]
    case .path:
      [" ", "1", ",", "-", ".5", "e9", "h1", "L1 1", "A1 2 3 1 0 4 5", "q1 1 2 2", "t9 9", "z", "m1 1", "c", "\n"]
    case .constraint: [" ", "+ 1", "- 2", "* 3", "/ 4", "'", "a", ".", "=", "minX", "superlayer", "1e9", "-"]
    case .color: ["rgb(", ")", "1", ",", " ", "%", "#", "f", "color-mix(in srgb,", "red", "hsl(", "/", "deg", "none"]
    case .toml:
      [
        "[", "]", "{", "}", "a", ".", "=", ",", "\n", "[[a]]\n", "[a.b]\n", "a.b.c = 1\n", "b = [1, 2]\n", "\"",
        "\"\"\"",
        "'", "'''", "\\", "# x\n", "1979-05-27T07:32:00Z", "1e9", "{a = ", "a = {b.c = 1}\n", "é",
      ]
    case .attributed: ["x", "é", "\u{301}", "\n", "\u{202E}", "\u{AD}", " ", "👩‍👩‍👧", "\u{2028}", "A", "\t", "ﬁ"]
    case .sheet:
      [
        "<key>a.png</key>", "<dict>", "</dict>", "<key>textureRect</key>", "<string>{{0,0},{1,1}}</string>",
        "<key>aliases</key>", "<array>", "</array>", "<string>a</string>", "<integer>1</integer>", "<!-- x -->",
        "&amp;",
        "<true/>", "</plist>", "<data>AA==</data>", "x",
      ]
    case .svg:
      [
        "<g>", "</g>", "<style>", "</style>", "a,", ".a", "{fill:red}", "{--a:var(--a)}", "g g ", "[x=y]", "/*", "*/",
        "<rect class='a' width='9' height='9'/>", "<clipPath id='c' clip-path='url(#c)'>", "</clipPath>",
        "<use href='#g'/>", "<g id='g'>", "<mask id='m' mask='url(#m)'>", "</mask>", "<g mask='url(#m)'>",
        "<filter id='f'>", "<feOffset in='a' result='a'/>", "<feGaussianBlur stdDeviation='9'/>", "</filter>",
        "<rect filter='url(#f)' width='9' height='9'/>", "<linearGradient id='l' href='#l'>", "<stop offset='1'/>",
        "</linearGradient>", "<path d='M0 0", "h1", "A1 1 0 1 1 1 1", "'/>", "@media{", "}", "style='fill:red;'",
        "<g class='a a a a' ", ">", "<text>", "</text>", "</svg>",
      ]
    }
  }
}
