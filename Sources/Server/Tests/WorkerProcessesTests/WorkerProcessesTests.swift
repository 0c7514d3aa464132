// SPDX-License-Identifier: MIT
import JSONMessages
import NIOCore
import NIOPosix
import Testing
import WorkerProcesses

struct WorkerProcessesTests {
  @Test func `messages are the same however their bytes arrive`() throws {
    let text =
      "{\"event\":\"print\",\"text\":\"ä\"}\n{\"event\":\"ready\",\"bytes\":5}\nab\ncd{\"id\":7,\"error\":\"no\"}\n{\"id\":8,\"bytes\":0}\n"
    for step in [1, 2, 3, 7, text.utf8.count] {
      var decoder = WorkerMessageDecoder()
      var buffer = ByteBuffer()
      var messages: [WorkerMessage] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        buffer.writeBytes(rest.prefix(step))
        rest = rest.dropFirst(step)
        while let message = try decoder.next(&buffer) { messages.append(message) }
      }
      #expect(messages.map(\.event) == ["print", "ready", nil, nil])
      #expect(messages.map(\.id) == [nil, nil, 7, 8])
      #expect(messages.map(\.error) == [nil, nil, "no", nil])
      #expect(messages.map { $0.bytes.map { String(buffer: $0) } } == [nil, "ab\ncd", nil, ""])
      #expect(messages.first?.value("text")?.string == "ä")
    }
  }

  @Test(arguments: ["nonsense\n", "[]\n", "{\"bytes\":-1}\n", "{\"bytes\":9000000000}\n", "\n"])
  func `what is no message is an error`(text: String) {
    var decoder = WorkerMessageDecoder()
    var buffer = ByteBuffer(string: text)
    #expect(throws: WorkerProtocolError.self) { try decoder.next(&buffer) }
  }

  @Test func `a process that ends by a signal is told from one that exits`() throws {
    func ending(_ script: String) throws -> ChildProcess.Ending {
      let child = try ChildProcess.start("/bin/sh", ["sh", "-c", script])
      while true {
        if let ending = child.ended() { return ending }
      }
    }
    #expect(try ending("exit 3") == .exited(3))
    #expect(try ending("kill -11 $$") == .signalled(11))
    #expect(ChildProcess.Ending.signalled(11).words == "signal 11 (SIGSEGV)")
    #expect(throws: ChildProcess.StartError.self) { try ChildProcess.start("/nonexistent", ["x"]) }
  }

  @Test func `an error without a number answers the first question that is open`() throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let worker = try loop.submit {
      try Worker(
        "/bin/sh",
        [
          "-c",
          """
          read a; echo '{"id":1,"ok":true}'; read b; echo '{"id":null,"error":"cannot be read"}'
          read c; echo '{"error":"nor this"}'; read d; echo '{"id":4,"ok":true}'; read e
          """,
        ], on: loop)
    }.wait()
    let answers = try loop.submit {
      worker.listen()
      return (0..<4).map { _ in
        worker.ask("tree", []).map { _ in "answered" }
          .recover { ($0 as? Worker.Refusal)?.message ?? "\($0)" }
      }
    }.wait()
    #expect(try answers.map { try $0.wait() } == ["answered", "cannot be read", "nor this", "answered"])
    try loop.submit { worker.kill() }.wait()
  }

  @Test func `a worker that answers nothing has a limited number of questions`() throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let worker = try loop.submit { try Worker("/bin/sh", ["-c", "read a; sleep 600"], on: loop) }.wait()
    let last = try loop.submit {
      worker.listen()
      for _ in 0..<Worker.mostQuestions { worker.ask("tree", []).whenComplete { _ in } }
      return worker.ask("tree", [])
    }.wait()
    #expect(throws: Worker.Refusal.self) { try last.wait() }
    try loop.submit { worker.kill() }.wait()
  }
}
