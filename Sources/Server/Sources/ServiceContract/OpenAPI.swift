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

  /// The ways in which a service lets requests in.
  package struct Access: Sendable {
    /// True if there are tokens.
    package var hasTokens = false
    /// True if there are keys, so that addresses may be signed.
    package var hasKeys = false
    /// True if every request for a picture or a description needs one of them.
    package var isNeeded = false
    /// True if a script in a request needs one of them.
    package var isNeededForScripts = false

    package init() {}

    /// The requirement of an operation: one of the schemes; empty for none.
    func requirement(_ isNeeded: Bool) -> [JSONValue.Member] {
      guard isNeeded else { return [] }
      let schemes = (hasTokens ? ["token"] : []) + (hasKeys ? ["signature"] : [])
      return [
        .init("security", .array(schemes.map { .object([.init($0, .array([]))]) }))
      ]
    }

    fileprivate var schemes: [JSONValue.Member] {
      var schemes: [JSONValue.Member] = []
      if hasTokens {
        schemes.append(.init("token", .object([.init("type", "http"), .init("scheme", "bearer")])))
      }
      if hasKeys {
        schemes.append(
          .init(
            "signature",
            .object([
              .init("type", "apiKey"), .init("in", "query"), .init("name", "_sig"),
              .init("description", "The signature of the address, by a key of the service"),
            ])))
      }
      return schemes
    }
  }

  /// - Parameters:
  ///   - negotiated: the formats of addresses without one, by `Accept`.
  ///   - hasMetrics: true if the metrics have an address beside the pictures.
  package static func document(
    _ operations: [Operation], limits: DrawLimits, allowsScripts: Bool, version: String, access: Access = Access(),
    negotiated: [AnswerFormat] = [], hasMetrics: Bool = true
  ) -> JSONValue {
    var paths: [JSONValue.Member] = [.init("/", .object([.init("get", list(access))]))]
    for operation in operations {
      paths.append(
        .init("/\(operation.name.text).{format}", .object([.init("get", get(operation, limits, access))])))
      paths.append(
        .init("/\(operation.name.text)", .object([.init("get", describe(operation, limits, access, negotiated))])))
    }
    if allowsScripts { paths.append(.init("/render.{format}", .object([.init("post", post(limits, access))]))) }
    paths += [
      .init("/openapi.json", .object([.init("get", own(access))])),
      .init("/health", .object([.init("get", plain("health", "Answers while the service runs", "It runs"))])),
      .init("/ready", .object([.init("get", ready)])),
    ]
    if hasMetrics {
      paths.append(
        .init(
          "/metrics",
          .object([.init("get", plain("metrics", "Figures for Prometheus, for this machine", "The figures"))])))
    }
    var components: [JSONValue.Member] = [.init("schemas", .object([.init("Problem", problem)]))]
    if !access.schemes.isEmpty { components.append(.init("securitySchemes", .object(access.schemes))) }
    return .object([
      .init("openapi", "3.1.0"),
      .init(
        "info",
        .object([
          .init("title", "layerlua"), .init("version", .string(version.isEmpty ? "0" : version)),
          .init("description", "Pictures and films drawn from scripts."),
        ])),
      .init("paths", .object(paths)),
      .init("components", .object(components)),
    ])
  }

  /// Returns an identifier with the name of a script: letters and digits, and any other character as `_` and two
  /// hexadecimal digits, so that no two names have one.
  static func identifier(_ kind: String, _ name: ScriptName) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    for byte in name.text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
      default: bytes += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return "\(kind)_\(String(decoding: bytes, as: UTF8.self))"
  }

  /// The parameters of a script, and those of the service.
  private static func parameters(
    _ operation: Operation, _ limits: DrawLimits, _ access: Access, isFilm: Bool
  ) -> [JSONValue] {
    operation.schema.parameters.map { parameter in
      query(parameter.name, parameter.json, isRequired: parameter.isRequired, parameter.json["description"]?.string)
    } + reserved(limits, access, isMoving: isFilm)
  }

  private static func list(_ access: Access) -> JSONValue {
    .object(
      [
        .init("operationId", "list"), .init("summary", "The scripts; or the page with their forms, as text/html"),
        .init("responses", answers("The scripts", ["application/json", "text/html"])),
      ] + access.requirement(access.isNeeded))
  }

  private static func own(_ access: Access) -> JSONValue {
    .object(
      [
        .init("operationId", "openapi"), .init("summary", "This description"),
        .init("responses", answers("The description", ["application/json"])),
      ] + access.requirement(access.isNeeded))
  }

  private static func describe(
    _ operation: Operation, _ limits: DrawLimits, _ access: Access, _ negotiated: [AnswerFormat]
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("operationId", .string(identifier("describe", operation.name))),
      .init("summary", .string("The parameters of " + (operation.title ?? operation.name.text))),
    ]
    if !negotiated.isEmpty {
      members.append(.init("description", "With a picture's type in Accept, the picture."))
      // Required ones are for the picture.
      let optional = operation.schema.parameters.map {
        query($0.name, $0.json, isRequired: false, $0.json["description"]?.string)
      }
      members.append(.init("parameters", .array(optional + reserved(limits, access, isMoving: false))))
    }
    members.append(
      .init("responses", answers("The description", ["application/json"] + negotiated.map(\.contentType))))
    return .object(members + access.requirement(access.isNeeded))
  }

  private static var ready: JSONValue {
    let json = JSONValue.object([.init("application/json", .object([]))])
    return .object([
      .init("operationId", "ready"), .init("summary", "Answers 200 while the service draws"),
      .init(
        "responses",
        .object([
          .init("200", .object([.init("description", "It draws"), .init("content", json)])),
          .init("503", .object([.init("description", "It draws nothing now"), .init("content", json)])),
        ])),
    ])
  }

  private static func get(_ operation: Operation, _ limits: DrawLimits, _ access: Access) -> JSONValue {
    let formats = AnswerFormat.allCases.filter { operation.isMoving || !$0.isFilm }
    var members: [JSONValue.Member] = [
      .init("operationId", .string(identifier("draw", operation.name))),
      .init("summary", .string(operation.title ?? operation.name.text)),
    ]
    if let summary = operation.summary { members.append(.init("description", .string(summary))) }
    let parameters = [format(formats)] + parameters(operation, limits, access, isFilm: operation.isMoving)
    members.append(.init("parameters", .array(parameters)))
    members.append(.init("responses", pictures(formats)))
    return .object(members + access.requirement(access.isNeeded))
  }

  private static func post(_ limits: DrawLimits, _ access: Access) -> JSONValue {
    let text = JSONValue.object([.init("schema", .object([.init("type", "string")]))])
    let form = JSONValue.object([
      .init(
        "schema",
        .object([
          .init("type", "object"), .init("required", .array(["script"])),
          .init("properties", .object([.init("script", .object([.init("type", "string")]))])),
        ]))
    ])
    let formats = AnswerFormat.allCases
    return .object(
      [
        .init("operationId", "render"), .init("summary", "Draws a script that the request brings"),
        .init("parameters", .array([format(formats)] + reserved(limits, access, isMoving: true))),
        .init(
          "requestBody",
          .object([
            .init("required", true),
            .init("content", .object([.init("text/x-lua", text), .init("multipart/form-data", form)])),
          ])), .init("responses", answers("The picture", formats.map(\.contentType))),
      ] + access.requirement(access.isNeededForScripts))
  }

  private static func plain(_ name: String, _ summary: String, _ answer: String) -> JSONValue {
    .object([
      .init("operationId", .string(name)), .init("summary", .string(summary)),
      .init("responses", answers(answer, ["text/plain"])),
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

  private static func reserved(_ limits: DrawLimits, _ access: Access, isMoving: Bool) -> [JSONValue] {
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
      query("_scale", list(limits.scales), "Pixels per point, 1 by default; not with _w"),
      query("_w", list(limits.widths.map(Double.init)), "The width in pixels, in place of _scale"),
      query("_t", number(0, 3600), "The time of a picture, in seconds; not for films"),
      query("_q", number(0.3, 1), "The quality of jpg and webp; not for other formats"),
      query("_bg", .object([.init("type", "string")]), "A background colour"),
    ]
    if isMoving {
      all += [
        query("_fps", number(1, limits.framesPerSecond), "Frames a second; only for films"),
        query("_from", number(0, 3600), "The start in seconds; only for films"),
        query("_duration", number(0.001, limits.duration), "The length in seconds; only for films"),
      ]
    }
    all.append(
      query("_v", .object([.init("type", "string")]), "The version of the scripts, so that caches keep the answer"))
    if access.hasKeys {
      let time = JSONValue.object([.init("type", "integer"), .init("minimum", 1)])
      all.append(query("_exp", time, "The time at which the address expires, in seconds since 1970"))
    }
    return all
  }

  private static func query(_ name: String, _ schema: JSONValue, _ description: String) -> JSONValue {
    query(name, schema, isRequired: false, description)
  }

  /// The answers of a picture's address.
  private static func pictures(_ formats: [AnswerFormat]) -> JSONValue {
    let types = formats.map(\.contentType)
    return answers(
      "The picture", types,
      more: [
        .init("206", answer("The bytes of Range", types)),
        .init("304", .object([.init("description", "The picture is that of If-None-Match")])),
      ])
  }

  private static func answers(
    _ description: String, _ types: [String], more: [JSONValue.Member] = []
  ) -> JSONValue {
    let problem = JSONValue.object([.init("schema", .object([.init("$ref", "#/components/schemas/Problem")]))])
    return .object(
      [.init("200", answer(description, types))] + more + [
        .init(
          "default",
          .object([
            .init("description", "A problem"),
            .init("content", .object([.init("application/problem+json", problem)])),
          ]))
      ])
  }

  private static func answer(_ description: String, _ types: [String]) -> JSONValue {
    // WebP and its like are one type for pictures and films.
    var seen: Set<String> = []
    let content = types.filter { seen.insert($0).inserted }.map { JSONValue.Member($0, .object([])) }
    return .object([.init("description", .string(description)), .init("content", .object(content))])
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
