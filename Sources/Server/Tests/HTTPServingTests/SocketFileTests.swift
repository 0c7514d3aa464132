// SPDX-License-Identifier: MIT
import Glibc
import HTTPServing
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

private final class Answering: HTTPApplication {
  func admit(_ head: HTTPRequestHead, from peer: HTTPPeer) throws(HTTPRefusal) -> HTTPAdmission {
    HTTPAdmission(patience: .seconds(5))
  }

  func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) { exchange.respond(.text(.ok, "yes")) }
}

/// Services at paths of one folder.
@Suite final class SocketFileTests {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let application = Answering()
  private let folder: String

  init() throws {
    var template = Array("/tmp/socket-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    unlink(path)
    rmdir(folder)
    try? group.syncShutdownGracefully()
  }

  private var path: String { folder + "/s" }

  private func start() throws -> HTTPServer {
    try HTTPServer.start(at: .file(path: path), application: application, on: group.next()).wait()
  }

  private func close(_ server: HTTPServer) throws { try group.next().submit { server.close() }.wait() }

  private var answers: Bool {
    guard let client = try? ClientBootstrap(group: group).connect(unixDomainSocketPath: path).wait() else {
      return false
    }
    try? client.close().wait()
    return true
  }

  @Test func `a socket at which a service listens is not taken`() throws {
    let first = try start()
    let problem = #expect(throws: PlaceProblem.self) { try self.start() }
    #expect(problem?.description.contains("another process listens there") == true)
    #expect(answers)
    try close(first)
    #expect(access(path, F_OK) != 0)
    let second = try start()
    #expect(answers)
    try close(second)
  }

  @Test func `the socket of a killed service is replaced`() throws {
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    #expect(isBound)
    Glibc.close(socket)
    #expect(access(path, F_OK) == 0)
    let server = try start()
    #expect(answers)
    try close(server)
  }

  @Test func `a service removes only its own socket`() throws {
    let first = try start()
    unlink(path)
    let second = try start()
    try close(first)
    #expect(answers)
    try close(first)
    #expect(answers)
    try close(second)
    #expect(access(path, F_OK) != 0)
  }

  @Test func `another file stays`() throws {
    Glibc.close(open(path, O_CREAT | O_WRONLY, 0o600))
    let problem = #expect(throws: PlaceProblem.self) { try self.start() }
    #expect(problem?.description.contains("no socket") == true)
    #expect(access(path, F_OK) == 0)
  }

  @Test func `a path has a greatest length`() {
    let long = "/tmp/" + String(repeating: "x", count: 200)
    #expect(throws: PlaceProblem.self) {
      try HTTPServer.start(at: .file(path: long), application: self.application, on: self.group.next()).wait()
    }
  }
}
