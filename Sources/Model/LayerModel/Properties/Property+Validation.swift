// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

// The checks behind every assignment, and their messages.
extension Property {
  /// The distance outside its range within which a fraction is clamped to the range.
  static let tolerance = 1e-6

  func mismatch(_ object: KeyedObject, _ value: PropertyValue) -> LayerError {
    var what = value.described
    if case .array(let a) = value, let odd = a.enumerated().first(where: { $0.element.asNumber == nil }) {
      switch kind {
      case .point, .size, .rect, .transform, .affineTransform, .numbers:
        what = "a table whose value \(odd.offset + 1) is \(odd.element.described)"
      default: break
      }
    }
    let reader = object.scene.reader()
    return LayerError(
      self, object, ": expected \(kind.expectation(for: reader)), got \(what)\(remedy(value, reader))")
  }

  /// Advice for common mistakes (numbers for text, text for numbers, missing fields) and for words of other systems.
  private func remedy(_ value: PropertyValue, _ reader: MessageReader) -> String {
    switch (kind, value) {
    case (.text, .number), (.string, .number): return reader.text(.numberToText)
    case (.number, .string(let text)): return Double(text) == nil ? "" : reader.text(.textToNumber)
    case (.point, .array(let a)), (.size, .array(let a)):
      return a.count == 1 && a[0].asNumber != nil ? reader.text(.shortList) : ""
    case (.rect, .array(let a)):
      return (1...3).contains(a.count) && a.allSatisfy { $0.asNumber != nil } ? reader.text(.shortList) : ""
    case (.bool, .null): return reader.text(.boolean(isMissing: true))
    case (.bool, _): return reader.text(.boolean(isMissing: false))
    case (.color, .string(let word)), (.colorOrPattern, .string(let word)):
      return ColorWords.remedy(for: word, reader)
    default: return ""
    }
  }

  /// Returns the error for a value of another kind, or for an object whose class lacks the property.
  func unsupportedValueError(_ object: KeyedObject, _ value: PropertyValue) -> LayerError {
    if !object.keyedClass.has(self) { return LayerError("\(object.className) has no property \(name)") }
    if object.isFrozen { return object.frozenError(of: self) }
    if isReadOnly { return LayerError(self, object, " is read-only") }
    return mismatch(object, value)
  }

  func notFinite(_ object: KeyedObject, _ components: [(String, Double)]) -> LayerError {
    let bad = components.first { !$0.1.isFinite }
    return LayerError(
      self, object,
      ": \(bad.map { "\($0.0) is \(numberText($0.1))" } ?? "a component is not finite"), expected a finite number"
    )
  }

  /// Checks a number's range; a number outside by rounding alone is clamped.
  func limited(_ v: Double, _ object: KeyedObject) throws(LayerError) -> Double {
    if traits.contains(.whole), v.isFinite {
      if let range, range.contains(v), v == v.rounded() { return v }
      throw LayerError(self, object, " is \(numberText(v)), expected a whole number\(rangeText)")
    }
    if v.isNaN { throw LayerError(self, object, " is nan, expected a number\(rangeText)") }
    if v.isInfinite, upper.isFinite {
      throw LayerError(self, object, " is \(numberText(v)), expected a finite number\(rangeText)")
    }
    guard let range, !traits.contains(.positive) else {
      throw LayerError(self, object, " is \(numberText(v)), expected a number\(rangeText)")
    }
    if v < range.lowerBound, v >= range.lowerBound - Property.tolerance { return range.lowerBound }
    if v > range.upperBound, v <= range.upperBound + Property.tolerance { return range.upperBound }
    throw LayerError(self, object, " is \(numberText(v)), expected a number\(rangeText)")
  }

  private var rangeText: String {
    if traits.contains(.positive) {
      return " greater than 0" + (upper < Double.greatestFiniteMagnitude ? " and at most \(numberText(upper))" : "")
    }
    guard let range else { return "" }
    if range.upperBound >= Double.greatestFiniteMagnitude { return ", \(numberText(range.lowerBound)) or more" }
    return " from \(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
  }

  func checked(_ r: Rect, _ object: KeyedObject) throws(LayerError) -> Rect {
    if traits.contains(.nonEmpty), r.width == 0 || r.height == 0 {
      throw LayerError(self, object, ": expected a rect that is not empty, got \(PropertyValue.rect(r).described)")
    }
    if traits.contains(.unit) {
      let s = r.standardized
      let e = Property.tolerance
      guard s.minX >= -e, s.minY >= -e, s.maxX <= 1 + e, s.maxY <= 1 + e else {
        throw LayerError(
          self, object, ": expected a rect within the unit square {0, 0, 1, 1}, got \(PropertyValue.rect(r).described)"
        )
      }
    }
    return invalidates.contains(.bounds) || traits.contains(.nonEmpty) || traits.contains(.unit) ? r.standardized : r
  }

