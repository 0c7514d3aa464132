// SPDX-License-Identifier: MIT
import LayerEngine
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
    return object(properties)
  }

  private static func schema(of parameter: ScriptParameter) -> JSONObject {
    var schema = JSONObject()
    switch (parameter.fallback, parameter.value) {
    case _ where !parameter.choices.isEmpty:
      schema.set("type", "string")
      schema.set("enum", strings: parameter.choices)
    case (.number, _), (_, .number):
      schema.set("type", "number")
    case (.bool, _), (_, .bool):
      schema.set("type", "boolean")
    default:
      schema.set("type", parameter.min != nil || parameter.max != nil ? "number" : "string")
    }
    if let min = parameter.min { schema.set("minimum", min) }
    if let max = parameter.max { schema.set("maximum", max) }
    switch parameter.fallback {
    case .bool(let flag): schema.set("default", flag)
    case .number(let number): schema.set("default", number)
    case .string(let text): schema.set("default", text)
    default: break
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
      schema.set("default", parameter.value)
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
