// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import Numbers
import Pixels

/// A filter with the values of its keys: `CIFilter`. Each kind, such as `CIGaussianBlur`, has its own class.
///
/// A layer takes a copy of it. The filters on a layer are immutable: a key path such as `filters.blur.inputRadius`, or
/// an animation of one, replaces a filter by a changed copy. Copies of a layer therefore share them.
///
/// ```swift
/// let blur = try Filter("CIGaussianBlur", ["name": "blur", "inputRadius": 8])
/// photo.filters = [blur, try Filter("CISepiaTone", ["inputIntensity": 0.6])]
/// try photo.setValue(2, forKeyPath: "filters.blur.inputRadius")
/// try photo.add(BasicAnimation(keyPath: "filters.blur.inputRadius", from: 8, to: 0, duration: 1))
/// ```
public final class Filter: KeyedObject {
  @exclusivity(unchecked) var storedName: String?
  @exclusivity(unchecked) var isStoredEnabled = true
  /// The values of all numeric keys, in the order of the kind's row (`FilterRow.offsets`).
  @exclusivity(unchecked) private(set) var numbers: [Double]
  @exclusivity(unchecked) private(set) var images: [Image?]
  @exclusivity(unchecked) private(set) var data: [[Float]?]
  /// The key under which an object holds it; nil while none does.
  @exclusivity(unchecked) private(set) var slot: String?

  public required init(in scene: Scene, of keyedClass: KeyedClass) {
    let row = keyedClass.filterKind?.row
    numbers = row?.defaultNumbers ?? []
    images = Array(repeating: nil, count: row?.imageCount ?? 0)
    data = Array(repeating: nil, count: row?.dataCount ?? 0)
    super.init(in: scene, of: keyedClass)
    scene.budget.objectAppeared()
  }

  deinit { scene.budget.objectVanished() }

  public override var label: String { storedName.map { "\(className) \($0)" } ?? className }
  override var keyPathName: String? { storedName }

  /// The kind of filter that the class represents.
  package var kind: FilterKind? { keyedClass.filterKind }

  override func frozenError(of row: Property?) -> LayerError {
    let key = row ?? keyedClass.properties.first { $0.name.hasPrefix("input") } ?? .filterEnabled
    switch slot {
    case "filters"?, "backgroundFilters"?:
      let place = "layer[\"\(slot ?? "").\(storedName ?? "NAME").\(key.name)\"] = …"
      return LayerError(
        "\(className).\(key.name): the filter on a layer is a copy and cannot be changed; "
          + (storedName == nil
            ? "give the filter a name before the layer takes it, and write \(place)" : "write \(place)"))
    case let slot?:
      return LayerError(
        "\(className).\(key.name): what \(slot) has is a copy and cannot be changed; write [\"\(slot).\(key.name)\"] = "
          + "…, or assign another filter")
    case nil: return super.frozenError(of: row)
    }
  }
  override var frozenError: LayerError { frozenError(of: nil) }

  // MARK: Values by their places. A row is only used with filters of its class, but that is not proven by their type.

  func number(at index: Int) -> Double { numbers.indices.contains(index) ? numbers[index] : 0 }
  func setNumber(_ value: Double, at index: Int) { if numbers.indices.contains(index) { numbers[index] = value } }

  func vector(at index: Int, count: Int) -> [Double] { (index..<index + count).map { number(at: $0) } }
  func setVector(_ values: [Double], at index: Int) {
    for (i, value) in values.enumerated() { setNumber(value, at: index + i) }
  }

  func image(at index: Int) -> Image? { images.indices.contains(index) ? images[index] : nil }
  func setImage(_ image: Image?, at index: Int) { if images.indices.contains(index) { images[index] = image } }

  func data(at index: Int) -> [Float]? { data.indices.contains(index) ? data[index] : nil }
  func setData(_ values: [Float]?, at index: Int) { if data.indices.contains(index) { data[index] = values } }

