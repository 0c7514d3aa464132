// SPDX-License-Identifier: MIT
import NIOCore
import ServiceContract
import Serving
import Testing

@Suite struct MultipartTests {
  private func body(_ parts: [String], boundary: String = "xyz") -> ByteBuffer {
    ByteBuffer(string: parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n")
  }
  private let type = "multipart/form-data; boundary=xyz"

  @Test func `fields and files are split`() throws {
    let parts = try MultipartPart.parts(
      of: body([
        "Content-Disposition: form-data; name=\"script\"\r\n\r\nreturn ca.Layer {}",
        "Content-Disposition: form-data; name=\"a\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n"
          + "\r\n\u{1}--xy\r\n-",
        "Content-Disposition: form-data; name=\"b\"; filename=\"e.bin\"\r\n\r\n",
      ]), type: type)
    #expect(parts.map(\.name) == ["script", "a", "b"])
    #expect(parts.map { String(buffer: $0.bytes) } == ["return ca.Layer {}", "\u{1}--xy\r\n-", ""])
    #expect(parts.map(\.file) == [nil, "p.png", "e.bin"])
  }

  @Test(arguments: [
    "", "--xyz--", "--xyz\r\n", "--xyz\r\nno head--xyz--", "--xyz\r\n\r\n\r\nx\r\n--xyz--",
    "--xyz\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xyz--",
    "--xyz\r\nContent-Disposition: form-data; name=\"a\"; filename=\"../x\"\r\n\r\nx\r\n--xyz--",
    "--xyz\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\"\r\n\r\nx\r\n--xyz--",
    "--xyz\r\nContent-Disposition: form-data; name=\"a\"; filename=\".x\"\r\n\r\nx\r\n--xyz--",
  ]) func `others are errors`(text: String) {
    #expect(throws: Problem.self) { try MultipartPart.parts(of: ByteBuffer(string: text), type: type) }
  }

  @Test func `the boundary is needed`() {
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=",
      "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    ] {
      #expect(throws: Problem.self) { try MultipartPart.parts(of: body(["x"]), type: type) }
    }
  }

  @Test func `files have a number and names of their own`() {
    let file = { (name: String) in "Content-Disposition: form-data; name=\"f\"; filename=\"\(name)\"\r\n\r\nx" }
    #expect(throws: Problem.self) { try MultipartPart.parts(of: body((0..<17).map { file("f\($0)") }), type: type) }
    #expect(throws: Problem.self) { try MultipartPart.parts(of: body([file("a"), file("a")]), type: type) }
  }

  /// Random bytes and cut bodies end with parts or an error.
  @Test func `no body is too strange`() {
    var random = SystemRandomNumberGenerator()
    let whole = Array(
      body(["Content-Disposition: form-data; name=\"script\"\r\n\r\nreturn"]).readableBytesView)
    for length in whole.indices { _ = try? MultipartPart.parts(of: ByteBuffer(bytes: whole[..<length]), type: type) }
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? MultipartPart.parts(of: ByteBuffer(bytes: bytes), type: type)
    }
    // A body of boundaries' beginnings costs its size.
    let boundary = String(repeating: "-", count: 69) + "x"
    let dashes = ByteBuffer(repeating: UInt8(ascii: "-"), count: 2 << 20)
    #expect(throws: Problem.self) {
      try MultipartPart.parts(of: dashes, type: "multipart/form-data; boundary=\(boundary)")
    }
  }
}
