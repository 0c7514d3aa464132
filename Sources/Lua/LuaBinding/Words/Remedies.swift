// SPDX-License-Identifier: MIT
import CLuaBinding
import LayerModel
import Messages
import Numbers

// Suggestions for scripts that use the forms of Objective-C or Swift.
extension LuaBinding {
  /// Returns a suggestion for an error raised by Lua itself, such as `attempt to call a nil value (method
  /// 'addSubLayer')`; nil if none is known.
  func remedy(_ error: llua_Remedy, _ name: String) -> String? {
    let (operation, variable, isNil) = (Int(error.operation), Int(error.variable), error.is_nil)
    if variable == LLUA_REMEDY_COLOR { return ColorWords.remedy(for: name, .author) }
    let isMethod = variable == LLUA_REMEDY_METHOD
    let owner = classes.indices.contains(Int(error.layer_class)) ? classes[Int(error.layer_class)] : nil
    if let owner, !error.on_class, isNil, operation == LLUA_REMEDY_INDEX, let row = owner.property(name) {
      return remedy(forUnset: row, of: owner)
    }
    if error.on_class, let owner, let row = ForeignName.classMethod(name, of: owner) {
      return "; " + (row.isConstructor ? "write ca.\(owner.name)() (\(row.note))" : row.words())
    }
    // Rows of the receiver's kind come before all other meanings of the name.
    if isMethod, let row = ForeignName.method(name, ofKind: error.kind) { return "; " + row.words() }
    if operation == LLUA_REMEDY_CALL, isMethod || variable == LLUA_REMEDY_FIELD {
      let isKey = classes.contains { $0.property(name) != nil || $0.property(alias: name) != nil }
      let called =
        isNil || !isMethod
        ? nil
        : ForeignName.calledField(name) { owner in
          methods.contains { $0.owner == owner && $0.names.contains("." + name) }
        }
      if let called, called.subject == .context {
        return "; of a drawing context \(called.words())"
          + (isKey ? "; of a layer, \(name) is a property, without brackets" : "")
      }
      if isKey { return "; \(name) is a property: read it as layer.\(name), without brackets" }
    }
    if isMethod, ["CGImage", "cgImage", "CGPath", "cgPath", "CGColor", "cgColor"].contains(name) {
      return "; leave it out and use the object itself"
    }
    // Objects of script classes may have variables of any name.
    if let owner, !error.on_class, let row = ForeignName.member(name, of: owner, isMethod: isMethod),
      isMethod || owner.hooks == nil || row.isNamesakes
    {
      return "; " + row.words(of: owner)
    }
    let own = methods.filter { $0.names.contains(name) }
    if isNil, isMethod, let other = own.first(where: { $0.flags & UInt32(LLUA_RECEIVER_MASK) != 0 }) {
      if error.kind == 0, own.contains(where: { $0.owner == "GraphicsContext" }),
        !own.contains(where: { $0.owner == "Layer" })
      {
        return
          "; \(name) is a drawing context's: a class' hook is function Class:drawInContext(ctx), with a colon, and a "
          + "delegate's is function(self, layer, ctx)"
      }
      if other.owner != "Layer",
        let instead = AppleNames.instead(of: name, isMethod: isMethod, hasKind: error.kind != 0)
      {
        return "; " + instead
      }
      return "; \(name) is \(other.owner == "Layer" ? "a layer's" : "of \(other.owner)")"
    }
    if operation == LLUA_REMEDY_INDEX, !isNil,
      own.contains(where: { $0.owner == "ca" }) || valueConstructors.contains(name)
        || methods.contains(where: { $0.owner == "ca.\(name)" })
    {
      return "; make it by calling ca.\(name)(…)"
    }
    if let instead = AppleNames.instead(of: name, isMethod: isMethod, hasKind: error.kind != 0) {
      return "; " + instead
    }
    guard isNil, variable != LLUA_REMEDY_LOCAL else { return nil }
    if variable == LLUA_REMEDY_FIELD, valueMethods.contains(name) {
      return "; it is a value's method: write value:\(name)(…)"
    }
    if isMethod, error.kind != 0 { return memberInstead(of: name, ofKind: error.kind).map { "; \($0)" } }
    if isMethod {
      let names =
        methods.filter { $0.flags & UInt32(LLUA_RECEIVER_MASK) != 0 }.flatMap(\.names).filter { !$0.hasPrefix(".") }
        + valueMethods
      return nearest(name, among: names).map { "; did you mean \($0)?" }
    }
    if variable == LLUA_REMEDY_GLOBAL, methods.contains(where: { $0.owner == "ca" && $0.names.first == name }) {
      return "; it is ca.\(name)"
    }
    guard let first = name.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return nil }
    // For a field of the module this is told later, when it is known that it is one.
    if variable == LLUA_REMEDY_FIELD, AppleNames.instead(ofShort: name) != nil { return nil }
    let names = methods.compactMap {
      $0.owner == "ca" ? $0.names.first : $0.names.first == "()" ? String($0.owner.dropFirst(3)) : nil
    }
    let near = nearest(
      name, among: names + classes.map(\.name) + valueConstructors + ["Transform", "Transaction"])
    if variable == LLUA_REMEDY_GLOBAL, names.contains(name) || classes.contains(where: { $0.name == name }) {
      return "; it is ca.\(name)"
    }
    return near.map { "; did you mean ca.\($0)?" }
  }

  /// Returns advice for an entry of a key that is nil, such as `layer.filters[1] = filter`; nil if none is known.
  private func remedy(forUnset row: Property, of owner: KeyedClass) -> String? {
    let value: String
    switch row.kind {
    case .dictionary: value = row.name == "actions" ? "{ position = false }" : "{ key = value }"
    case .objects(.filter): value = "{ filter }"
    case .objects(.emitterCell): value = "{ cell }"
    case .objects, .numbers, .colors, .constraints: value = "{ … }"
    default: return nil
    }
    let object = owner.isLayerClass ? "layer" : owner.isSubclass(of: .animation) ? "animation" : "object"
    return "; \(object).\(row.name) is nil until it is set: write \(object).\(row.name) = \(value)"
  }

  /// Returns advice for a name that an object, or a value, of a kind does not have; nil if none is known.
  private func memberInstead(of name: String, ofKind kind: UInt32) -> String? {
    let ofValues = Int(kind) - LLUA_KIND_QUANTITY
    let names: [String]
    if ofValues >= 0 {
      let owner = llua_quantity_name(UInt32(ofValues)).map { String(cString: $0) } ?? ""
      names =
        LuaBinding.functionsInC.filter { $0.owner == owner }.map(\.name)
        + methods.filter { $0.owner == owner }.flatMap(\.names)
    } else {
      names = methods.filter { $0.flags & UInt32(LLUA_RECEIVER_MASK) == kind }.flatMap(\.names).map { name in
        name.hasPrefix(".") ? String(name.dropFirst()) : name
      }.filter { $0 != "()" && $0 != "tostring" }
    }
    if let near = nearest(name, among: names) { return "did you mean \(near)?" }
    if let word = Self.otherWords[name]?.first(where: { names.contains($0) }) { return "write \(word)" }
    // The word in another form: subtract for subtracting.
    if name.utf8.count >= 6 {
      let longer = names.filter { $0.utf8.count > name.utf8.count }
      let starts = longer.map { String($0.prefix(name.count)) }
      if let word = longer.first(where: { $0.hasPrefix(name) }) { return "did you mean \(word)?" }
      if let near = nearest(name, among: starts), let at = starts.firstIndex(of: near) {
        return "did you mean \(longer[at])?"
      }
    }
    // Values have components too.
    return ofValues < 0 && names.count > 0 && names.count <= 16 ? "there are \(listed(names))" : nil
  }

  /// Words for methods in other systems, with those here; the first that the object has is meant.
  private static let otherWords: [String: [String]] = [
    "wait": ["hold"], "delay": ["hold"], "pause": ["hold"], "sleep": ["hold"], "animate": ["to"], "tween": ["to"],
    "call": ["run"], "onUpdate": ["run"], "stop": ["remove"], "kill": ["remove"], "clear": ["remove"],
    "difference": ["subtracting"], "minus": ["subtracting"], "exclude": ["symmetricDifference"],
    "xor": ["symmetricDifference"], "intersect": ["intersection"], "merge": ["union"], "unite": ["union"],
    "mix": ["mixed"], "blend": ["mixed"], "lighten": ["lightened"], "darken": ["darkened"],
    "saturate": ["saturated"], "inverse": ["invert", "inverted"],
  ]

  /// Returns a suggestion for a field of `ca` that is nil. Lua's message alone does not tell it from other fields.
  package func remedy(forFieldOfModule name: String) -> String? {
    if let row = AppleNames.functionRow(name) { return "; \(row.words())" }
    switch name {
    case "AffineTransform": return "; write ca.Transform, which affineTransform takes too"
    case "each":
      return "; write for i, row in ipairs(rows) do … end; a picture for each row of a table is layerlua --each TABLE"
    default: break
    }
    if let instead = AppleNames.instead(ofShort: name) { return "; \(instead)" }
    let names = LuaBinding.functions.filter { $0.owner == "ca" }.map(\.name)
    return nearest(name, among: names).map { "; did you mean ca.\($0)?" }
  }

  /// Warns if a function of a script's class has almost a hook's name, since it would never be called.
  func noteDefinition(of name: String, in layerClass: KeyedClass) {
    let hooks = ScriptClass.hookNames
    if layerClass.isLayerClass, let instead = ScriptClass.ignoredOverrides[name] {
      return scene.warn(
        .nearMissHook,
        "\(layerClass.name).\(name) is not a hook: the engine calls its own \(name), and only the script itself can "
          + "call this one; \(instead)", onceFor: "\(layerClass.name).\(name)")
    }
    if hooks.contains(name)
      || layerClass.superclass.map({ superclass in
        methods.contains { $0.owner == superclass.name && $0.names.contains(name) }
      }) == true
    {
      return
    }
    let row =
      ForeignName.hook(name)
      ?? ForeignName.member(name, of: layerClass, isMethod: true).flatMap { row in
        row.isNamesakes ? row : nil
      }
    guard let instead = row?.words() ?? nearest(name, among: hooks).map({ "did you mean \($0)?" }) else { return }
    scene.warn(
      .nearMissHook,
      "\(layerClass.name).\(name) is not a hook: only the script itself can call it; \(instead)",
      onceFor: "\(layerClass.name).\(name)")
  }

  /// Names of value constructors such as `Point`, which are functions of the module.
  private var valueConstructors: [String] { LuaBinding.functionsInC.filter { $0.owner == "ca" }.map(\.name) }

  /// Method names of points, rects, colours and transforms, and of key-value coding.
  private var valueMethods: [String] {
    LuaBinding.functionsInC.filter { !$0.owner.hasPrefix("ca") }.map(\.name)
  }
}

