// SPDX-License-Identifier: MIT
import LayerEngine
import LayerModel
import LuaBinding
import Messages

/// Parameters as JSON Schema 2020-12: an object whose properties are the parameters.
package enum ParameterSchema {
  private static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// - Parameter properties: each parameter's schema, in order.
  private static func object(_ properties: JSONObject, required: [String] = []) -> String {
    var schema = JSONObject()
    schema.set("$schema", dialect)
    schema.set("type", "object")
    schema.set("properties", properties)
    if !required.isEmpty { schema.set("required", strings: required) }
    schema.set("additionalProperties", false)
    return schema.json
  }

  /// Returns the schema of a script's parameters, as JSON.
  static func of(_ parameters: [ScriptParameter]) -> String {
    var properties = JSONObject()
    for parameter in parameters { properties.set(parameter.name, schema(of: parameter)) }
    return object(properties, required: parameters.filter(\.isRequired).map(\.name))
  }

  private static func schema(of parameter: ScriptParameter) -> JSONObject {
    var schema = JSONObject()
    schema.set("type", parameter.jsonType)
    if let title = parameter.title { schema.set("title", title) }
    if let description = parameter.description { schema.set("description", description) }
    if !parameter.choices.isEmpty { schema.set("enum", strings: parameter.choices) }
    if let min = parameter.min { schema.set("minimum", min) }
    if let max = parameter.max { schema.set("maximum", max) }
    if let step = parameter.step { schema.set("multipleOf", step) }
    if let length = parameter.maxLength { schema.set("maxLength", length) }
    // Lua's patterns are no regular expressions, so the keyword `pattern` cannot hold them.
    if let pattern = parameter.pattern { schema.set("x-lua-pattern", pattern) }
    if let format = parameter.jsonFormat { schema.set("format", format) }
    if !parameter.fallback.isNull { schema.set("default", raw: parameter.fallback.scalar) }
    if !parameter.examples.isEmpty {
      schema.set("examples", raw: "[" + parameter.examples.map(\.scalar).joined(separator: ",") + "]")
    }
    return schema
  }

  /// Returns the schema of the texts and colours of a Lottie file, by the names that `-D` takes, as JSON.
  package static func of(_ info: LottieInfo) -> String {
    var properties = JSONObject()
    for parameter in info.parameters.prefix(1000) where parameter.kind != .image {
      var schema = JSONObject()
      schema.set("type", "string")
      if parameter.kind == .color { schema.set("format", "color") }
      if !parameter.isShared { schema.set("default", parameter.value) }
      schema.set("title", parameter.name)
      let path =
        parameter.kind == .color && parameter.path.hasSuffix(".Color")
        ? String(parameter.path.dropLast(6)) : parameter.path
      properties.set("\(parameter.kind.rawValue).\(path)", schema)
    }
    return object(properties)
  }
}

extension ParameterList {
  /// The parameters as JSON Schema.
  package var schema: String { ParameterSchema.of(parameters) }
}

extension ScriptParameter {
  fileprivate var jsonType: String {
    switch kind {
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .text, .color, .file, .date: "string"
    }
  }

  /// A colour without a kind is only a guess, which no value is held to. A file without a kind is one all the same, so
  /// that hosts do not let strangers name files.
  fileprivate var jsonFormat: String? {
    if isFile { return "file" }
    switch givenKind {
    case .color: return "color"
    case .date: return "date"
    default: return nil
    }
  }
}
