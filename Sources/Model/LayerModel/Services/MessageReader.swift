// SPDX-License-Identifier: MIT
import Messages

/// The reader of a message: the author of a script, or the programmer of the host. Advice is in the language
/// that the reader writes.
package struct MessageReader: Sendable {
  /// The language of the scene's scripts; nil if it has none.
  package var language: (any ScriptLanguage)?
  package var face: HostFace
  /// True for the author of a script; false for the programmer of the host.
  package var isAuthor: Bool

  /// The programmer of a host; by default one without scripts, in Swift.
  package init(_ face: HostFace = .swift) {
    language = nil
    self.face = face
    isAuthor = false
  }

  /// The author of scripts in a language, run by a host.
  package init(authorIn language: any ScriptLanguage, _ face: HostFace) {
    self.language = language
    self.face = face
    isAuthor = true
  }

  /// Returns the advice as this reader writes it.
  package func text(_ advice: Advice) -> String {
    isAuthor ? language?.text(advice, face) ?? advice.text(face) : advice.text(face)
  }
}

/// The language of a scene's scripts, as messages show it. The model knows none; a binding supplies one.
package protocol ScriptLanguage: Sendable {
  /// Returns advice as code of the language.
  func text(_ advice: Advice, _ face: HostFace) -> String

  // The names that other systems (UIKit, CSS, SVG …) give to keys and values. For the programmer of a host, answers
  // contain no code.

  /// Members of Core Animation's classes that layers here do not have.
  var namesakes: Set<String> { get }
  /// Returns the meaning of a name that was read or set on an object and is no member of its class.
  func member(_ name: String, of keyedClass: KeyedClass, for reader: MessageReader) -> ForeignWord?
  /// Returns the replacement of a name that a constructor was given, such as `write opacity = 0.5`.
  func key(_ name: String, of keyedClass: KeyedClass, for reader: MessageReader) -> String?
  /// Returns the replacement of a value that a property does not take, such as `write "resizeAspectFill"`.
  func value(_ name: String, of property: String, for reader: MessageReader) -> String?
  /// Returns the replacement of a colour's name, given in lower case without prefix and suffix.
  func color(_ name: String, for reader: MessageReader) -> String?
}

/// The meaning of a name from another system.
package struct ForeignWord {
  /// The system, such as `CSS, DOM`.
  package let origin: String
  /// The advice on what to write.
  package let instead: String
  /// True if the class of the same name in Core Animation has the member.
  package let isNamesakes: Bool

  package init(origin: String, instead: String, isNamesakes: Bool) {
    self.origin = origin
    self.instead = instead
    self.isNamesakes = isNamesakes
  }
}

extension Scene {
  /// Returns the reader of a message: the author of the script that is running, or of the script that made the object;
  /// otherwise the programmer of the host. The users of the program and of the module for the stock Lua are authors.
  package func reader(about object: KeyedObject? = nil) -> MessageReader { reader(ofMark: object?.madeAt ?? 0) }

  /// Same as `reader(about:)`, given the line of a script as a mark; 0 for none.
  package func reader(ofMark mark: UInt32) -> MessageReader {
    var reader = MessageReader(host.face)
    reader.language = host.language
    reader.isAuthor =
      host.language != nil && (mark != 0 || !host.face.hasProgrammer || host.isScriptRunning?() ?? false)
    return reader
  }
}
