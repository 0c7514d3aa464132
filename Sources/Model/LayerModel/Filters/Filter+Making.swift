// SPDX-License-Identifier: MIT
import Messages

extension Filter {
  /// Creates a filter in a scene.
  ///
  /// ```swift
  /// // A filter that `scene.define(_:)` registered.
  /// photo.filters = [try Filter("Invert", ["inputAmount": 0.5], in: scene)]
  /// ```
  ///
  /// - Parameters:
  ///   - name: Core Image's name, such as `CIGaussianBlur`, or Core Animation's, such as `gaussianBlur`.
  ///   - values: keys and values, such as `["inputRadius": 6]`; missing keys have their defaults.
  /// - Throws: `LayerError` for an unknown name, with the nearest one, for an unknown key, and for a value that its key
  ///   does not accept, with the range.
  public convenience init(
    _ name: String, _ values: KeyValuePairs<String, PropertyValue> = [:], in scene: Scene
  ) throws {
    self.init(in: scene, of: try KeyedClass.filter(named: name, in: scene))
    for (key, value) in values { try setValue(value, forKey: key) }
  }

  /// Creates a filter without a scene. A layer always takes a copy of it.
  ///
  /// ```swift
  /// panel.backgroundFilters = [try Filter("CIGaussianBlur", ["name": "frost", "inputRadius": 8])]
  /// ```
  public convenience init(_ name: String, _ values: KeyValuePairs<String, PropertyValue> = [:]) throws {
    try self.init(name, values, in: .ofOneObject())
  }

  /// Creates a filter of a kind that the program defines.
  ///
  /// ```swift
  /// let plain = try FilterDefinition("Plain") { span in
  ///   let source = span.source.row(span.y)
  ///   for i in span.pixels.indices { span.pixels[i] = source[span.x - span.source.x + i] }
  /// }
  /// photo.filters = [try Filter(plain)]
  /// ```
  ///
  /// - Throws: `LayerError`, as for built-in filters.
  public convenience init(_ definition: FilterDefinition, _ values: KeyValuePairs<String, PropertyValue> = [:]) throws {
    self.init(in: .ofOneObject(), of: definition.keyedClass)
    for (key, value) in values { try setValue(value, forKey: key) }
  }

  /// The name of the filter's kind, such as `CIGaussianBlur`.
  public var filterName: String { className }

  /// The name by which key paths refer to it, such as `blur` in `filters.blur.inputRadius`. Default nil.
  public var name: String? {
    get { storedName }
    set { assign(.filterName, newValue.map { .string($0) } ?? .null) }
  }

  /// True if the filter is applied. Default true.
  public var isEnabled: Bool {
    get { isStoredEnabled }
    set { assign(.filterEnabled, newValue) }
  }

  /// The value of a key, such as `filter["inputRadius"]`; null for an unknown key.
  ///
  /// Setting a value that the key does not accept is a programming error; `setValue(_:forKey:)` throws instead.
  ///
  /// ```swift
  /// let blur = try Filter("CIGaussianBlur")
  /// blur["inputRadius"] = 4
  /// ```
  public subscript(key: String) -> PropertyValue {
    get { value(forKey: key) }
    set { attempt { try setValue(newValue, forKey: key) } }
  }
}
