// SPDX-License-Identifier: MIT
import Numbers
import Wording

/// A name of another system, and what to write here. The one table of them (`all`) is read by warnings, errors,
/// `layerlua doc` and the manual's pages for those who come from elsewhere; a test writes every right side.
package struct ForeignName: Sendable {
  /// Where the names are from.
  package enum Origin: String, CaseIterable, Sendable {
    case apple = "Core Animation and Core Graphics"
    case views = "UIKit, AppKit"
    case css = "CSS, DOM"
    case svg = "SVG, d3"
    case drawing = "LÖVE, Processing"
    case flutter = "Flutter"
    case animation = "animation libraries"
  }

  /// What is written with the name.
  package enum Kind: Sendable {
    /// A key that is set, in a constructor or afterwards.
    case property
    /// What is called on an object.
    case method
    /// What is called on a class.
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

  /// On what it is written; the name of a variable in `write` too.
  package enum Subject: String, Sendable {
    case layer, text, shape, drawable, cell, animation
    case path, context = "ctx", transform = "t", rect = "r", image, none = ""

    /// The class of objects with keys; nil for others.
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

  /// Names that mean the same.
  package let names: [String]
  package let origin: Origin
  package let kind: Kind
  package let subject: Subject
  /// What to write: of a property an assignment as a constructor has it (`opacity = 0.5`), of all others Lua, in which
  /// `layer`, `path`, `ctx`, `rect`, `x` and the like stand for what there is.
  package let write: [String]
  /// What is to be known besides, such as another meaning of the value.
  package let note: String
  /// Of a value: the properties that take it.
  package let values: [String]
  /// Whether Core Animation's class of the same name as `subject`'s has it, so that a script cannot mean a key of its
  /// own.
  package var isNamesakes = false

  /// What is said of a key: `write opacity = 0.5`, after construction `write layer.opacity = 0.5`.
  package func words(inConstructor: Bool = false, of keyedClass: KeyedClass? = nil) -> String {
    var text = ""
    // Another class has it.
    if let keyedClass, let own = subject.keyedClass, !keyedClass.isSubclass(of: own) { text = "of a \(own.name) " }
    text +=
      write.isEmpty ? "leave it out" : "write " + alternatives(write.map { inConstructor ? $0 : assignment($0) })
    return note.isEmpty ? text : "\(text) (\(note))"
  }

  /// An assignment to a variable, of one in a constructor; other Lua as it is.
  package func assignment(_ lua: String) -> String {
    guard kind == .property, let equals = lua.firstIndex(of: "="), lua.first == "[" || !lua[..<equals].contains("(")
    else {
      return lua
    }
    return lua.first == "[" ? "\(subject.rawValue)\(lua)" : "\(subject.rawValue).\(lua)"
  }

  /// Whether it is an assignment.
  package var isAssignment: Bool { kind == .property && write.allSatisfy { assignment($0) != $0 } }

  // MARK: Looking up

  /// The row of a key that a class does not declare; that of the nearest class where several have the name. CSS names
  /// may have hyphens.
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

  /// The row of what was read or called on an object, and is neither a key nor a method of its class: of a method, of a
  /// key, or of the key that a setter such as `setWantsLayer` sets.
  package static func member(_ name: String, of keyedClass: KeyedClass, isMethod: Bool = false) -> ForeignName? {
    if isMethod, let row = method(name, of: keyedClass) { return row }
    if let row = property(name, of: keyedClass) { return row }
    if isMethod, name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase {
      let rest = String(name.dropFirst(3))
      return property(first.lowercased() + name.dropFirst(4), of: keyedClass) ?? property(rest, of: keyedClass)
    }
    return isMethod ? nil : method(name, of: keyedClass)
  }

  /// The row of a method that Core Animation's class of the same name has.
  private static func method(_ name: String, of keyedClass: KeyedClass) -> ForeignName? {
    all.first { row in
      row.kind == .method && row.isNamesakes && row.names.contains(name)
        && row.subject.keyedClass.map { keyedClass.isSubclass(of: $0) } ?? false
    }
  }

  /// The row of what is called on a class.
  package static func classMethod(_ name: String, of keyedClass: KeyedClass) -> ForeignName? {
    all.first { row in
      row.kind == .classMethod && row.names.contains(name)
        && row.subject.keyedClass.map { keyedClass.isSubclass(of: $0) } ?? true
    }
  }

  /// The row of what is called, or looked up in a table or among the globals.
  package static func function(_ name: String, isMethod: Bool) -> ForeignName? {
    let rows = all.filter { ($0.kind == .method || $0.kind == .function) && $0.names.contains(name) }
    return rows.first { ($0.kind == .method) == isMethod } ?? rows.first
  }

  /// The row of a function that a class or a delegate defines.
  package static func hook(_ name: String) -> ForeignName? {
    all.first { $0.kind == .hook && $0.names.contains(name) }
  }

  /// The row of a value that a property does not take.
  static func value(_ name: String, of property: String) -> ForeignName? {
    all.first { $0.kind == .value && $0.values.contains(property) && $0.names.contains(name) }
  }

  /// The row of the name of a colour, in small letters and without what surrounds it.
  static func color(_ name: String) -> ForeignName? { all.first { $0.kind == .color && $0.names.contains(name) } }

  /// Whether it makes an object of the class that it is called on.
  package var isConstructor: Bool { kind == .classMethod && write == ["ca.Layer()"] }

  /// `border-radius` as `borderRadius`.
  package static func joined(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "-")) else { return name }
    let parts = name.split(separator: "-")
    return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}

extension KeyedClass {
  /// How many superclasses it has.
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