/// Maps names of Core Animation, Core Graphics, UIKit and AppKit, in C, Objective-C and Swift, to their replacements
/// here.
enum AppleNames {
  /// Returns the replacement, in words; nil if none is known.
  /// - Parameters:
  ///   - isMethod: true if the name was called on an object.
  ///   - hasKind: true if the object's kind is known, so that methods of other kinds are no replacement.
  static func instead(of name: String, isMethod: Bool, hasKind: Bool = false) -> String? {
    if let row = ForeignName.function(name, isMethod: isMethod, on: hasKind ? ForeignName.Subject.none : nil),
      isMethod || row.kind == .function || name.utf8.count > 6
    {
      return row.words()
    }
    for prefix in ["CA", "CG", "NS", "UI"] where name.hasPrefix(prefix) {
      let rest = String(name.dropFirst(2))
      if KeyedClass.named(rest) != nil { return "here it is ca.\(rest)" }
    }
    if name.hasPrefix("kCA") || name.hasPrefix("kCG") || name.hasPrefix("kCI") {
      // Where constants are no globals, as in a stock interpreter.
      return AppleConstant.all.contains { $0.name == name }
        ? "constants are strings: write \"\(name)\", or drop its kCA… prefix and group" : constant(near: name)
    }
    if name.hasPrefix("CGContext") { return "a drawing context's functions are its methods, as in ctx:setLineWidth(2)" }
    if name.hasPrefix("CGPath") { return "paths are made by ca.Path(), and its methods, as in path:addLine(x, y)" }
    if name.hasPrefix("CGRectGet") {
      let part = name.dropFirst(9)
      return "write r.\(part.prefix(1).lowercased())\(part.dropFirst())"
    }
    if name.hasPrefix("CGColor") || name.hasPrefix("UIColor") || name.hasPrefix("NSColor") { return family("UIColor") }
    if name.hasPrefix("CGGradient") || name.hasPrefix("CGShading") {
      return "write ctx:drawLinearGradient(colors, locations, p0, p1), or a GradientLayer"
    }
    if name.hasPrefix("UIGraphics") { return family("UIGraphicsImageRenderer") }
    if name.hasPrefix("CTFont") || name.hasPrefix("CGFont") { return family("UIFont") }
    if name.hasPrefix("CGImage") { return family("UIImage") }
    return nil
  }

  /// Returns the replacement of a name without its prefix, as a field of the module: `Transform3DMakeRotation`.
  static func instead(ofShort name: String) -> String? {
    guard name.first?.isUppercase == true else { return nil }
    for prefix in ["CA", "CG", "CI"] {
      if let row = functionRow(prefix + name) { return row.words() }
    }
    // A function of a family, such as PathAddLineToPoint; shorter names are rather misspelt.
    return name.utf8.count > 8 ? instead(of: "CG" + name, isMethod: false) : nil
  }

  /// Returns the advice of one name for all names with the same prefix.
  private static func family(_ name: String) -> String? { ForeignName.function(name, isMethod: false)?.words() }
}
