// SPDX-License-Identifier: MIT
import Formats
import LayerModel
import LuaBinding
import Messages
import RenderTree

extension Manual {
  /// LuaCATS annotations of everything that scripts can use, generated from the registries. A Lua language server reads
  /// them to complete names, show documentation and check types.
  package static var stubs: String {
    var writer = StubWriter()
    return writer.file()
  }
}

/// Writes the stubs.
private struct StubWriter {
  private var text = ""
  /// The aliases of enumerations, by the names that they accept.
  private var aliases: [(names: [String], alias: String)] = []
  private let functions = LuaBinding.manual.filter { !$0.onlyRefuses }

  mutating func file() -> String {
    text = """
      ---@meta layerlua
      -- SPDX-License-Identifier: MIT
      -- Made from the registries of layerlua \(LuaBinding.version) by `layerlua stubs`; do not edit.
      -- luacheck: ignore 111 2 631
      -- luacheck: globals ca


      """
    text += Manual.valueTypes
    nameEnumerations()
    text += Manual.optionTypes
    tables()
    delegates()
    values()
    for keyedClass in KeyedClass.builtIn { write(keyedClass) }
    filters()
    objects()
    module()
    return text
  }

  private mutating func line(_ words: String = "") { text += words + "\n" }

  private func quoted(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: "|") }

  // MARK: Names

  private mutating func nameEnumerations() {
    for keyedClass in KeyedClass.builtIn {
      for property in Manual.ownProperties(of: keyedClass) {
        let names = takenNames(property)
        guard !names.isEmpty, !aliases.contains(where: { $0.names == names }) else { continue }
        let word = property.name.prefix(1).uppercased() + property.name.dropFirst()
        var alias = "ca.\(word)"
        // Avoid a clash with a class of this name, or with another property's enumeration.
        if aliases.contains(where: { $0.alias == alias }) || word == "Type" { alias = "ca.\(keyedClass.name)\(word)" }
        aliases.append((names, alias))
        line("---@alias \(alias) \(quoted(names))")
      }
    }
    for (alias, names) in Manual.otherNames { line("---@alias \(alias) \(quoted(names))") }
    line("---An animatable key, or a key path to a part of it; custom keys too.")
    line("---@alias ca.KeyPath string")
    for path in Manual.animatableKeyPaths { line("---| \"\(path)\"") }
    line()
  }

  /// Returns the names that a property accepts: those that it reads back as, and short forms if they differ.
  private func takenNames(_ property: Property) -> [String] {
    switch property.kind {
    case .enumeration(let names):
      names.reduce(into: []) { list, name in
        for word in [name.raw, name.short] where !list.contains(word) { list.append(word) }
      }
    case .nameSet(let set): set.members.map(\.name)
    default: []
    }
  }

  // MARK: Tables

  private mutating func tables() {
    line("---@class (exact) ca.EncodingOptions")
    line("---@field background? ca.ColorLike  Background under the picture.")
    for option in FileFormat.Option.named {
      line("---@field \(option.rawValue)? \(Manual.fileOptionTypes[option] ?? "string")")
    }
    line("\n---@class ca.TextAttributes")
    for name in TextAttributes.names { line("---@field \(name)? \(Manual.attributeTypes[name] ?? "number")") }
    line("\n---@class ca.LayoutOptions")
    for (name, kind, summary) in LayoutOptionNames.all {
      let type =
        switch kind {
        case .number: "number"
        case .count: "integer"
        case .bool: "boolean"
        case .place: aliases.first { $0.names.contains("firstBaseline") }?.alias ?? "string"
        }
      line("---@field \(name)? \(type)  \(summary)")
    }
    line("\n---@class (exact) ca.Insets")
    for side in LayoutInsets.names { line("---@field \(side)? number") }
    line()
  }

  private mutating func delegates() {
    for (owner, name) in [
      (ScriptHook.Owner.delegate, "ca.LayerDelegate"), (.animationDelegate, "ca.AnimationDelegate"),
      (.layoutManager, "ca.ScriptLayoutManager"),
    ] {
      line("---@class \(name)")
      for hook in ScriptHook.all where hook.owner == owner {
        line("---@field \(hook.name)? \(functionType(hook.signature, receiver: "any"))  \(hook.summary)")
      }
      line()
    }
    line("---@alias ca.LayoutManager ca.ScriptLayoutManager|\(managers)\n")
  }

  private var managers: String { KeyedClass.layoutManagers.map { "ca.\($0.name)" }.joined(separator: "|") }

  /// Returns a function type such as `fun(self: any, layer: ca.Layer): boolean`.
  private func functionType(_ signature: String, receiver: String?) -> String {
    let signature = Signature(signature)
    let parameters =
      (receiver.map { ["self: \($0)"] } ?? [])
      + signature.parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)" }
    let results = signature.results.isEmpty ? "" : ": " + signature.results.joined(separator: ", ")
    return "fun(\(parameters.joined(separator: ", ")))\(results)"
  }

  // MARK: Functions

  /// Writes a function or method with its documentation into a table.
  private mutating func write(_ function: FunctionEntry, in table: String, receiver: String) {
    let separator = function.separator
    let forms = function.signatures
    for sentence in Manual.lines(function.summary) { line("---\(sentence)") }
    for form in forms.dropFirst() {
      line("---@overload \(functionType(form, receiver: separator == ":" ? receiver : nil))")
    }
    let signature = Signature(forms.first ?? "()")
    let parameters = function.takesSelf ? Array(signature.parameters.dropFirst()) : signature.parameters
    for parameter in parameters {
      line("---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(parameter.type)")
    }
    for result in signature.results { line("---@return \(result)") }
    line(
      "function \(table)\(function.takesSelf ? ":" : separator)\(function.name)(\(listed(parameters.map(\.name)))) end")
    for alias in function.aliases { line("\(table).\(alias) = \(table).\(function.name)") }
    line()
  }

  /// Writes the methods of a class, after its `---@class`.
  private mutating func methods(of owner: String, in table: String) {
    for function in functions where function.owner == owner && !function.isField && function.name != "()" {
      write(function, in: table, receiver: "ca.\(owner)")
    }
  }

  /// Writes the forms in which an object or a table itself is called.
  private mutating func calls(of owner: String) {
    for function in functions where function.owner == owner && function.name == "()" {
      for form in function.signatures { line("---@overload \(functionType(form, receiver: nil))") }
    }
  }

  private mutating func fields(of owner: String) {
    for function in functions where function.owner == owner && function.isField {
      for name in [function.name] + function.aliases {
        line("---@field \(name) \(function.signature ?? "any")  \(function.summary)")
      }
    }
  }

  private mutating func values() {
    var owner = ""
    let lines = Manual.valueClasses.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for words in lines + [""] {
      if words.hasPrefix("---@class ca.") { owner = String(words.dropFirst(13)) }
      if words.isEmpty {
        line("local \(owner) = {}\n")
        methods(of: owner, in: owner)
      } else {
        line(words)
      }
    }
  }

  /// Writes the classes of objects without keys.
  private mutating func objects() {
    for owner in [
      "Path", "Image", "Sprite", "Package", "AttributedString", "TimeLine", "Constraint", "GraphicsContext", "Drawable",
      "Noise", "Random", "Scale",
    ] {
      line("---@class ca.\(owner)")
      calls(of: owner)
      fields(of: owner)
      line("local \(owner) = {}\n")
      methods(of: owner, in: owner)
    }
  }

  // MARK: Classes of keyed objects

  private mutating func write(_ keyedClass: KeyedClass) {
    let name = keyedClass.name
    if name == "EmitterCell" {
      line("---Base class of all objects with keys except layers.\n---@class ca.KeyedObject\nlocal KeyedObject = {}\n")
      methods(of: "KeyedObject", in: "KeyedObject")
    }
    let parent = keyedClass.superclass.map { "ca.\($0.name)" } ?? (keyedClass.isLayerClass ? nil : "ca.KeyedObject")
    line("---@class ca.\(name)\(parent.map { ": \($0)" } ?? "")")
    if keyedClass.superclass == nil { line("---@field className string  The name of its class. Read-only.") }
    for property in Manual.ownProperties(of: keyedClass) {
      line("---@field \(property.name) \(type(of: property, in: keyedClass))  \(Manual.sentences(on: property))")
      for alias in property.aliases { line("---@field \(alias) boolean  Reads \(property.name).") }
    }
    line("local \(name) = {}\n")
    methods(of: name, in: name)
    if name != "Filter" { initializer(of: keyedClass) }
    line("---@class ca.\(name).Class\(keyedClass.superclass.map { ": ca.\($0.name).Class" } ?? "")")
    if name == "Filter" {
      for info in FilterInfo.all {
        line("---@overload fun(name: \"\(info.name)\", inputs?: ca.Filter.\(info.name)): ca.Filter")
      }
      line("---@overload fun(name: string, inputs?: table<string, any>): ca.Filter")
    } else if !keyedClass.isAbstract {
      line(
        "---@overload fun(init?: ca.\(name).Init\(keyedClass.isLayerClass ? "|ca.Layer[]" : "")): ca.\(name)")
    }
    line("---@field className string")
    line("local \(name)Class = {}\n")
    for function in functions where function.owner == "ca.\(name)" && function.name != "()" {
      write(function, in: "\(name)Class", receiver: "ca.\(name).Class")
    }
    if keyedClass.isLayerClass, keyedClass.superclass == nil { subclasses() }
  }

  /// Writes the table type that a constructor accepts.
  private mutating func initializer(of keyedClass: KeyedClass) {
    let parent = keyedClass.superclass.map { ": ca.\($0.name).Init" } ?? ""
    line("---@class (exact) ca.\(keyedClass.name).Init\(parent)")
    let own = Manual.ownProperties(of: keyedClass).filter { !$0.isReadOnly }
    for property in own {
      var type = type(of: property, in: keyedClass)
      if type.hasSuffix("?") { type.removeLast() }
      line("---@field \(property.name)? \(type)  \(Manual.sentences(on: property))")
    }
    for property in own {
      if case .color = property.kind { continue }
      if case .colorOrPattern = property.kind { continue }
      for part in Manual.parts(of: property.kind) {
        let last = part.split(separator: ".").last.map(String.init) ?? part
        let type = last == "origin" ? "ca.PointLike" : last == "size" ? "ca.SizeLike" : "number"
        let unit = part.hasPrefix("rotation") ? "  Radians." : ""
        // A whole translation is a size.
        line("---@field [\"\(property.name).\(part)\"]? \(part == "translation" ? "ca.SizeLike" : type)\(unit)")
      }
    }
    if keyedClass.superclass == nil { line("---@field userInfo? table<string, any>  Keys of your own.") }
    if keyedClass.isLayerClass, keyedClass.superclass == nil {
      line("---@field [integer]? ca.Layer  Sublayers, in order.")
    }
    line()
  }

  private mutating func subclasses() {
    line("---A layer of a custom class, which may have custom keys.")
    line("---@class ca.Layer.Custom: ca.Layer\n---@field [string] any\n")
    line("---A custom class; the engine calls its functions.")
    line("---@class ca.Layer.Subclass: ca.Layer.Class, ca.Layer.Custom")
    line("---@overload fun(init?: table): ca.Layer.Custom")
    line("---@field super ca.Layer")
    for hook in ScriptHook.all where hook.owner == .layerClass {
      line("---@field \(hook.name)? \(functionType(hook.signature, receiver: "ca.Layer.Custom"))  \(hook.summary)")
    }
    line()
  }

  /// Returns the type that may be assigned to a property, which is also the type that it reads as.
  private func type(of property: Property, in keyedClass: KeyedClass) -> String {
    if let closer = Manual.closerTypes["\(keyedClass.name).\(property.name)"] { return closer + missing(property) }
    if case .enumeration = property.kind { return alias(of: property) }
    if case .nameSet = property.kind { return "\(alias(of: property))|\(alias(of: property))[]" }
    return type(of: property.kind, isWhole: property.isWhole) + missing(property)
  }

  /// Returns the type suffix for a property that may be nil.
  private func missing(_ property: Property) -> String {
    if property.isReadOnly { return property.kind.mayBeNil ? "?" : "" }
    return property.kind.mayBeNil ? "|false?" : ""
  }

  private func alias(of property: Property) -> String {
    let names = takenNames(property)
    return aliases.first { $0.names == names }?.alias ?? "string"
  }

  private func type(of kind: PropertyKind, isWhole: Bool = false) -> String {
    switch kind {
    case .number: isWhole ? "integer" : "number"
    case .bool: "boolean"
    case .point: "ca.PointLike"
    case .size: "ca.SizeLike"
    case .rect: "ca.RectLike"
    case .transform, .affineTransform: "ca.TransformLike"
    case .color: "ca.ColorLike"
    case .colorOrPattern: "ca.ColorLike|ca.Image"
    case .image: "ca.ImageLike"
    case .path: "ca.PathLike"
    case .string: "string"
    case .text: "ca.TextLike"
    case .enumeration, .nameSet: "string"
    case .numbers: "number[]"
    case .colors: "ca.ColorLike[]"
    case .layer: "ca.Layer"
    case .layers: "ca.Layer[]"
    case .objects(.filter): "(ca.Filter|string)[]"
    case .objects(.emitterCell): "ca.EmitterCell[]"
    case .objects(.state): "ca.State[]"
    case .objects(.stateElement): "ca.StateElement[]"
    case .objects(.stateTransition): "ca.StateTransition[]"
    case .objects(.stateTransitionElement): "ca.StateTransitionElement[]"
    case .objects: "ca.Animation[]"
    case .object(.layer): "ca.Layer"
    case .object(.text): "ca.TextLayer|string"
    case .object: "ca.Animation"
    case .filter: "ca.Filter|string"
    case .data: "number[]|string"
    case .dictionary: "table<string, any>"
    case .delegate: "table"
    case .function: "function"
    case .layoutManager: "ca.LayoutManager"
    case .constraints: "ca.ConstraintLike[]"
    case .any: "any"
    }
  }

  // MARK: Filters

  private mutating func filters() {
    for info in FilterInfo.all {
      line("---\(info.summary)")
      line("---@class (exact) ca.Filter.\(info.name)")
      line("---@field name? string  The name by which key paths refer to it.")
      line("---@field enabled? boolean")
      for key in info.keys {
        let type =
          switch key.kind {
          case "number": "number"
          case "point": "ca.PointLike"
          case "color": "ca.ColorLike"
          case "rect": "ca.RectLike"
          case "transform": "ca.TransformLike"
          case "image": "ca.ImageLike"
          default: "number[]|string"
          }
        line("---@field \(key.name)\(key.isRequired ? "" : "?") \(type)  \(Manual.sentences(on: key))")
      }
      line()
    }
  }

  // MARK: The module

  private mutating func module() {
    let classes = KeyedClass.builtIn.map(\.name)
    // Function tables that are not classes with keys.
    var tables: [String] = []
    for function in functions where function.owner.hasPrefix("ca.") {
      let name = String(function.owner.dropFirst(3))
      if !tables.contains(name), !classes.contains(name) { tables.append(name) }
    }
    for name in tables {
      line("---@class ca.\(name).Class")
      calls(of: "ca.\(name)")
      if name == "Transform" { line("---@field identity ca.Transform") }
      line("local \(name)Class = {}\n")
      for function in functions where function.owner == "ca.\(name)" && function.name != "()" {
        write(function, in: "\(name)Class", receiver: "ca.\(name).Class")
      }
    }
    line("---Core Animation's layers: `local ca = require \"layerlua\"`.")
    line("---@class layerlua")
    for name in classes + tables { line("---@field \(name) ca.\(name).Class") }
    line("---@field args table<string|integer, string>  Command-line arguments: -D NAME=VALUE, and positional ones.")
    line("---@field host table<string, any>  Values and functions offered by the host program.")
    line("---@field null userdata  JSON's null.")
    line("---@field version string")
    for constant in AppleConstant.all {
      switch constant.value {
      case .name: line("---@field \(constant.name) string")
      case .bit: line("---@field \(constant.name) integer")
      }
    }
    line("ca = {}\n")
    line("-- Apple's constants, which are globals too.")
    for constant in AppleConstant.all {
      switch constant.value {
      case .name(let name): line("\(constant.name) = \"\(name)\"")
      case .bit(let bit): line("\(constant.name) = \(bit)")
      }
    }
    line()
    for function in functions where function.owner == "ca" { write(function, in: "ca", receiver: "layerlua") }
    line("return ca")
  }
}
