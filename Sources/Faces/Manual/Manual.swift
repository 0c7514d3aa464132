// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding

/// Documentation generated from the registries of properties, filters, functions and warnings. Everything is generated
/// lazily.
package enum Manual {
  /// Returns the properties that a class declares and its superclass does not.
  package static func ownProperties(of keyedClass: KeyedClass) -> [Property] {
    Array(keyedClass.properties.dropFirst(keyedClass.superclass?.properties.count ?? 0))
  }

  /// True if animations can change the property.
  static func isAnimatable(_ property: Property) -> Bool {
    switch property.animation {
    case .none: false
    case .basic, .transition, .explicit: true
    }
  }

  /// Describes a property in sentences: its summary, its default, its range, and how it can be used.
  static func sentences(on property: Property, in keyedClass: KeyedClass? = nil) -> String {
    var text = property.summary
    let usual = defaultText(property)
    if !usual.isEmpty, usual != "nil", !property.isReadOnly { text += " Default \(usual.filter { $0 != "`" })." }
    if property.isReadOnly { text += " Read-only." }
    if let range = property.range, !rangeText(range).isEmpty { text += " \(rangeText(range))" }
    if isAnimatable(property) { text += " Animatable." }
    return text
  }

  /// Returns the components of a kind of value that key paths reach, such as `x` in `position.x`.
  package static func parts(of kind: PropertyKind) -> [String] {
    let axes = ["x", "y", "z"]
    switch kind {
    case .point: return ["x", "y"]
    case .size: return ["width", "height"]
    case .rect: return ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"]
    case .transform:
      return ["rotation", "scale", "translation"].flatMap { part in
        [part] + axes.map { "\(part).\($0)" } + (part == "scale" ? ["scale.xy"] : [])
      }
    case .color, .colorOrPattern: return ["red", "green", "blue", "alpha"]
    default: return []
    }
  }

  /// The animatable keys and key paths of all layer classes, each once.
  static var animatableKeyPaths: [String] {
    var result: [String] = []
    for keyedClass in KeyedClass.all {
      for property in ownProperties(of: keyedClass) where isAnimatable(property) {
        for path in [property.name] + parts(of: property.kind).map({ "\(property.name).\($0)" })
        where !result.contains(path) {
          result.append(path)
        }
      }
    }
    return result
  }
}

extension Manual {
  /// Describes a filter's key in sentences.
  static func sentences(on key: FilterInfo.Key) -> String {
    var text = key.summary
    if let unit = key.unit, !lines(text.lowercased(), width: 0).contains(where: { $0.hasPrefix(unit.lowercased()) }) {
      text += " In \(unit)."
    }
    let usual = key.defaultValue.map(digits).joined(separator: ", ")
    if !usual.isEmpty { text += " Default \(key.defaultValue.count == 1 ? usual : "{\(usual)}")." }
    if let range = key.range, !rangeText(range).isEmpty { text += " \(rangeText(range))" }
    return text
  }

  /// Wraps text into lines of at most `width` characters.
  static func lines(_ words: String, width: Int = 112) -> [String] {
    var result: [String] = []
    for word in words.split(separator: " ") {
      if let last = result.last, last.count + word.count < width {
        result[result.count - 1] = last + " " + word
      } else {
        result.append(String(word))
      }
    }
    return result
  }
}

extension PropertyKind {
  /// True if values of this kind may be nil; others read as zero.
  var mayBeNil: Bool {
    switch self {
    case .number, .bool, .point, .size, .rect, .transform, .affineTransform, .enumeration, .nameSet, .layers,
      .constraints, .any:
      false
    default: true
    }
  }
}
