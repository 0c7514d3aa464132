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
    #expect(throws: EngineError.self) { try engine.package(at: "/nowhere/a.tendies") }
  }
}
