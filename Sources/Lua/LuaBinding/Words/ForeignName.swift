// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers

/// A name from another system, and its replacement here. Warnings, errors, `layerlua doc` and the manual's pages for
/// newcomers read the one table of them (`all`); a test runs every replacement.
package struct ForeignName: Sendable {
  /// The system that the names come from.
  package enum Origin: String, CaseIterable, Sendable {
    case apple = "Core Animation and Core Graphics"
    case views = "UIKit, AppKit"
    case css = "CSS, DOM"
    case svg = "SVG, d3"
    case drawing = "LÖVE, Processing"
    case flutter = "Flutter"
    case animation = "animation libraries"
  }

  /// The syntactic role of the name.
  package enum Kind: Sendable {
    /// A key that is set, in a constructor or afterwards.
    case property
    /// A method, called on an object.
    case method
    /// A method that is called on a class.
    case classMethod
    /// A global, or a field of a table: a function, a class, a constant.
    case function
    /// A function that a subclass or a delegate defines.
    case hook
    /// The name of a colour.
    case color
    /// A value of the properties that `values` names.
    case value
  }

  /// The kind of object that the name is used on; also the name of a variable in `write`.
  package enum Subject: String, Sendable {
    case layer, text, shape, drawable, cell, animation
    case path, context = "ctx", transform = "t", rect = "r", image, none = ""

    /// The class of keyed objects; nil for other subjects.
    var keyedClass: KeyedClass? {
      switch self {
      case .layer: .layer
      case .text: .text
      case .shape: .shape
      case .drawable: .drawable
      case .cell: .emitterCell
      case .animation: .animation
      case .path, .context, .transform, .rect, .image, .none: nil
      }
    }
  }

  /// Names with one meaning.
  package let names: [String]
  package let origin: Origin
  package let kind: Kind
  package let subject: Subject
  /// The replacements. For a property, an assignment as in a constructor (`opacity = 0.5`); otherwise Lua code, in
  /// which `layer`, `path`, `ctx`, `rect`, `x` and the like stand for the user's objects.
  package let write: [String]
  /// A remark on the replacement, such as another meaning of the value.
  package let note: String
  /// For a value: the properties that take it.
  package let values: [String]
  /// True if Core Animation's class of the same name as `subject`'s has the member, so that a script cannot mean a key
  /// of its own.
  package var isNamesakes = false

  /// Returns the advice for messages: `write opacity = 0.5`, after construction `write layer.opacity = 0.5`.
  package func words(inConstructor: Bool = false, of keyedClass: KeyedClass? = nil) -> String {
    var text = ""
    // The property belongs to another class.
    if let keyedClass, let own = subject.keyedClass, !keyedClass.isSubclass(of: own) { text = "of a \(own.name) " }
    text +=
      write.isEmpty ? "leave it out" : "write " + alternatives(write.map { inConstructor ? $0 : assignment($0) })
    return note.isEmpty ? text : "\(text) (\(note))"
  }

  /// Returns the advice without code, for the programmer of a host, who may write any language: `here it is opacity`;
  /// nil if there is none.
  func plainWords(of keyedClass: KeyedClass? = nil) -> String? {
    let names = Self.unique(write.compactMap(plainName))
    // A remark about scripts or the program.
    let starts = note.utf8.indices.map { note.utf8[$0...] }
    let isOfLua = starts.contains { $0.starts(with: "--".utf8) || $0.starts(with: "ca.".utf8) }
    let remark = isOfLua ? "" : note
    if names.isEmpty { return !remark.isEmpty ? remark : write.isEmpty ? "leave it out" : nil }
    var text = "here it is \(alternatives(names))"
    if let keyedClass, let own = subject.keyedClass, !keyedClass.isSubclass(of: own) { text += " of a \(own.name)" }
    return remark.isEmpty ? text : "\(text) (\(remark))"
  }

  /// Returns the key path of an assignment, or a value that is text; nil for other code.
  private func plainName(_ code: String) -> String? {
    switch kind {
    case .property where assignment(code) != code, .value where code.contains("="):
      let key = code.prefix { $0 != "=" }.filter { !" []\"".contains($0) }
      return key.isEmpty ? nil : key
    case .value, .color: return code.first == "\"" ? code : nil
    default: return nil
    }
  }

  private static func unique(_ names: [String]) -> [String] {
    names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
  }

  /// Turns a constructor's assignment into one to a variable; leaves other Lua code as it is.
  package func assignment(_ lua: String) -> String {
    guard kind == .property, let equals = lua.firstIndex(of: "="), lua.first == "[" || !lua[..<equals].contains("(")
    else {
      return lua
    }
    return lua.first == "[" ? "\(subject.rawValue)\(lua)" : "\(subject.rawValue).\(lua)"
  }

  /// True if the replacement is an assignment.
  package var isAssignment: Bool { kind == .property && write.allSatisfy { assignment($0) != $0 } }

  // MARK: Looking up

  /// Finds the row of a key that a class does not declare; if several classes have the name, the row of the nearest.
  /// CSS names may have hyphens.
  package static func property(_ name: String, of keyedClass: KeyedClass) -> ForeignName? {
    let word = joined(name)
    var best: (depth: Int, row: ForeignName)?
    for row in all where row.kind == .property && row.names.contains(word) {
      guard let own = row.subject.keyedClass else { continue }
      let depth: Int
      if keyedClass.isSubclass(of: own) {
        depth = own.depth
      } else if keyedClass.isLayerClass, own.isLayerClass {
        depth = -1
      } else {
        continue
      }
      if depth > best?.depth ?? -2 { best = (depth, row) }
    }
    return best?.row
  }

  /// Finds the row of a name that was read or called on an object but is neither a key nor a method of its class: a
  /// method, a key, or the key that a setter such as `setWantsLayer` sets.
  package static func member(_ name: String, of keyedClass: KeyedClass, isMethod: Bool = false) -> ForeignName? {
    if isMethod, let row = method(name, of: keyedClass) { return row }
    if let row = property(name, of: keyedClass) { return row }
    if isMethod, name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase {
      let rest = String(name.dropFirst(3))
      return property(first.lowercased() + name.dropFirst(4), of: keyedClass) ?? property(rest, of: keyedClass)
    }
    return isMethod ? nil : method(name, of: keyedClass)
  }

  /// Finds the row of a method that Core Animation's class of the same name has.
  private static func method(_ name: String, of keyedClass: KeyedClass) -> ForeignName? {
    all.first { row in
      row.kind == .method && row.isNamesakes && row.names.contains(name)
        && row.subject.keyedClass.map { keyedClass.isSubclass(of: $0) } ?? false
    }
  }

  /// Finds the row of a method that was called on an object of a kind, by the binding's number; nil for kinds without
  /// rows.
  static func method(_ name: String, ofKind kind: UInt32) -> ForeignName? {
    guard kind != 0, let subject = subjects.first(where: { llua_kind_of_owner($0.owner) == kind })?.subject else {
      return nil
    }
    return all.first { $0.kind == .method && $0.subject == subject && $0.names.contains(name) }
  }

  /// Objects that are not keyed, by the owner of their methods.
  private static let subjects: [(owner: String, subject: Subject)] = [
    ("Path", .path), ("GraphicsContext", .context), ("Image", .image),
  ]

  /// Finds the row of a method called on a class.
  package static func classMethod(_ name: String, of keyedClass: KeyedClass) -> ForeignName? {
    all.first { row in
      row.kind == .classMethod && row.names.contains(name)
        && row.subject.keyedClass.map { keyedClass.isSubclass(of: $0) } ?? true
    }
  }

  /// Finds the row of a method that an object without keys has as a field that is no function, such as a context's
  /// `scale`.
  static func calledField(_ name: String, hasField: (_ owner: String) -> Bool) -> ForeignName? {
    all.first { row in
      row.kind == .method && row.names.contains(name)
        && subjects.contains { $0.subject == row.subject && hasField($0.owner) }
    }
  }

  /// Finds the row of a name that is called, or looked up in a table or among the globals.
  ///
  /// - Parameters:
  ///   - isMethod: true if it was called on an object.
  ///   - receiver: the kind of that object; `none` for one whose methods are looked up elsewhere; nil for any.
  package static func function(_ name: String, isMethod: Bool, on receiver: Subject? = nil) -> ForeignName? {
    let rows = all.filter { row in
      row.names.contains(name)
        && (row.kind == .function || row.kind == .method && (receiver == nil || receiver == row.subject))
    }
    return rows.first { ($0.kind == .method) == isMethod } ?? rows.first
  }

  /// Finds the row of a function that a class or a delegate defines.
  package static func hook(_ name: String) -> ForeignName? {
    hooks.first { $0.names.contains(name) }
  }

  /// Finds the row of a value that a property does not take.
  static func value(_ name: String, of property: String) -> ForeignName? {
    all.first { $0.kind == .value && $0.values.contains(property) && $0.names.contains(name) }
  }

  /// Finds the row of a colour's name, given in lower case without prefix and suffix.
  static func color(_ name: String) -> ForeignName? { all.first { $0.kind == .color && $0.names.contains(name) } }

  /// True if it makes an object of the class that it is called on.
  package var isConstructor: Bool { kind == .classMethod && write == ["ca.Layer()"] }

  /// Converts kebab case to camel case: `border-radius` to `borderRadius`.
  package static func joined(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "-")) else { return name }
    let parts = name.split(separator: "-")
    return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}

extension KeyedClass {
  /// The number of superclasses.
  fileprivate var depth: Int {
    var count = 0
    var parent = superclass
    while let now = parent {
      count += 1
      parent = now.superclass
    }
    return count
  }
}
