// SPDX-License-Identifier: MIT
import LayerModel
import LayerRendering
import LuaBinding
import LuaRuntime

/// The engine behind `require "layerlua"` in another program's Lua state: a scene, its renderer and the module. The
/// host program controls the state's libraries, memory and time. File access is unrestricted; names are relative to the
/// working directory.
final class GuestEngine {
  private let renderer: LayerRenderer
  private let scene: Scene
  private let state: LuaState
  private let binding: LuaBinding

  init(_ pointer: OpaquePointer) throws {
    var files = FileAccess(isUnrestricted: true)
    files.face = .module
    renderer = LayerRenderer(configuration: LayerRenderer.Configuration(files: files, allowsAllLinks: true))
    scene = renderer.makeScene()
    state = LuaState(guest: pointer, host: GuestHost(scene))
    binding = try LuaBinding(state, scene: scene, services: renderer, setsGlobal: false)
    renderer.memoryBudget = scene.memoryBudget
    scene.onWarning = { writeToStandardError(Array($0.line.utf8)) }
  }
}

/// The services of a guest state, whose host program itself prints, loads modules and provides the time.
private final class GuestHost: LuaHost {
  private let scene: Scene
  init(_ scene: Scene) { self.scene = scene }
  func write(_ bytes: UnsafeRawBufferPointer) throws {}
  func warn(_ message: String, _ cause: LuaWarningCause) {
    scene.warnAgain(cause == .finalizer ? .scriptFinalizer : .scriptWarning, message)
  }
  var scriptTime: Double { scene.currentTime }
}

/// Creates a guest's engine for LuaModule, or reports the error to the state and returns nil.
@_cdecl("llua_open_guest_engine") func openGuestEngine(_ state: OpaquePointer?) -> UnsafeMutableRawPointer? {
  guard let state else { return nil }
  do { return Unmanaged.passRetained(try GuestEngine(state)).toOpaque() } catch {
    fail(state, with: ScriptError(error))
    return nil
  }
}

@_cdecl("llua_close_guest_engine") func closeGuestEngine(_ engine: UnsafeMutableRawPointer?) {
  if let engine { Unmanaged<GuestEngine>.fromOpaque(engine).release() }
}
