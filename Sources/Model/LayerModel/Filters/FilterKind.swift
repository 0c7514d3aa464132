// SPDX-License-Identifier: MIT
import Filters
import Messages
import Pixels

/// The categories in which filters are listed.
public enum FilterCategory: String, CaseIterable, Sendable {
  case blur, sharpen, colorAdjustment, colorEffect, distortion, geometryAdjustment, halftone, stylize, generator
  case transition
  /// Combinations of a layer with its backdrop: blend modes and compositing operators.
  case compositing
  /// Filters defined by the program or its scripts, except transitions.
  case custom
}

/// The kind of a class of filters: a row of the registry, or an operator that combines a layer with its backdrop.
package struct FilterKind: Sendable {
  package enum Action: Sendable {
    case row(FilterRow)
    case compositing(BlendMode)
  }

  /// Core Image's name, or Core Animation's for an operator that Core Image lacks.
  package let name: String
  package let otherNames: [String]
  package let category: FilterCategory
  package let summary: String
  package let action: Action

  package init(_ row: FilterRow) {
    name = row.name
    otherNames = row.otherNames
    category = FilterCategory(rawValue: row.category.rawValue) ?? .stylize
    summary = row.summary
    action = .row(row)
  }

  init(_ name: String, otherNames: [String], _ mode: BlendMode) {
    self.name = name
    self.otherNames = otherNames
    category = .compositing
    summary = "Combines the layer with its backdrop: \(mode.name)."
    action = .compositing(mode)
  }

  var row: FilterRow? { if case .row(let row) = action { row } else { nil } }
  package var keys: [FilterKey] { row?.keys ?? [] }

  /// The keys that must be set before the filter can be used.
  var requiredKeys: [FilterKey] { keys.filter(\.isRequired) }

  /// Core Image's keys whose values the layer supplies.
  static let suppliedKeys: Set<String> = ["inputImage", "inputBackgroundImage", "inputTargetImage"]
}

extension KeyedClass {
  /// The class of `Filter`, and the superclass of every kind of filter.
  public static let filter = KeyedClass(
    .filter, "Filter", Filter.self, superclass: nil, rows: [.filterName, .filterEnabled], isAbstract: true)

  /// The classes of all kinds of filters, in the manual's order.
  package static let filters: [KeyedClass] =
    FilterRow.all.map { filter(FilterKind($0)) } + BlendMode.filterKinds.map(filter)

  /// Creates the class for a kind of filter.
  package static func filter(_ kind: FilterKind) -> KeyedClass {
    var rows: [Property] = []
    if let row = kind.row {
      for (key, offset) in zip(row.keys, row.offsets) { rows.append(Property(of: key, at: offset)) }
    }
    return KeyedClass(filter: kind, rows: rows)
  }

  private static let filtersByName: [String: KeyedClass] = {
    var result: [String: KeyedClass] = [:]
    for filter in filters {
      guard let kind = filter.filterKind else { continue }
      for name in [kind.name] + kind.otherNames where result[name] == nil { result[name] = filter }
    }
    return result
  }()

  /// Returns the class of the filter with a name.
  ///
  /// - Parameter scene: the scene whose own filters are searched too; nil for built-in ones only.
  /// - Throws: `LayerError` with the nearest name.
  package static func filter(named name: String, in scene: Scene?) throws(LayerError) -> KeyedClass {
    if let found = filtersByName[name] ?? scene?.filters.named(name) { return found }
    let names = (filters + (scene?.filters.classes ?? [])).flatMap { filter in
      filter.filterKind.map { [$0.name] + $0.otherNames } ?? []
    }
    let near = nearest(name, among: names) ?? nearest("CI" + name, among: names)
    throw LayerError(
      "there is no filter \"\(name)\""
        + (near.map { "; did you mean \"\($0)\"?" } ?? (scene?.reader() ?? MessageReader()).text(.filterNames)))
  }

  /// Returns the error for a key that a class of filters does not have.
  func unknownFilterKey(_ key: String) -> LayerError {
    if FilterKind.suppliedKeys.contains(key) {
      return LayerError("\(name).\(key) is supplied by the layer and never set")
    }
    let names = properties.map(\.name)
    let near =
      nearest(key, among: names) ?? nearest("input" + key.prefix(1).uppercased() + key.dropFirst(), among: names)
    let own =
      names.contains("input" + key.prefix(1).uppercased() + key.dropFirst())
      ? "input" + key.prefix(1).uppercased() + key.dropFirst() : near
    return LayerError(
      "\(name) has no property \(key); \(own.map { "did you mean \($0)?" } ?? "its keys are \(listed(names))")")
  }
}
