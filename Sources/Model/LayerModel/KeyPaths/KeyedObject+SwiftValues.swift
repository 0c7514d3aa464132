// SPDX-License-Identifier: MIT
// Key-value coding with Swift types.
extension KeyedObject {
  /// Sets a declared property or a custom key to a Swift value; see `setValue(_:forKey:)` for a `PropertyValue`.
  ///
  /// ```swift
  /// try layer.setValue("left", forKey: "side")
  /// ```
  ///
  /// - Throws: `LayerError` if the value does not fit a declared property.
  public final func setValue(_ value: some PropertyValueConvertible, forKey key: String) throws {
    try setValue(try value.propertyValue, forKey: key)
  }

  /// Sets a key path to a Swift value, such as `try layer.setValue(0.5, forKeyPath: "transform.scale.x")`.
  ///
  /// ```swift
  /// try layer.setValue(0.5, forKeyPath: "transform.scale.x")
  /// ```
  ///
  /// - Throws: `LayerError` for a path that does not exist, or a value that it does not accept.
  public final func setValue(_ value: some PropertyValueConvertible, forKeyPath path: String) throws {
    try setValue(try value.propertyValue, forKeyPath: path)
  }

  /// Sets several key paths, in the given order.
  ///
  /// ```swift
  /// try title.setValues(["string": "Dawn", "fontSize": 20, "foregroundColor": "white"])
  /// ```
  /// - Throws: the errors of `setValue(_:forKeyPath:)`; the values before the failing one stay set.
  public final func setValues(_ values: KeyValuePairs<String, PropertyValue>) throws {
    for (path, value) in values { try setValue(value, forKeyPath: path) }
  }

  /// Returns the value of a key path as a Swift type, as in `try layer.value(forKeyPath: "position.x", as:
  /// Double.self)`.
  ///
  /// ```swift
  /// let place = try layer.value(forKeyPath: "position", as: Point.self)
  /// ```
  ///
  /// - Throws: `LayerError` for a path that does not exist, or a value of another type.
  public final func value<Value: PropertyValueConvertible>(forKeyPath path: String, as type: Value.Type) throws -> Value
  {
    do { return try value(forKeyPath: path).converted(to: type) } catch let error as LayerError {
      throw LayerError(error.kind, "\(className).\(path): \(error.message)")
    }
  }
}
