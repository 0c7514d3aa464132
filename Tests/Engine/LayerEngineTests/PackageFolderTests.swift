// SPDX-License-Identifier: MIT
import Foundation
import LayerEngine
import TestSupport
import Testing

/// Scene files that the host names.
struct PackageFolderTests {
  @Test func `a host reads a scene in any folder, a script only where it may read`() throws {
    let path = Checkout.root + "/Tests/Packages/classes.ca"
    let engine = try Engine()
    let package = try engine.package(at: path)
    #expect(package.kind == .scene && package.rootLayer.sublayers.count > 0)
    // Images beside a document are read too.
    #expect(try engine.package(at: path + "/main.caml").notes.map(\.rule) == package.notes.map(\.rule))
    do {
      try engine.run(script: "ca.Package('\(path)')", name: "a.lua")
      Issue.record("the script read the folder")
    } catch let error as EngineError { #expect(error.message.contains("readableDirectories"), "\(error.message)") }
  }

  @Test(arguments: ["/nowhere/a", "nowhere.a"]) func `a file of the host that does not exist is an error of files`(
    path: String
  ) throws {
    let engine = try Engine()
    for (what, call) in [
      ("package", { _ = try engine.package(at: path) }), ("Lottie file", { _ = try engine.layer(lottie: path) }),
      ("Lottie file", { _ = try engine.lottie(at: path) }),
    ] as [(String, () throws -> Void)] {
      do {
        try call()
        Issue.record("\(path) was read")
      } catch let error as EngineError {
        #expect(error.kind == .file, "\(error)")
        #expect(error.message == "the \(what) \(path) cannot be read: no such file or directory")
      }
    }
    #expect(throws: EngineError.self) { try engine.package(at: "") }
  }
}
