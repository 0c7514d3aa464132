// SPDX-License-Identifier: MIT
import JSONMessages

/// The description of a service in OpenAPI 3.1: a path for each script.
package enum OpenAPI {
  package struct Operation {
    package var name: ScriptName
    package var title: String?
    package var summary: String?
    package var schema: ParameterSchema
    package var isMoving: Bool

    package init(name: ScriptName, title: String?, summary: String?, schema: ParameterSchema, isMoving: Bool) {
      self.name = name
      self.title = title
      self.summary = summary
      self.schema = schema
      self.isMoving = isMoving
    }
  }

  package static func document(
    _ operations: [Operation], limits: DrawLimits, allowsScripts: Bool, version: String
  ) -> JSONValue {
    var paths: [JSONValue.Member] = operations.map { operation in
      .init("/\(operation.name.text).{format}", .object([.init("get", get(operation, limits))]))
    }
    if allowsScripts { paths.append(.init("/render.{format}", .object([.init("post", post(limits))]))) }
    paths += [
      .init("/health", .object([.init("get", plain("health", "True while the service answers"))])),
      .init("/ready", .object([.init("get", plain("ready", "True while the service draws"))])),
    ]
    return .object([
      .init("openapi", "3.1.0"),
      .init(
        "info",
        .object([
          .init("title", "layerlua"), .init("version", .string(version.isEmpty ? "0" : version)),
          .init("description", "Pictures and films drawn from scripts."),
        ])),
      .init("paths", .object(paths)),
      .init(
        "components",
        .object([
          .init("schemas", .object([.init("Problem", problem)])),
          .init(
            "securitySchemes",
            .object([.init("token", .object([.init("type", "http"), .init("scheme", "bearer")]))])),
        ])),
    ])
  }

  private static func get(_ operation: Operation, _ limits: DrawLimits) -> JSONValue {
    let formats = AnswerFormat.allCases.filter { operation.isMoving || !$0.isFilm }
    var parameters = [format(formats)]
    for parameter in operation.schema.parameters {
      parameters.append(
        query(parameter.name, parameter.json, isRequired: parameter.isRequired, parameter.json["description"]?.string))
    }
    parameters += reserved(limits, isMoving: operation.isMoving)
    var members: [JSONValue.Member] = [
      .init("operationId", .string("draw_" + String(operation.name.text.map { $0.isLetter || $0.isNumber ? $0 : "_" })))
    ]
    members.append(.init("summary", .string(operation.title ?? operation.name.text)))
    if let summary = operation.summary { members.append(.init("description", .string(summary))) }
    members.append(.init("parameters", .array(parameters)))
    members.append(.init("responses", responses(formats)))
    return .object(members)
  }

  private static func post(_ limits: DrawLimits) -> JSONValue {
    .object([
      .init("operationId", "render"), .init("summary", "Draws a script that the request brings"),
      .init("parameters", .array([format(AnswerFormat.allCases)] + reserved(limits, isMoving: true))),
      .init(
        "requestBody",
        .object([
          .init("required", true),
          .init(
            "content",
            .object([.init("text/x-lua", .object([.init("schema", .object([.init("type", "string")]))]))])),
        ])), .init("responses", responses(AnswerFormat.allCases)),
    ])
  }

  private static func plain(_ name: String, _ summary: String) -> JSONValue {
    .object([
      .init("operationId", .string(name)), .init("summary", .string(summary)),
      .init("responses", .object([.init("200", .object([.init("description", "yes")]))])),
    ])
  }

  private static func format(_ formats: [AnswerFormat]) -> JSONValue {
    .object([
      .init("name", "format"), .init("in", "path"), .init("required", true),
      .init(
        "schema",
        .object([.init("type", "string"), .init("enum", .array(formats.map { .string($0.rawValue) }))])),
    ])
  }

  private static func query(
    _ name: String, _ schema: JSONValue, isRequired: Bool = false, _ description: String? = nil
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("in", "query"), .init("required", .bool(isRequired)),
      .init("schema", schema),
    ]
    if let description { members.append(.init("description", .string(description))) }
    return .object(members)
  }

  private static func reserved(_ limits: DrawLimits, isMoving: Bool) -> [JSONValue] {
    func number(_ low: Double, _ high: Double) -> JSONValue {
      .object([
        .init("type", "number"), .init("minimum", .number(numberText(low))),
        .init("maximum", .number(numberText(high))),
      ])
    }
    func list(_ values: [Double]) -> JSONValue {
      .object([.init("type", "number"), .init("enum", .array(values.map { .number(numberText($0)) }))])
    }
    var all = [
      query("_scale", list(limits.scales), "Pixels per point"),
      query("_w", list(limits.widths.map(Double.init)), "The width in pixels, instead of _scale"),
      query("_t", number(0, 3600), "The time of a picture, in seconds"),
      query("_q", number(0.3, 1), "The quality of JPEG and WebP"),
      query("_bg", .object([.init("type", "string")]), "A background colour"),
    ]
    if isMoving {
      all += [
        query("_fps", number(1, limits.framesPerSecond), "Frames a second of a film"),
        query("_from", number(0, 3600), "The start of a film, in seconds"),
        query("_duration", number(0.001, limits.duration), "The length of a film, in seconds"),
      ]
    }
    return all
  }

  private static func query(_ name: String, _ schema: JSONValue, _ description: String) -> JSONValue {
    query(name, schema, isRequired: false, description)
  }

  private static func responses(_ formats: [AnswerFormat]) -> JSONValue {
    let content = formats.map { JSONValue.Member($0.contentType, .object([])) }
    return .object([
      .init("200", .object([.init("description", "The picture"), .init("content", .object(content))])),
      .init(
        "default",
        .object([
          .init("description", "A problem"),
          .init(
            "content",
            .object([
              .init(
                "application/problem+json",
                .object([.init("schema", .object([.init("$ref", "#/components/schemas/Problem")]))]))
            ])),
        ])),
    ])
  }

  private static var problem: JSONValue {
    func text(_ name: String) -> JSONValue.Member { .init(name, .object([.init("type", "string")])) }
    return .object([
      .init("type", "object"),
      .init(
        "properties",
        .object([
          text("type"), text("title"), .init("status", .object([.init("type", "integer")])), text("detail"),
          text("instance"), text("parameter"), text("expected"), text("limit"), text("script"),
          .init("line", .object([.init("type", "integer")])),
        ])), .init("required", .array(["type", "title", "status", "detail", "instance"])),
    ])
  }
}
