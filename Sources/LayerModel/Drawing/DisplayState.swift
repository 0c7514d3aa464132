// SPDX-License-Identifier: MIT
/// What waits for display in a scene, and the running display.
struct DisplayState {
  /// The number of layers that need display, so that a pass over a settled tree can be skipped.
  var flagged = 0
  /// The number of layers that are drawn for every picture.
  var asynchronousLayers = 0
  /// The display hooks that exist, and those that ran, in the running display.
  var hooksSeen: LayerHooks = []
  var hooksRun: LayerHooks = []
}