  /// True if both have the same kind and equal values.
  func isEqual(to other: Filter) -> Bool {
    self === other
      || keyedClass === other.keyedClass && storedName == other.storedName && isStoredEnabled == other.isStoredEnabled
        && numbers == other.numbers && images.elementsEqual(other.images) { $0 === $1 } && data == other.data
  }

  // MARK: On layers

  /// Returns a frozen copy for an object to hold under a key; itself if it already is one.
  func attached(to scene: Scene, under key: String) throws -> Filter {
    if isFrozen, slot == key, self.scene === scene { return self }
    if !isFrozen { try throwRefusal() }
    return try copy(in: scene, under: key)
  }

  /// Returns a frozen copy changed by a closure; nil if the closure changes nothing.
  func changed(by body: (Filter) throws -> Void) throws -> Filter? {
    var isChanged = false
    let copy = try copy(in: scene, under: slot) { copy in
      let count = copy.scene.changeCount
      try copy.scene.withoutActions { try body(copy) }
      isChanged = copy.scene.changeCount != count
    }
    return isChanged ? copy : nil
  }

  private func copy(in scene: Scene, under key: String?, _ body: (Filter) throws -> Void = { _ in }) throws -> Filter {
    // A copy for a presentation consumes no serial number. It reuses the filter's own, not its layer's, since scripts
    // may see it.
    let borrowed = scene.borrowedSerial
    if borrowed != nil { scene.borrowedSerial = serial }
    defer { scene.borrowedSerial = borrowed }
    guard let copy = try keyedClass.makeObject(in: scene) as? Filter else { return self }
    copyValues(to: copy)
    copy.slot = key
    try body(copy)
    copy.freeze()
    return copy
  }
}

// MARK: - Its properties

extension Property {
  static let filterName = Property(
    of: Filter.self, "name", .string, .string(get: { $0.storedName }, set: { $0.storedName = $1 }), invalidates: [],
    "The name that key paths use: filters.NAME.inputRadius.")
  static let filterEnabled = Property(
    of: Filter.self, "enabled", .bool, .bool(get: { $0.isStoredEnabled }, set: { $0.isStoredEnabled = $1 }),
    default: .bool(true), animation: .basic, aliases: ["isEnabled"], "True if the filter is applied.")

