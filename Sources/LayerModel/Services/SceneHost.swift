// SPDX-License-Identifier: MIT
import Wording

/// What a scene asks the program around it. For a host that runs scripts.
package struct SceneHost {
  /// By which names messages call the host's settings.
  package var face = HostFace.swift
  /// Called now and then while a picture is resolved; true ends it.
  package var isStopped: (@Sendable () -> Bool)?
  /// Called before each picture with its time and its number in a film, on a model that is restored afterwards.
  package var onFrame: ((_ root: Layer, _ time: Double, _ index: Int) throws -> Void)?
  /// Receives the layers whose superlayer changed when the model was restored.
  package var onRestore: (([Layer]) -> Void)?
  /// Returns the error that ended a film's frame with the frame's name in it, such as `frame 12, at 0.4 s`.
  package var onFrameError: ((any Error, _ frame: String) -> any Error)?
  /// Returns the tree's own error that ended a film's frame, whose message names the frame, in the host's form.
  package var onTreeError: ((LayerError) -> any Error)?
  /// An animation was copied for a layer (the original and the copy follow), or animations left it (nil).
  package var onAnimationsChange: ((Layer, (original: Animation, copy: Animation)?) throws -> Void)?
  /// Whether a script of any state runs on this thread, or what it called.
  package var isScriptRunning: (() -> Bool)?
  /// Returns the running line of the script; for warnings. Nil also where a script's call has no line, as in a
  /// coroutine whose function is the host's.
  package var runningPlace: (() -> ScriptPlace?)?
  /// The same as a mark that objects keep as their `madeAt`; 0 when none is running.
  package var runningMark: (() -> UInt32)?
  /// The line behind an object's `madeAt`; without the lines that called the function in which it lies.
  package var placeOfMark: ((UInt32) -> ScriptPlace?)?
  /// The mark without the outermost line that called, and that line's mark; nil for a mark of a line alone.
  package var callOfMark: ((UInt32) -> (inner: UInt32, caller: UInt32)?)?
}
