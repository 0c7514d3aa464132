// SPDX-License-Identifier: MIT
import Numbers

/// The character encodings of hyphenation files, as in Debian's packages. Only letters are decoded; any other character
/// stands for a byte that occurs in no word.
enum HyphenationEncoding {
  case utf8
  /// A lookup table of the letters of the bytes from 0xA0 on, or from 0x80 if it has 128.
  case bytes([UInt32])

  /// The encoding that a file's first line names; nil if it is not supported.
  init?(named name: String) {
    let name = name.lowercased()
    if name == "utf-8" || name == "utf8" {
      self = .utf8
      return
    }
    guard let letters = Self.tables.first(where: { $0.name == name })?.letters else { return nil }
    self = .bytes(letters.unicodeScalars.map(\.value))
  }

  /// The names, for messages.
  static var names: [String] { ["UTF-8"] + tables.map { $0.name.uppercased() } }

  /// Returns the letter of a byte of at least 0x80; 0 if it is none.
  func letter(of byte: UInt8) -> UInt32 {
    guard case .bytes(let letters) = self else { return 0 }
    let i = Int(byte) - 0x100 + letters.count
    guard letters.indices.contains(i), letters[i] != 0x2E else { return 0 }
    return letters[i]
  }

  private static let tables: [(name: String, letters: String)] = [
    (
      "iso8859-1",
      "..........ª..........µ....º.....ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
        + "ÐÑÒÓÔÕÖ.ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö.øùúûüýþÿ"
    ),
    (
      "iso8859-2",
      ".Ą.Ł.ĽŚ..ŠŞŤŹ.ŽŻ.ą.ł.ľśˇ.šşťź.žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ"
        + "ĐŃŇÓÔŐÖ.ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö.řůúűüýţ."
    ),
    (
      "iso8859-7",
      "..........ͺ...........Ά.ΈΉΊ.Ό.ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ"
        + "ΠΡ.ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ."
    ),
    (
      "iso8859-13",
      "........Ø.Ŗ....Æ.....µ..ø.ŗ....æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻ"
        + "ŠŃŅÓŌÕÖ.ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö.ųłśūüżž."
    ),
    (
      "iso8859-15",
      "......Š.š.ª.........Žµ..ž.º.ŒœŸ.ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
        + "ÐÑÒÓÔÕÖ.ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö.øùúûüýþÿ"
    ),
    (
      "koi8-r",
      "...ё...............Ё............юабцдефгхийклмно"
        + "пярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    ),
    (
      "koi8-u",
      "...ёє.ії.....ґ.....ЁЄ.ІЇ.....Ґ..юабцдефгхийклмно"
        + "пярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    ),
    (
      "microsoft-cp1251",
      "ЂЃ.ѓ......Љ.ЊЌЋЏђ.........љ.њќћџ.ЎўЈ.Ґ..Ё.Є....Ї..Ііґµ..ё.є.јЅѕї"
        + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
    ),
  ]
}
