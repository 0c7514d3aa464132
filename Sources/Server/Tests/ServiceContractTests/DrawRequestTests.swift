// SPDX-License-Identifier: MIT
import JSONMessages
import NIOHTTP1
import ServiceContract
import Testing

@Suite struct DrawRequestTests {
  let schema: ParameterSchema

  init() throws {
    let text = """
      {"type":"object","properties":{"title":{"type":"string","default":"Hello","maxLength":5},
      "count":{"type":"integer","minimum":1,"maximum":10,"default":3},"angle":{"type":"number","multipleOf":0.5},
      "style":{"type":"string","enum":["dark","light"],"default":"dark"},"on":{"type":"boolean","default":false},
      "id":{"type":"string"}},"required":["id"]}
      """
    schema = ParameterSchema(try JSONScanner.value(of: Array(text.utf8)[...]))
  }

  private func request(_ query: String, _ format: AnswerFormat = .png) throws(Problem) -> DrawRequest {
    try DrawRequest(
      try Address("/card?\(query)"), script: "card.lua", format: format, schema: schema, limits: DrawLimits())
  }

  /// Addresses of one picture have one canonical form.
  @Test(arguments: [
    ("id=1", "id=1"), ("title=Hello&id=1", "id=1"), ("id=1&count=3.0", "id=1"), ("count=%2B4&id=1", "count=4&id=1"),
    ("id=1&count=4.0", "count=4&id=1"), ("id=1&on=1", "id=1&on=true"), ("id=1&on=no", "id=1"),
    ("style=light&angle=1.50&id=1", "angle=1.5&id=1&style=light"), ("id=1&_scale=1", "id=1"),
    ("id=1&scale=2", "_scale=2&id=1"), ("id=1&_dpr=2.0", "_scale=2&id=1"), ("id=1&_t=0", "id=1"),
    ("id=1&_t=0.50049", "_t=0.5&id=1"), ("id=1&_v=abc&_exp=99&_sig=x", "id=1"), ("id=1&_w=640", "_w=640&id=1"),
  ]) func `the canonical form has no defaults`(query: String, canonical: String) throws {
    #expect(try request(query).canonicalQuery == canonical)
  }

  @Test(arguments: [
    ("", "id is required"), ("id=1&titel=x", "did you mean title"), ("id=1&count=11", "a whole number from 1 to 10"),
    ("id=1&count=5.5", "a whole number"), ("id=1&count=abc", "a whole number"), ("id=1&count=nan", "a whole number"),
    ("id=1&count=1e400", "a whole number"), ("id=1&count=0x5", "a whole number"), ("id=1&angle=1.3", "in steps of 0.5"),
    ("id=1&style=dusk", "one of dark, light"), ("id=1&on=maybe", "true or false"),
    ("id=1&title=Hello!", "at most 5 characters"), ("id=1&_scale=1.5", "one of 1, 2, 3"), ("id=1&_w=641", "one of 320"),
    ("id=1&_w=640&_scale=2", "leave out _scale"), ("id=1&_q=0.9", "has no quality"), ("id=1&_t=-1", "0 to 3600"),
    ("id=1&_exp=99", "it needs _sig"), ("id=1&_fps=30", "is for films"), ("id=1&_sclae=2", "did you mean _scale"),
    ("id=1&_bg=\(String(repeating: "x", count: 65))", "a colour"),
  ]) func `mistakes are explained`(query: String, part: String) throws {
    let problem = #expect(throws: Problem.self) { try request(query) }
    #expect(problem?.status == .badRequest)
    #expect(problem?.detail.contains(part) == true, "\(problem?.detail ?? "")")
    #expect(problem?.members.contains { $0.key == "parameter" } == true)
  }

  /// Rounded, not refused, as times and frame rates are.
  @Test func `a quality is one of fifteen`() throws {
    for hundredth in 30...100 {
      // The default is nil.
      let quality = try request("id=1&_q=\(Double(hundredth) / 100)", .jpg).quality ?? 0.9
      #expect(abs(quality - Double(hundredth) / 100) < 0.0251)
      #expect(abs((quality * 20).rounded() - quality * 20) < 1e-9)
    }
    #expect(try request("id=1&_q=0.83", .jpg).canonicalQuery == "_q=0.85&id=1")
    #expect(throws: Problem.self) { try request("id=1&_q=0.29", .jpg) }
  }

  @Test func `films have their own words`() throws {
    let film = try request("id=1&_fps=29.7&_duration=2", .gif)
    #expect(film.isFilm && film.canonicalQuery == "_duration=2&_fps=30&id=1")
    #expect(try request("id=1", .webp).isFilm == false)
    #expect(try request("id=1&_duration=1", .webp).isFilm)
    #expect(throws: Problem.self) { try request("id=1&_t=1", .mp4) }
    let long = #expect(throws: Problem.self) { try request("id=1&_fps=60&_duration=30", .mp4) }
    #expect(long?.kind == .limit && long?.status == .payloadTooLarge)
  }

  @Test func `a job has typed values and limits`() throws {
    let job = JSONValue.object(try request("id=1&count=4&on=true&_scale=2").job(known: ["id"], DrawLimits()))
    #expect(job["parameters"]?["count"] == .number("4") && job["parameters"]?["on"] == .bool(true))
    #expect(job["scale"] == .number("2") && job["limits"]?["pixels"] == .number("16000000"))
    #expect(job["known"] == .array(["id"]))
  }

  @Test func `a file is one of the choices`() throws {
    let text = """
      {"properties":{"photo":{"type":"string","format":"file","default":"a.png"},
      "logo":{"type":"string","format":"file","enum":["a.png","b.png"]}}}
      """
    let schema = ParameterSchema(try JSONScanner.value(of: Array(text.utf8)[...]))
    #expect(schema["photo"] == nil && schema.json["properties"]?["photo"] == nil)
    #expect(schema["logo"]?.kind == .choice(["a.png", "b.png"]))
  }

  @Test func `a schema grows by what a run adds`() throws {
    var schema = schema
    schema.merge(
      ParameterSchema(.object([.init("properties", .object([.init("late", .object([.init("type", "number")]))]))])))
    #expect(schema["late"]?.kind == .number)
    #expect(schema.json["properties"]?["late"] != nil && schema.json["required"] != nil)
  }
}
