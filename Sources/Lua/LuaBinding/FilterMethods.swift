// SPDX-License-Identifier: MIT
import CLuaBinding
import Geometry
import LayerModel
import LuaRuntime
import Messages
import Numbers
import Pixels

extension Method {
  static let filterMethods: [Method] = [
    Method(
      "ca", "filterNames", signature: "(category?: ca.FilterCategory): string[]",
      summary: "The names of all filters, or of a category's."
    ) { call in
      let word = try call.optionalString("the category")
      var category: FilterCategory?
      if let word {
        category = FilterCategory(rawValue: word)
        let names = FilterCategory.allCases.map(\.rawValue)
        if category == nil {
          throw call.error("there is no category \"\(word)\"\(suggestionOrList(for: word, among: names))")
        }
      }
      let found = call.binding.scene.filterInfos.filter { category == nil || $0.category == category }
      call.binding.push(.array(found.map { .string($0.name) }))
    },
    Method(
      "ca", "filterInfo", signature: "(name: string): table",
      summary: "What a filter does, and its keys with their kinds, defaults and ranges."
    ) { call in
      let name = try call.string("the name of a filter")
      do { call.binding.push(try FilterInfo(named: name, in: call.binding.scene).value) } catch let error as LayerError
      {
        throw call.error(error.message)
      }
    },
    Method(
      "ca.Filter", "custom", flags: LLUA_REFERENCES, signature: "(definition: ca.CustomFilter): ca.Filter",
      summary: "A custom filter whose pixels a function computes."
    ) { call in
      try call.refuseInFrame("a filter", "define it before, and set its keys for each frame")
      guard let table = call.peek, table.type == LLUA_NODE_TABLE else {
        throw call.mismatch(
          "a table: ca.Filter.custom { name = \"invert\", kernel = function(x, y, sample, inputs) … end }", call.peek)
      }
      call.binding.push(try call.customFilter())
    },
  ]
}

extension Call {
  private static let filterKeyLimit = 100

  /// Implements `ca.Filter.custom { name =, keys =, kernel =, reach =, scale =, pure =, transition =, summary = }`.
  fileprivate mutating func customFilter() throws -> Filter {
    let options = try options(
      ["name", "summary", "keys", "kernel", "reach", "scale", "pure", "transition"], keepsFalse: true)
    guard let name = try string(options, "name") else { throw error("it needs a name, such as name = \"invert\"") }
    guard let kernel = options["kernel"], let function = kernel.function else {
      throw error(
        "kernel must be a function(x, y, sample, inputs) that returns r, g, b and a, "
          + "got \(options["kernel"]?.described ?? "nothing")"
      )
    }
    var keys: [FilterInfo.Key] = []
    var images: [String: Image] = [:]
    if let given = options["keys"] {
      guard given.type == LLUA_NODE_TABLE, given.node.count == 0, let entries = given.entries else {
        throw error("keys must be a table of names and defaults, such as { inputAmount = 1 }, got \(given.described)")
      }
      guard entries.count <= Call.filterKeyLimit else {
        throw error("a filter has at most \(Call.filterKeyLimit) keys, got \(entries.count)", kind: .limit)
      }
      for (key, value) in entries {
        keys.append(try filterKey(key, value))
        if let image = value.image ?? value.entries?.first(where: { $0.key == "default" })?.value.image {
          images[key] = image
        }
      }
    }
    let scale = try number(options, "scale") ?? 1
    guard scale >= 1.0 / 64, scale <= 1 else {
      throw error(
        "scale must be a number from 1/64 to 1, the share of pixels along each side, got \(numberText(scale))")
    }
    let isTransition = try flag(options, "transition", default: false)
    let reach: FilterDefinition.Reach =
      switch options["reach"] {
      case let given? where given.type == LLUA_NODE_NUMBER: .points(given.number)
      case let given? where given.string != nil: .key(given.string ?? "")
      case nil: .everything
      case let given?:
        throw error("reach must be a number of points or the name of a numeric key, got \(given.described)")
      }
    let isPure = try flag(options, "pure", default: true)
    let summary = try string(options, "summary") ?? ""
    let binding = binding
    // Approximate size of a class with its properties.
    try take(
      4096 + summary.utf8.count + keys.reduce(0) { $0 + 1024 + $1.summary.utf8.count }, binding.filterCharge,
      for: "the filter")
    let script = ScriptKernel(
      binding, name, try binding.kept(function, of: references), images,
      number: binding.filterKernels.count + 1)
    do {
      let definition = try FilterDefinition(
        onSceneThread: name, summary: summary, keys: keys, isTransition: isTransition,
        reach: reach, isPure: isPure,
        // step: rounded to whole pixels; cost: about that of a small Lua function.
        step: Int(clamping: (1 / scale).rounded()), cost: 300
      ) { [weak script] area in try script?.fill(area) }
      try binding.scene.define(definition)
      binding.filterKernels.append(script)
      let filter = try definition.keyedClass.makeObject(in: binding.scene)
      try filter.setValue(.string(name), forKey: "name")
      for (key, image) in images { try filter.setValue(.image(image), forKey: key) }
      guard let filter = filter as? Filter else { throw error("\(name) is no filter") }
      return filter
    } catch let failure as LayerError {
      throw error(failure.message, kind: failure.kind)
    }
  }

