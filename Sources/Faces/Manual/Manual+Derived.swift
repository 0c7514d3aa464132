// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Numbers

// Examples made of the rows of the registries, for properties and filters that the guide does not show in a few lines.
extension Manual {
  /// Returns a line of Lua that sets a property to a value other than its default, or prints one that is read-only; nil
  /// if its row does not tell what it takes: then docs/reference/examples.lua has a line.
  package static func ownExample(of property: Property, in keyedClass: KeyedClass) -> String? {
    let key = "\(receiverName(keyedClass.name)).\(property.name)"
    if property.isReadOnly { return "print(\(key))" }
    return exampleValue(of: property).map { "\(key) = \($0)" }
  }

  private static func exampleValue(of property: Property) -> String? {
    switch property.kind {
    case .number: return number(of: property)
    case .bool:
      if case .bool(true) = property.defaultValue { return "false" }
      return "true"
    case .point: return isUnit(property) ? "{ 0, 0 }" : "{ 40, 30 }"
    case .size: return property.name.hasSuffix("Offset") ? "{ 0, 4 }" : "{ 40, 30 }"
    case .rect:
      if property.name == "bounds" { return "{ 0, 0, 200, 100 }" }
      if case .rect(let usual) = property.defaultValue, usual.width == 1, usual.height == 1 {
        return "{ 0, 0, 0.5, 0.5 }"
      }
      return "{ 20, 20, 120, 80 }"
    case .transform, .affineTransform: return "ca.Transform.rotation(math.pi / 6)"
    case .color, .colorOrPattern: return "\"gold\""
    case .colors: return "{ \"navy\", \"teal\" }"
    case .enumeration, .nameSet:
      let usual: String
      if case .string(let name) = property.defaultValue { usual = name } else { usual = "" }
      let names = property.allowedNames
      return (names.first { $0 != usual } ?? names.first).map { "\"\($0)\"" }
    default: return nil
    }
  }

  /// True for a point in unit coordinates.
  private static func isUnit(_ property: Property) -> Bool {
    if case .point(let usual) = property.defaultValue, usual.x == 0.5 || usual.y == 0.5 || usual.y == 1 { return true }
    return isPart("unit coordinates", of: property.summary)
  }

  /// Returns a number that a property allows and that differs from its default, as Lua.
  private static func number(of property: Property) -> String? {
    let range = property.range ?? -Double.infinity...Double.infinity
    var usual = 0.0
    if case .number(let number) = property.defaultValue { usual = number }
    let about = property.summary
    if !property.isWhole, isPart("radians", of: about), range.contains(1) { return "math.pi / 4" }
    var candidates: [Double] = []
    if usual.isFinite, usual != 0 {
      candidates = [usual * 2, usual / 2]
    } else if property.isWhole {
      candidates = [2]
    } else if isPart("fraction", of: about) || isPart("colour's", of: about) || isPart("progress", of: about) {
      candidates = [0.5]
    } else if isPart("number of", of: about) {
      candidates = [3]
    } else if isPart("Width", of: property.name) {
      candidates = [2]
    } else if isPart("seconds", of: about) {
      candidates = [2]
    } else if isPart("points", of: about) {
      candidates = [12]
    }
    candidates += [0.5, 1, range.lowerBound, range.upperBound]
    let fitting = candidates.first { number in
      range.contains(number) && number != usual && number.isFinite && (!property.isWhole || number == number.rounded())
    }
    return fitting.map(numberText)
  }

  /// Returns lines of Lua that use a filter with values for up to two of its keys and those that it needs; nil if it
  /// needs data.
  ///
  /// - Parameter name: the key to set; nil for the first ones.
  package static func ownExample(of info: FilterInfo, key name: String? = nil) -> [String]? {
    let needed = info.keys.filter(\.isRequired)
    let plain = info.keys.filter { !$0.isRequired && exampleValue(of: $0) != nil }
    // A centre lies where the layer does, so that other keys say more.
    let telling = plain.filter { $0.kind != "point" }
    var keys = needed + (telling.isEmpty ? plain : telling).prefix(max(2 - needed.count, 0))
    if let name { keys = needed.filter { $0.name != name } + info.keys.filter { $0.name == name } }
    var values: [String] = []
    for key in keys {
      guard let value = exampleValue(of: key) else { return nil }
      values.append("\(key.name) = \(value)")
    }
    // The name alone is a filter with its defaults.
    let filter = values.isEmpty ? "\"\(info.name)\"" : "ca.Filter(\"\(info.name)\", { \(listed(values)) })"
    switch info.category {
    case .transition:
      return ["local filter = \(filter)", "layer:addAnimation(ca.Transition { filter = filter, duration = 1 })"]
    case .compositing: return ["layer.compositingFilter = \(filter)"]
    default: return ["layer.filters = { \(filter) }"]
    }
  }

  /// Returns a value of a filter's key other than its default, as Lua; nil for data.
  private static func exampleValue(of key: FilterInfo.Key) -> String? {
    switch key.kind {
    case "number":
      let usual = key.defaultValue.first ?? 0
      let range = key.range ?? -Double.infinity...Double.infinity
      let first = usual == 0 ? [key.unit == "points" ? 10 : 0.5] : [usual * 2, usual / 2]
      let candidates = first + [1, range.lowerBound, range.upperBound]
      return candidates.first { range.contains($0) && $0 != usual && $0.isFinite }.map { numberText($0, decimals: 4) }
    case "point": return "{ 60, 40 }"
    case "color": return "\"gold\""
    case "rect": return "{ 20, 20, 120, 80 }"
    case "transform": return "ca.Transform.rotation(math.pi / 12)"
    case "image": return "\"photo.jpg\""
    case "vector":
      let isZero = key.defaultValue.allSatisfy { $0 == 0 }
      return "{ \(listed(key.defaultValue.map { isZero ? "0.1" : numberText($0 / 2, decimals: 4) })) }"
    default: return nil
    }
  }
}
