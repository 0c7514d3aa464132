import Geometry
import Pixels

extension Property {
  /// The layer's value. The layer must have the property.
  public func value(_ layer: Layer) -> PropertyValue {
    guard isDeclared || layer.kindBits & ownerBit != 0 else { return .null }
    switch access {
    case .number(let get, _): return .number(get(layer))
    case .bool(let get, _): return .bool(get(layer))
    case .point(let get, _): return .point(get(layer))
    case .size(let get, _): return .size(get(layer))
    case .rect(let get, _): return .rect(get(layer))
    case .transform(let get, _): return .transform(get(layer))
    case .color(let get, _): return get(layer).map { .color($0) } ?? .null
    case .colorOrPattern(let get, _): return get(layer)?.value ?? .null
    case .image(let get, _): return get(layer).map { .image($0) } ?? .null
    case .path(let get, _): return get(layer).map { .path($0) } ?? .null
    case .string(let get, _): return get(layer).map { .string($0) } ?? .null
    case .text(let get, _):
      guard let t = get(layer) else { return .null }
      if t.isPlain { return .string(t.string) }
      return .attributedString(t)
    case .option(let get, _):
      guard case .enumeration(let names) = kind else { return .null }
      return .string(names[Int(get(layer))].raw)
    case .bits(let get, _):
      guard case .nameSet(let set) = kind else { return .null }
      return .array(set.names(of: get(layer)).map { .string($0) })
    case .numbers(let get, _): return get(layer).map { .array($0.map { .number($0) }) } ?? .null
    case .colors(let get, _): return get(layer).map { .array($0.map { .color($0) }) } ?? .null
    case .value(let get, _, _): return get(layer)
    case .declared: return layer.declaredValue(self)
    case .unsupported(_, let empty, _): return empty
    }
  }

  /// Checks and stores a value of any form its kind accepts, and notes the change.
  public func setValue(_ layer: Layer, _ value: PropertyValue) throws {
    guard isDeclared ? layer.layerClass.has(self) : layer.kindBits & ownerBit != 0, !isReadOnly else { throw misfit(layer, value) }
    switch access {
    case .number:
      guard case .number(let v) = value else { throw mismatch(layer, value) }
      try setNumber(layer, v)
    case .bool:
      guard case .bool(let v) = value else { throw mismatch(layer, value) }
      try setBool(layer, v)
    case .point:
      guard let v = value.asPoint else { throw mismatch(layer, value) }
      try setPoint(layer, v)
    case .size:
      guard let v = value.asSize else { throw mismatch(layer, value) }
      try setSize(layer, v)
    case .rect:
      guard let v = value.asRect else { throw mismatch(layer, value) }
      try setRect(layer, v)
    case .transform:
      if case .affineTransform = kind {
        guard let v = value.asAffine else { throw mismatch(layer, value) }
        try setTransform(layer, Transform3D(v))
      } else {
        guard let v = value.asTransform else { throw mismatch(layer, value) }
        try setTransform(layer, v)
      }
    case .color:
      if value.isNone { return try setColor(layer, nil) }
      guard let v = value.asColor else { throw mismatch(layer, value) }
      try setColor(layer, v)
    case .colorOrPattern(let get, let set):
      if value.isNone { return try setColor(layer, nil) }
      if case .image(let image) = value {
        if get(layer) != .pattern(image) {
          set(layer, .pattern(image))
          didChange(layer)
        }
        return
      }
      guard let v = value.asColor else { throw mismatch(layer, value) }
      try setColor(layer, v)
    case .image(let get, let set):
      let image: Image?
      switch value {
      case .null, .bool(false): image = nil
      case .image(let i): image = i
      case .string(let file):
        guard !file.isEmpty else { throw LayerError("\(path(layer)): expected an image or a file name, got an empty string") }
        image = try layer.scene.services.image(atPath: file)
      default: throw mismatch(layer, value)
      }
      // Assigning nil also drops what was drawn, which reads as nil.
      if get(layer) !== image || image == nil && self === Property.contents && layer.backing != nil {
        set(layer, image)
        didChange(layer)
      }
    case .path(let get, let set):
      let new: Path?
      switch value {
      case .null, .bool(false): new = nil
      case .path(let p): new = p
      case .string(let s):
        do { new = try Path(svg: s) } catch { throw LayerError("\(path(layer)): \(error.message)") }
      default: throw mismatch(layer, value)
      }
      if let new, let bad = new.points.first(where: { !$0.isFinite }) { throw notFinite(layer, [("x", bad.x), ("y", bad.y)]) }
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .string(let get, let set):
      let new: String?
      switch value {
      case .null, .bool(false): new = nil
      case .string(let s): new = s
      default: throw mismatch(layer, value)
      }
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .text(let get, let set):
      let new: AttributedString?
      switch value {
      case .null, .bool(false): new = nil
      case .string(let s): new = AttributedString(plain: s)
      case .attributedString(let a): new = a
      default: throw mismatch(layer, value)
      }
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .option(let get, let set):
      guard case .string(let s) = value, case .enumeration(let names) = kind else { throw mismatch(layer, value) }
      let new = try option(s, names, layer)
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
      if names[Int(new)].raw == s { layer.noteName(s, of: self) }
    case .bits(let get, let set):
      guard case .nameSet(let names) = kind else { throw mismatch(layer, value) }
      let new = try bits(value, names, layer)
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .numbers(let get, let set):
      var new: [Double]?
      if !value.isNone {
        guard case .array(let a) = value, let n = value.numbers(a.count) else { throw mismatch(layer, value) }
        new = try checked(n, layer)
      }
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .colors(let get, let set):
      var new: [Color]?
      if !value.isNone {
        guard case .array(let a) = value else { throw mismatch(layer, value) }
        var colors: [Color] = []
        for (i, element) in a.enumerated() {
          guard let c = element.asColor else {
            throw LayerError("\(path(layer)): value \(i + 1): expected \(PropertyKind.color.expectation), got \(element.described)")
          }
          colors.append(try checked(c, layer, at: ": value \(i + 1)"))
        }
        new = colors
      }
      if get(layer) != new {
        set(layer, new)
        didChange(layer)
      }
    case .value(_, let set, _): try set(layer, value, self)
    case .declared: layer.setDeclaredValue(value, self)
    case .unsupported(let isEmpty, _, let remedy):
      if !isEmpty(value) { throw LayerError.unsupported(path(layer), remedy: remedy) }
    }
  }

  /// Copies the value from one layer of the class to another.
  func copy(from a: Layer, to b: Layer) {
    switch access {
    case .number(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .bool(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .point(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .size(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .rect(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .transform(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .color(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .colorOrPattern(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .image(let get, let set): if get(a) !== get(b) { set(b, get(a)) }
    case .path(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .string(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .text(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .option(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .bits(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .numbers(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .colors(let get, let set): if get(a) != get(b) { set(b, get(a)) }
    case .value(_, _, let copy): copy?(a, b)
    case .declared, .unsupported: break
    }
  }
}

extension PropertyValue {
  /// Nil, or `false` where a table cannot hold nil.
  var isNone: Bool { self == .null || self == .bool(false) }
}

extension AttributedString {
  public init(plain s: String) { runs = [Run(string: s)] }
  /// One run without attributes of its own.
  public var isPlain: Bool { runs.count == 1 && runs[0].font == nil && runs[0].fontSize == nil && runs[0].foregroundColor == nil }
}