  private func flag(_ options: [String: Argument], _ key: String, default usual: Bool) throws -> Bool {
    guard let given = options[key] else { return usual }
    guard given.type == LLUA_NODE_BOOLEAN else { throw error("\(key) must be true or false, got \(given.described)") }
    return given.number != 0
  }

  /// Reads a key from its default value, the name of its kind, or a description like that of `ca.filterInfo`.
  private func filterKey(_ name: String, _ given: Argument) throws -> FilterInfo.Key {
    if ReservedKeys.names.contains(name) {
      throw error("the key \(name): all filters have a method of that name; choose another")
    }
    if let key = FilterInfo.Key(name, like: given) { return key }
    if let word = given.string, let key = FilterInfo.Key(name, kindNamed: word) { return key }
    let names = ["kind", "default", "min", "max", "unit", "required", "summary"]
    guard given.type == LLUA_NODE_TABLE, given.node.count == 0, let entries = given.entries else {
      throw error(
        "the key \(name): expected its default (a number, a point, a colour, …), the name of its kind, or "
          + "{ kind = \"number\", default = 1, min = 0, max = 2 }; got \(given.described)")
    }
    var parts: [String: Argument] = [:]
    for (part, value) in entries {
      guard names.contains(part) else {
        throw error("the key \(name): unknown entry \(part)\(suggestionOrList(for: part, among: names))")
      }
      parts[part] = value
    }
    let usual = parts["default"].flatMap { FilterInfo.Key(name, like: $0) }
    if let value = parts["default"], usual == nil {
      throw error("the key \(name): expected a default of numbers or a colour, got \(value.described)")
    }
    let kind = try string(parts, "kind") ?? usual?.kind ?? "number"
    if kind == "vector", !(1...64).contains(usual?.defaultValue.count ?? 0) {
      throw error("the key \(name): a vector needs a default of 1 to 64 numbers, which says how many it has")
    }
    guard let plain = FilterInfo.Key(name, kindNamed: kind, default: usual?.defaultValue) else {
      throw error(
        "the key \(name): \"\(kind)\" is not a kind of value\(suggestionOrList(for: kind, among: FilterInfo.Key.kinds))"
      )
    }
    let least = try number(parts, "min")
    let most = try number(parts, "max")
    if let least, let most, least > most {
      throw error("the key \(name): min \(numberText(least)) is above max \(numberText(most))")
    }
    if (least == nil) != (most == nil) {
      throw error("the key \(name): a range needs both, min and max")
    }
    var range: ClosedRange<Double>?
    if let least, let most { range = least...most }
    let isRequired = try flag(parts, "required", default: false)
    if isRequired, !plain.defaultValue.isEmpty {
      throw error("the key \(name): only an image or data can be required; a \(kind) always has a value")
    }
    return FilterInfo.Key(
      name, kind: kind, defaultValue: plain.defaultValue, in: range, unit: try string(parts, "unit"),
      isRequired: isRequired, try string(parts, "summary") ?? "")
  }
}

/// Method names that every filter has; they take precedence over its keys.
private enum ReservedKeys {
  static let names = Set(
    LuaBinding.functions.filter { $0.owner == "KeyedObject" }.map { $0.name }.filter { !$0.hasPrefix(".") })
}

extension FilterInfo.Key {
  /// A key with the given value as its default; nil if the value cannot be a default.
  fileprivate init?(_ name: String, like given: Argument) {
    switch given.type {
    case LLUA_NODE_NUMBER: self = .number(name, given.number)
    case LLUA_NODE_STRING:
      guard FilterInfo.Key(name, kindNamed: given.string ?? "") == nil, let c = given.color else { return nil }
      self = .color(name, c.red, c.green, c.blue, c.alpha)
    case LLUA_NODE_COLOR:
      guard let c = given.color else { return nil }
      self = .color(name, c.red, c.green, c.blue, c.alpha)
    case LLUA_NODE_TRANSFORM:
      guard let t = given.transform, t.isAffine else { return nil }
      let map = t.affine
      self.init(name, kind: "transform", defaultValue: [map.a, map.b, map.c, map.d, map.tx, map.ty])
    case LLUA_NODE_RECT:
      guard let r = given.rect else { return nil }
      self.init(name, kind: "rect", defaultValue: [r.x, r.y, r.width, r.height])
    case LLUA_NODE_OBJECT:
      guard given.image != nil else { return nil }
      self = .image(name, isRequired: false)
    default:
      if let p = given.point {
        self = .point(name, p.x, p.y)
      } else if let numbers = given.numbers, !numbers.isEmpty {
        self.init(name, kind: "vector", defaultValue: numbers)
      } else {
        return nil
      }
    }
  }

  /// A key of the given kind, with that kind's neutral default unless one is given; nil for an unknown kind.
  fileprivate init?(_ name: String, kindNamed kind: String, default given: [Double]? = nil) {
    let usual: [Double]
    switch kind {
    case "number": usual = [0]
    case "point": usual = [0, 0]
    case "color": usual = [0, 0, 0, 1]
    case "rect": usual = [0, 0, 0, 0]
    case "transform": usual = [1, 0, 0, 1, 0, 0]
    case "image", "data": usual = []
    case "vector":
      guard given != nil else { return nil }
      usual = []
    default: return nil
    }
    self.init(name, kind: kind, defaultValue: given ?? usual)
  }
}
