// SPDX-License-Identifier: MIT
/// A scene's pending display, and the state of the running one.
struct DisplayState {
  /// The number of layers that need display, so that a pass over an up-to-date tree can be skipped.
  var flagged = 0
  /// The number of layers that are drawn for every render.
  var asynchronousLayers = 0
  /// The display hooks found, and those called, in the running display.
  var hooksSeen: LayerHooks = []
  var hooksRun: LayerHooks = []
}
