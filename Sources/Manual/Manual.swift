// SPDX-License-Identifier: MIT
import LayerModel
import LuaBinding

/// What the registries of properties, filters, functions and warnings say of themselves. Nothing is made before it is
/// asked for.
package enum Manual {
  /// The rows of a class that its superclass lacks.
  package static func ownProperties(of keyedClass: KeyedClass) -> [Property] {
    Array(keyedClass.properties.dropFirst(keyedClass.superclass?.properties.count ?? 0))
  }

  /// Whether an animation changes it.
  static func isAnimatable(_ property: Property) -> Bool {
    switch property.animation {
    case .none: false
    case .basic, .transition, .explicit: true
    }
  }

  /// The sentences on a property: what it is, its default, its range, and what can be done with it.
  static func sentences(on property: Property, in keyedClass: KeyedClass? = nil) -> String {
    var text = property.summary
    let usual = defaultText(property)
    if !usual.isEmpty, usual != "nil", !property.isReadOnly { text += " Default \(usual.filter { $0 != "`" })." }
    if property.isReadOnly { text += " Read-only." }
    if let range = property.range, !rangeText(range).isEmpty { text += " \(rangeText(range))" }
    if isAnimatable(property) { text += " Animatable." }
    return text
  }

  /// Parts of a kind of value that key paths reach, such as `position.x`.
  package static func parts(of kind: PropertyKind) -> [String] {
    let axes = ["x", "y", "z"]
    switch kind {
    case .point: return ["x", "y"]
    case .size: return ["width", "height"]
    case .rect: return ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"]
    case .transform:
      return ["rotation", "scale", "translation"].flatMap { part in [part] + axes.map { "\(part).\($0)" } }
    case .color, .colorOrPattern: return ["red", "green", "blue", "alpha"]
    default: return []
    }
  }

  /// The layer classes' animatable keys and key paths, each once.
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
  /// The sentences on a filter's key.
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

  /// Words in lines of at most so many characters.
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
  /// Whether values of this kind may be missing; others read as zero.
  var mayBeNil: Bool {
    switch self {
    case .number, .bool, .point, .size, .rect, .transform, .affineTransform, .enumeration, .nameSet, .layers,
      .constraints, .any:
      false
    default: true
    }
  }
}
