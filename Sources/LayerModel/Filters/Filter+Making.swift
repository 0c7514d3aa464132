// SPDX-License-Identifier: MIT
import Wording

extension Filter {
  /// A filter of a scene.
  ///
  /// - Parameters:
  ///   - name: Core Image's name, such as `CIGaussianBlur`, or Core Animation's, such as `gaussianBlur`.
  ///   - values: keys and values, such as `["inputRadius": 6]`; keys that are left out have their defaults.
  /// - Throws: `LayerError` for an unknown name, with the nearest one, for an unknown key, and for a value that its key
  ///   does not take, with the range.
  public convenience init(
    _ name: String, _ values: KeyValuePairs<String, PropertyValue> = [:], in scene: Scene
  ) throws {
    self.init(in: scene, of: try KeyedClass.filter(named: name, in: scene))
    for (key, value) in values { try setValue(value, forKey: key) }
  }

  /// A filter without a scene. A layer takes a copy of it in any case.
  ///
  /// ```swift
  /// panel.backgroundFilters = [try Filter("CIGaussianBlur", ["name": "frost", "inputRadius": 8])]
  /// ```
  public convenience init(_ name: String, _ values: KeyValuePairs<String, PropertyValue> = [:]) throws {
    try self.init(name, values, in: .ofOneObject())
  }

  /// A filter of the program's own kind.
  ///
  /// - Throws: `LayerError` as for those of the engine.
  public convenience init(_ definition: FilterDefinition, _ values: KeyValuePairs<String, PropertyValue> = [:]) throws {
    self.init(in: .ofOneObject(), of: definition.keyedClass)
    for (key, value) in values { try setValue(value, forKey: key) }
  }

  /// The name of the kind of filter, such as `CIGaussianBlur`.
  public var filterName: String { className }

  /// The name that key paths use, as `blur` in `filters.blur.inputRadius`. Default nil.
  public var name: String? {
    get { storedName }
    set { assign(.filterName, newValue.map { .string($0) } ?? .null) }
  }

  /// Whether the filter acts at all. Default true.
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.filterEnabled, newValue) }
  }

  /// The value of a key, such as `filter["inputRadius"]`; null for a key that it does not have.
  ///
  /// A value that the key does not take is a mistake of the program; `setValue(_:forKey:)` throws instead.
  public subscript(key: String) -> PropertyValue {
    get { value(forKey: key) }
    set { attempt { try setValue(newValue, forKey: key) } }
  }
}
