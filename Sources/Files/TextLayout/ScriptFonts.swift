// SPDX-License-Identifier: MIT
import CTextLibraries
import Messages
import RenderTree

/// Maps scripts to the Debian packages that have fonts for them, for messages about characters that no font has.
enum ScriptFonts {
  /// A script by its ISO 15924 code.
  private struct Script {
    var code: StaticString
    var name: String
    var fonts = RuntimeDependency.noto
  }

  /// The scripts in use today, and some more; Noto's fonts are named for any other script too.
  private static let scripts: [Script] = [
    Script(code: "Hani", name: "Han", fonts: .notoCJK),
    Script(code: "Hira", name: "Hiragana", fonts: .notoCJK),
    Script(code: "Kana", name: "Katakana", fonts: .notoCJK),
    Script(code: "Hang", name: "Hangul", fonts: .notoCJK),
    Script(code: "Bopo", name: "Bopomofo", fonts: .notoCJK), Script(code: "Arab", name: "Arabic"),
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
      missing.package = RuntimeDependency.emoji.package
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
      missing.package = script.fonts.package
      missing.folder = script.fonts.folder
    } else if tag != "Zzzz" {
      // Symbols belong to no script.
      missing.script = tag == "Zyyy" || tag == "Zinh" ? "symbol" : tag
      missing.package = RuntimeDependency.noto.package
      missing.folder = RuntimeDependency.noto.folder
    }
    return missing
  }
}
