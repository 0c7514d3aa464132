// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import Pixels

/// A parameter that a script read by `ca.parameter`, for hosts that let users set it.
package struct ScriptParameter {
  /// The kind of a value. Texts that are colours, files or dates stay texts.
  package enum Kind: String, CaseIterable, Sendable {
    case number, integer, boolean, text, color, file, date

    var isNumber: Bool { self == .number || self == .integer }
    /// True if the value is a string.
    var isText: Bool { !isNumber && self != .boolean }
  }

  package let name: String
  /// The kind that the script named; nil if it follows from the default and the bounds.
  package internal(set) var givenKind: Kind?
  /// The kind of the values.
  package internal(set) var kind = Kind.text
  /// The value returned to the script, and the value if none is given: a number, boolean or string; null for none.
  package internal(set) var value = PropertyValue.null
  package internal(set) var fallback = PropertyValue.null
  /// The range of a number; nil for no bound.
  package internal(set) var min: Double?
  package internal(set) var max: Double?
  /// The number of which every value is a multiple; nil for any.
  package internal(set) var step: Double?
  /// The allowed strings; empty for any.
  package internal(set) var choices: [String] = []
  /// Maximum length of a text, in Unicode scalars; nil for any.
  package internal(set) var maxLength: Int?
  /// A Lua pattern for the whole text.
  package internal(set) var pattern: String?
  package internal(set) var title: String?
  package internal(set) var description: String?
  /// True if a run without a value fails.
  package internal(set) var isRequired = false
  package internal(set) var examples: [PropertyValue] = []

  init(_ name: String) { self.name = name }

  /// True for a text that names a file: of kind `file`, or without a kind if its default has the extension of a
  /// picture, a film, a table or a font.
  package var isFile: Bool {
    if let givenKind { return givenKind == .file }
    guard choices.isEmpty, case .string(let text) = fallback else { return false }
    let tail = text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]).lowercased() } ?? ""
    let isMedia = FileFormat(fileExtension: tail).map { $0.scene == nil } ?? false
    return isMedia || ["json", "toml", "csv", "tsv", "txt", "ttf", "otf"].contains(tail)
  }

  /// True for a text that is a colour: of kind `color`, or without a kind if its default is one.
  package var isColor: Bool {
    if let givenKind { return givenKind == .color }
    guard choices.isEmpty, !isFile, case .string(let text) = fallback else { return false }
    return Color(css: text) != nil
  }
}

/// A value that `ca.parameter` refused.
package struct RefusedParameter {
  package let name: String
  /// The values that the parameter takes, in words.
  package let expected: String
  /// The message of the error, by which a host recognises it.
  package let message: String
}
