// SPDX-License-Identifier: MIT
import Messages

/// The callbacks of a scene to the program around it, for a host that runs scripts.
package struct SceneHost {
  /// The names that messages use for the host's settings.
  package var face = HostFace.swift
  /// The language of the scene's scripts, in which messages advise their authors.
  package var language: (any ScriptLanguage)?
  /// Polled periodically while a tree is resolved; returning true cancels the render.
  package var isStopped: (@Sendable () -> Bool)?
  /// Called before each render with its time and its frame number in a film, on a model that is restored afterwards.
  package var onFrame: ((_ root: Layer, _ time: Double, _ index: Int) throws -> Void)?
  /// Adds a function to those that `onFrame` calls, with true for one of a script, which ends with the next script; nil
  /// if the host has no list of them.
  package var addFrameFunction:
    ((_ isOfScript: Bool, _ function: @escaping (_ time: Double, _ index: Int) throws -> Void) throws -> Void)?
  /// Receives the layers whose superlayer changed when the model was restored.
  package var onRestore: (([Layer]) -> Void)?
  /// Returns a failed film frame's error with the frame's name added, such as `frame 12, at 0.4 s`.
  package var onFrameError: ((any Error, _ frame: String) -> any Error)?
  /// Returns a failed film frame's error from the tree itself, whose message names the frame, in the host's form.
  package var onTreeError: ((LayerError) -> any Error)?
  /// Called when an animation was copied for a layer (with the original and the copy), or animations left it (nil).
  package var onAnimationsChange: ((Layer, (original: Animation, copy: Animation)?) throws -> Void)?
  /// Returns true if a script of any Lua state, or code it called, runs on this thread.
  package var isScriptRunning: (() -> Bool)?
  /// Returns the running line of the script, for warnings; nil also if a script's call has no line, as in a coroutine
  /// whose function is the host's.
  package var runningPlace: (() -> ScriptPlace?)?
  /// Returns the running line as a mark that objects keep as their `madeAt`; 0 if no script is running.
  package var runningMark: (() -> UInt32)?
  /// Returns the line of an object's `madeAt`, without the lines that called its function.
  package var placeOfMark: ((UInt32) -> ScriptPlace?)?
  /// Returns a mark without its outermost caller, and the caller's mark; nil for a mark of a single line.
  package var callOfMark: ((UInt32) -> (inner: UInt32, caller: UInt32)?)?
}
