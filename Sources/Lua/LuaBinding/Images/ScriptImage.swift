// SPDX-License-Identifier: MIT
import LayerModel

/// An image held by scripts. Its pixels are charged to the memory limit while anything holds it.
final class ScriptImage {
  let image: Image
  private let mark: LiveMark

  init(_ image: Image, _ memory: ScriptMemory) {
    self.image = image
    mark = LiveMark(memory.live, .images)
    image.count(against: memory)
  }
}
