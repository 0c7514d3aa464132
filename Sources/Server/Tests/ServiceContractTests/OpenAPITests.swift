// SPDX-License-Identifier: MIT
import JSONMessages
import ServiceContract
import Testing

@Suite struct OpenAPITests {
  private func document(
    _ names: [String], scripts: Bool = true, access: OpenAPI.Access = .init(), negotiated: [AnswerFormat] = []
  ) -> JSONValue {
    let schema = ParameterSchema(
      .object([.init("properties", .object([.init("title", .object([.init("type", "string")]))]))]))
    return OpenAPI.document(
      names.compactMap { ScriptName($0) }.map {
        OpenAPI.Operation(name: $0, title: nil, summary: nil, schema: schema, isMoving: true)
      }, limits: DrawLimits(), allowsScripts: scripts, version: "1", access: access, negotiated: negotiated)
  }

  private func operations(_ document: JSONValue) -> [(path: String, operation: JSONValue)] {
    (document["paths"]?.members ?? []).compactMap { path in
      (path.value["get"] ?? path.value["post"]).map { (path.key, $0) }
    }
  }

  private func identifiers(_ names: [String]) -> [String] {
    operations(document(names)).compactMap { $0.operation["operationId"]?.string }
  }

  @Test func `names that differ have operations that differ`() {
    let names = ["a-b", "a_b", "a.b", "a/b", "ab", "render", "health", "a_2db", "list", "openapi"]
    let found = identifiers(names)
    #expect(found.count == names.count * 2 + 6 && Set(found).count == found.count, "\(found)")
    #expect(found.contains("draw_ab"))
  }

  @Test func `random names have operations of their own`() {
    var random = SystemRandomNumberGenerator()
    let letters: [Character] = ["a", "2", "d", "e", "5", "f", "-", "_", ".", "/"]
    var names: Set<String> = []
    for _ in 0..<500 {
      names.insert(
        String((0..<Int.random(in: 1...6, using: &random)).compactMap { _ in letters.randomElement(using: &random) }))
    }
    let valid = names.filter { ScriptName($0) != nil }
    let found = identifiers(Array(valid))
    #expect(Set(found).count == valid.count * 2 + 6)
    #expect(found.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
  }

  @Test func `all addresses are there`() {
    let paths = operations(document(["card"])).map(\.path)
    #expect(
      paths == ["/", "/card.{format}", "/card", "/render.{format}", "/openapi.json", "/health", "/ready", "/metrics"])
    #expect(!operations(document(["card"], scripts: false)).map(\.path).contains("/render.{format}"))
    let answers = document(["card"])["paths"]?["/card.{format}"]?["get"]?["responses"]?.members?.map(\.key)
    #expect(answers == ["200", "206", "304", "default"])
  }

  @Test func `credentials are required where the service requires them`() {
    #expect(operations(document(["card"])).allSatisfy { $0.operation["security"] == nil })
    var access = OpenAPI.Access()
    (access.hasTokens, access.hasKeys, access.isNeeded, access.isNeededForScripts) = (true, true, true, true)
    let closed = document(["card"], access: access)
    for (path, operation) in operations(closed) {
      let isFree = ["/health", "/ready", "/metrics"].contains(path)
      #expect((operation["security"]?.array?.count ?? 0) == (isFree ? 0 : 2), "\(path)")
    }
    #expect(closed["components"]?["securitySchemes"]?.members?.map(\.key) == ["token", "signature"])
    let words = closed["paths"]?["/card.{format}"]?["get"]?["parameters"]?.array?.compactMap { $0["name"]?.string }
    #expect(words?.contains("_exp") == true && words?.contains("_v") == true)
    #expect(document([])["components"]?["securitySchemes"] == nil)
  }

  @Test func `a negotiated address has pictures too`() {
    let types = document(["card"], negotiated: [.webp])["paths"]?["/card"]?["get"]?["responses"]?["200"]?["content"]
    #expect(types?.members?.map(\.key) == ["application/json", "image/webp"])
  }
}