  func checked(_ c: Color, _ object: KeyedObject, at place: String = "") throws(LayerError) -> Color {
    if let excess = c.excess { throw LayerError(self, object, "\(place): \(excess)") }
    func unit(_ v: Double) -> Double { Swift.min(Swift.max(v, 0), 1) }
    return Color(red: unit(c.red), green: unit(c.green), blue: unit(c.blue), alpha: unit(c.alpha))
  }

  func checked(_ values: [Double], _ object: KeyedObject) throws(LayerError) -> [Double] {
    var result = values
    for i in values.indices where !(values[i] >= lower && values[i] <= upper) {
      do { result[i] = try limited(values[i], object) } catch {
        throw LayerError(self, object, ": value \(i + 1) is \(numberText(values[i])), expected a number\(rangeText)")
      }
    }
    if traits.contains(.sorted) {
      for i in result.indices.dropFirst() where result[i] < result[i - 1] {
        throw LayerError(
          self, object,
          ": value \(i + 1) is \(numberText(result[i])), less than the one before it, \(numberText(result[i - 1]))"
        )
      }
    }
    if traits.contains(.notAllZero), !result.isEmpty, result.allSatisfy({ $0 == 0 }) {
      throw LayerError(self, object, ": all lengths are zero")
    }
    return result
  }

  /// Returns the entries of a dictionary; nil for none.
  func entries(_ value: PropertyValue, _ object: KeyedObject) throws(LayerError) -> [(
    key: String, value: PropertyValue
  )]? {
    switch value {
    case .null, .bool(false): return nil
    case .dictionary(let d): return d
    case .array(let a) where a.isEmpty: return []
    default: throw mismatch(object, value)
    }
  }

  func option(_ s: String, _ names: [OptionName], _ object: KeyedObject) throws(LayerError) -> UInt8 {
    if let i = names.firstIndex(where: { $0.answers(to: s) }) { return UInt8(truncatingIfNeeded: i) }
    let reader = object.scene.reader()
    if let instead = reader.language?.value(s, of: name, for: reader) {
      throw LayerError(
        self, object, ": expected one of \(listed(names.map(\.raw))), got \"\(s)\"; \(instead)")
    }
    let near = nearest(s, among: names.flatMap { [$0.raw, $0.short] })
    throw LayerError(
      self, object,
      ": expected one of \(listed(names.map(\.raw))), got \"\(s)\"\(near.map { "; did you mean \"\($0)\"?" } ?? "")"
    )
  }

  func bits(_ value: PropertyValue, _ set: NameSet, _ object: KeyedObject) throws(LayerError) -> UInt32 {
    switch value {
    case .null: return 0
    case .number(let v):
      let all = set.keepsUnknownBits ? UInt32.max : set.all
      guard v >= 0, v <= Double(all), v == v.rounded() else {
        throw LayerError(
          self, object,
          ": expected \(kind.expectation(for: object.scene.reader())), or the sum of their bits from 0 to \(all), "
            + "got \(value.described)")
      }
      return UInt32(clamping: v)
    case .string(let s):
      if set.emptyNames.contains(s) { return 0 }
      return try bit(s, set, object)
    case .array(let a):
      var result: UInt32 = 0
      for element in a {
        if case .number = element {
          result |= try bits(element, set, object)
          continue
        }
        guard case .string(let s) = element else { throw mismatch(object, element) }
        if !set.emptyNames.contains(s) { result |= try bit(s, set, object) }
      }
      return result
    case .dictionary(let d):
      // { left = true, right = true }
      var result: UInt32 = 0
      for (key, element) in d {
        guard case .bool(let on) = element else { throw mismatch(object, value) }
        let b = try bit(key, set, object)
        if on { result |= b }
      }
      return result
    default: throw mismatch(object, value)
    }
  }

  private func bit(_ s: String, _ set: NameSet, _ object: KeyedObject) throws(LayerError) -> UInt32 {
    if let member = set.members.first(where: { $0.name == s || $0.constant == s }) { return member.bit }
    let names = set.members.map(\.name)
    throw LayerError(
      self, object, ": expected names among \(listed(names)), got \"\(s)\"\(suggestion(for: s, among: names))")
  }

  /// Warns of a reversed perspective. A rotation about x or y makes m34 positive even under an ordinary perspective, so
  /// only the perspective part is checked.
  func warnAboutDepth(_ object: KeyedObject, _ t: Transform3D) {
    let parts = TransformComponents(t)
    if parts.q2 + parts.p2 <= 0 { return }
    object.scene.warn(
      .m34Sign,
      "\(object.mention): m34 of \(name) is \(numberText(t.m34)) but is usually negative: depth is reversed; "
        + "write -1 / distance" + object.scene.reader(about: object).text(.perspective), onceFor: path(object))
  }
}