  /// Creates the row of a filter's key, whose value starts at index `place` among the numbers, images or data.
  convenience init(of key: FilterKey, at place: Int) {
    let values = key.defaultValue
    func value(_ index: Int) -> Double { values.indices.contains(index) ? values[index] : 0 }
    let kind: PropertyKind
    let access: Access<Filter>
    let initial: PropertyValue
    switch key.kind {
    case .number:
      kind = .number
      access = .number(get: { $0.number(at: place) }, set: { $0.setNumber($1, at: place) })
      initial = .number(value(0))
    case .point:
      kind = .point
      access = .point(
        get: { Point($0.number(at: place), $0.number(at: place + 1)) }, set: { $0.setVector([$1.x, $1.y], at: place) })
      initial = .point(Point(value(0), value(1)))
    case .vector(let count):
      kind = .numbers
      access = .value(
        get: { .array($0.vector(at: place, count: count).map { .number($0) }) },
        set: { filter, value, row in
          guard let given = value.vector(count) else {
            throw LayerError(row, filter, ": expected a list of \(count) numbers, got \(value.described)")
          }
          let new = try row.checked(given, filter)
          guard filter.vector(at: place, count: count) != new else { return }
          filter.setVector(new, at: place)
          row.didChange(filter)
        }, copy: { $1.setVector($0.vector(at: place, count: count), at: place) })
      initial = .array(values.map { .number($0) })
    case .color:
      let usual = Color(red: value(0), green: value(1), blue: value(2), alpha: value(3))
      kind = .color
      access = .color(
        get: {
          Color(
            red: $0.number(at: place), green: $0.number(at: place + 1), blue: $0.number(at: place + 2),
            alpha: $0.number(at: place + 3))
        },
        set: {
          let color = $1 ?? usual
          $0.setVector([color.red, color.green, color.blue, color.alpha], at: place)
        })
      initial = .color(usual)
    case .rect:
      kind = .rect
      access = .rect(
        get: {
          Rect($0.number(at: place), $0.number(at: place + 1), $0.number(at: place + 2), $0.number(at: place + 3))
        }, set: { $0.setVector([$1.x, $1.y, $1.width, $1.height], at: place) })
      initial = .rect(Rect(value(0), value(1), value(2), value(3)))
    case .transform:
      kind = .affineTransform
      access = .transform(
        get: {
          Transform3D(
            AffineTransform(
              a: $0.number(at: place), b: $0.number(at: place + 1), c: $0.number(at: place + 2),
              d: $0.number(at: place + 3), tx: $0.number(at: place + 4), ty: $0.number(at: place + 5)))
        },
        set: {
          let map = $1.affine
          $0.setVector([map.a, map.b, map.c, map.d, map.tx, map.ty], at: place)
        })
      initial = .transform(
        Transform3D(
          AffineTransform(a: value(0), b: value(1), c: value(2), d: value(3), tx: value(4), ty: value(5))))
    case .image:
      kind = .image
      access = .image(get: { $0.image(at: place) }, set: { $0.setImage($1, at: place) })
      initial = .null
    case .data:
      kind = .data
      access = .value(
        get: { $0.data(at: place).map { .array($0.map { .number(Double($0)) }) } ?? .null },
        set: { filter, value, row in
          let new = try Property.floats(value, row, filter)
          guard filter.data(at: place) != new else { return }
          filter.setData(new, at: place)
          row.didChange(filter)
        }, copy: { $1.setData($0.data(at: place), at: place) })
      initial = .null
    }
    let hasParts = key.kind != .image && key.kind != .data
    self.init(
      of: Filter.self, key.name, kind, access, default: initial, range: hasParts ? key.range : nil,
      animation: hasParts ? .basic : .explicit, key.summary)
  }

  /// Returns numbers from a list, or from a string of little-endian 4-byte floating-point numbers.
  private static func floats(_ value: PropertyValue, _ row: Property, _ object: KeyedObject) throws(LayerError)
    -> [Float]?
  {
    var bytes: [UInt8]
    switch value {
    case .null, .bool(false): return nil
    case .array(let items):
      guard let numbers = value.numbers(items.count) else { throw row.mismatch(object, value) }
      if let bad = numbers.firstIndex(where: { !Float($0).isFinite }) {
        throw LayerError(row, object, ": value \(bad + 1) is \(numberText(numbers[bad])), expected a finite number")
      }
      return numbers.map { Float($0) }
    case .bytes(let given): bytes = given
    case .string(let text): bytes = Array(text.utf8)
    default: throw row.mismatch(object, value)
    }
    guard bytes.count % 4 == 0 else {
      throw LayerError(
        row, object, ": expected numbers of 4 bytes each, got a string of \(bytes.count) bytes")
    }
    var result: [Float] = []
    result.reserveCapacity(bytes.count / 4)
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let pattern =
        UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16 | UInt32(bytes[i + 3]) << 24
      let number = Float(bitPattern: pattern)
      guard number.isFinite else {
        throw LayerError(row, object, ": value \(i / 4 + 1) is \(number), expected a finite number")
      }
      result.append(number)
    }
    return result
  }
}

extension PropertyValue {
  /// Returns `count` numbers from a list, or from a value with that many components; else nil.
  fileprivate func vector(_ count: Int) -> [Double]? {
    if case .array = self { return numbers(count) }
    switch self {
    case .point, .size, .rect, .color:
      guard let components, components.count == count else { return nil }
      return components
    case .dictionary:
      return count == 2
        ? asPoint.map { [$0.x, $0.y] } : count == 4 ? asRect.map { [$0.x, $0.y, $0.width, $0.height] } : nil
    default: return nil
    }
  }
}
