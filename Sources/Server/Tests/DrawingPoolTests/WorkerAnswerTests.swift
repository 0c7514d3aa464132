// SPDX-License-Identifier: MIT
import DrawingPool
import JSONMessages
import NIOHTTP1
import ServiceContract
import Testing

/// The failures of drawing processes as problems of requests.
@Suite struct WorkerAnswerTests {
  private func problem(_ json: String, isStranger: Bool = false) throws -> Problem {
    Problem(answer: try JSONScanner.value(of: Array(json.utf8)[...]), isStranger: isStranger)
  }

  /// A stranger's address never makes an error of the service.
  @Test(arguments: [
    ("background", "_bg"), ("duration", "_duration"), ("from", "_from"), ("fps", "_fps"), ("quality", "_q"),
    ("scale", "_scale"), ("time", "_t"), ("width", "_w"),
  ]) func `a wrong key of a job is a wrong word of the address`(key: String, word: String) throws {
    let text = #"{"error":"\#(key): expected another value","kind":"usage","key":"\#(key)","exit":2}"#
    let problem = try problem(text)
    #expect(problem.status == .badRequest && problem.kind == .parameter)
    #expect(problem.detail == "\(word): expected another value")
    #expect(problem.members.contains { $0.key == "parameter" && $0.value == .string(word) })
    // Anybody may read it.
    #expect(problem.withoutScript.detail == problem.detail)
  }

  @Test func `another wrong call is the script's`() throws {
    for text in [
      #"{"error":"the layer has no size","kind":"usage","script":"a.lua"}"#,
      #"{"error":"x: wrong","kind":"usage","key":"unknown"}"#, #"{"error":"no","kind":"script","line":3}"#,
    ] {
      let own = try problem(text)
      #expect(own.status == .internalServerError && own.kind == .script, "\(text)")
      let brought = try problem(text, isStranger: true)
      #expect(brought.status == .unprocessableEntity && brought.kind == .script, "\(text)")
    }
  }
}
