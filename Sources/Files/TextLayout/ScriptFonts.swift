// SPDX-License-Identifier: MIT
import CTextLibraries
import RenderTree

/// Maps scripts to the Debian packages that have fonts for them, for messages about characters that no font has.
enum ScriptFonts {
  /// A script by its ISO 15924 code.
  private struct Script {
    var code: StaticString
    var name: String
    var package = "fonts-noto-core"
    var folder = "/usr/share/fonts/truetype/noto"
  }

  private static let cjk = "fonts-noto-cjk", cjkFolder = "/usr/share/fonts/opentype/noto"

  /// The scripts in use today, and some more; Noto's fonts are named for any other script too.
  private static let scripts: [Script] = [
    Script(code: "Hani", name: "Han", package: cjk, folder: cjkFolder),
    Script(code: "Hira", name: "Hiragana", package: cjk, folder: cjkFolder),
    Script(code: "Kana", name: "Katakana", package: cjk, folder: cjkFolder),
    Script(code: "Hang", name: "Hangul", package: cjk, folder: cjkFolder),
    Script(code: "Bopo", name: "Bopomofo", package: cjk, folder: cjkFolder), Script(code: "Arab", name: "Arabic"),
    Script(code: "Armn", name: "Armenian"), Script(code: "Beng", name: "Bengali"),
    Script(code: "Cans", name: "Canadian"),
    Script(code: "Cher", name: "Cherokee"), Script(code: "Copt", name: "Coptic"),
    Script(code: "Cyrl", name: "Cyrillic"),
    Script(code: "Deva", name: "Devanagari"), Script(code: "Egyp", name: "Egyptian hieroglyphs"),
    Script(code: "Ethi", name: "Ethiopic"), Script(code: "Geor", name: "Georgian"),
    Script(code: "Goth", name: "Gothic"),
    Script(code: "Grek", name: "Greek"), Script(code: "Gujr", name: "Gujarati"), Script(code: "Guru", name: "Gurmukhi"),
    Script(code: "Hebr", name: "Hebrew"), Script(code: "Java", name: "Javanese"), Script(code: "Khmr", name: "Khmer"),
    Script(code: "Knda", name: "Kannada"), Script(code: "Laoo", name: "Lao"), Script(code: "Latn", name: "Latin"),
    Script(code: "Mlym", name: "Malayalam"), Script(code: "Mong", name: "Mongolian"),
    Script(code: "Mymr", name: "Myanmar"),
    Script(code: "Nkoo", name: "N'Ko"), Script(code: "Orya", name: "Oriya"), Script(code: "Runr", name: "Runic"),
    Script(code: "Sinh", name: "Sinhala"), Script(code: "Syrc", name: "Syriac"), Script(code: "Taml", name: "Tamil"),
    Script(code: "Telu", name: "Telugu"), Script(code: "Tfng", name: "Tifinagh"), Script(code: "Thaa", name: "Thaana"),
    Script(code: "Thai", name: "Thai"), Script(code: "Tibt", name: "Tibetan"), Script(code: "Xsux", name: "Cuneiform"),
    Script(code: "Yiii", name: "Yi"),
  ]

  /// Describes a character that no font has.
  static func missing(_ character: Unicode.Scalar, font: String) -> TextFrame.Missing {
    var missing = TextFrame.Missing(character: character, font: font)
    if character.properties.isEmojiPresentation {
      missing.script = "emoji"
      // An installed emoji font is found without being named.
      missing.package = "fonts-noto-color-emoji"
      return missing
    }
    // No package has fonts for these.
    switch character.properties.generalCategory {
    case .privateUse, .unassigned, .surrogate, .control: return missing
    default: break
    }
    let tag = FontTag(rawValue: llua_script(character.value)).description
    if let script = scripts.first(where: { $0.code.description == tag }) {
      missing.script = script.name
      missing.package = script.package
      missing.folder = script.folder
    } else if tag == "Zyyy" || tag == "Zinh" {
      // Symbols that belong to no script.
      missing.script = "symbol"
      missing.package = "fonts-noto-core"
      missing.folder = "/usr/share/fonts/truetype/noto"
    } else if tag != "Zzzz" {
      missing.script = tag
      missing.package = "fonts-noto-core"
      missing.folder = "/usr/share/fonts/truetype/noto"
    }
    return missing
  }
}
