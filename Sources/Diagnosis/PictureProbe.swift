// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// Finds out whether a part of a resolved picture is seen in it, by drawing a piece of it with and without that part.
struct PictureProbe {
  let tree: RenderTree
  let draw: (RenderTree) throws -> Bitmap
  /// The paths to the nodes of each layer, as places among all nodes.
  private var nodes: [(node: RenderNode, parent: Int, isMask: Bool)] = []
  private var places: [Int: [Int]] = [:]

  init(_ tree: RenderTree, draw: @escaping (RenderTree) throws -> Bitmap) {
    self.tree = tree
    self.draw = draw
    nodes.append((tree.root, -1, false))
    var next = 0
    while next < nodes.count {
      let node = nodes[next].node
      if node.source != 0 { places[node.source, default: []].append(next) }
      for child in node.children { nodes.append((child, next, false)) }
      if let mask = node.mask { nodes.append((mask, next, true)) }
      next += 1
    }
  }

  /// Whether any byte differs when all nodes of a layer lose a part.
  ///
  /// - Parameters:
  ///   - source: the layer's serial number.
  ///   - isWhole: whether the nodes vanish with all that is below them, instead.
  ///   - box: where the difference could be, in points of the root's plane.
  func isSeen(_ source: Int, losing loss: RenderNode.Loss = .pieces, isWhole: Bool = false, in box: Rect) throws -> Bool
  {
    guard let found = places[source] else { return false }
    guard let part = part(box) else { return false }
    var without = part
    without.root = root(without: found, loss, isWhole: isWhole)
    return try !draw(part).isEqual(to: draw(without))
  }

  /// Whether the picture has one colour in a box and in the pixels around it.
  func isPlain(around box: Rect) throws -> Bool {
    guard let part = pixels(around: box) else { return true }
    let bitmap = try whole()
    let (left, right) = (max(part.x.lowerBound, 0), min(part.x.upperBound, bitmap.width))
    let (top, bottom) = (max(part.y.lowerBound, 0), min(part.y.upperBound, bitmap.height))
    guard left < right, top < bottom else { return true }
    return withExtendedLifetime(bitmap) {
      let first = bitmap.pixels[top * bitmap.width + left]
      for y in top..<bottom {
        for x in left..<right where bitmap.pixels[y * bitmap.width + x] != first { return false }
      }
      return true
    }
  }

  /// The picture; drawn at the first use.
  private func whole() throws -> Bitmap {
    if let known = drawn.picture { return known }
    let picture = try draw(tree)
    drawn.picture = picture
    return picture
  }

  private final class Drawn { var picture: Bitmap? }
  private let drawn = Drawn()

  /// The pixels of the picture that a box touches, and one more at each side.
  private func pixels(around box: Rect) -> (x: Range<Int>, y: Range<Int>)? {
    guard let part = part(box) else { return nil }
    let (k, canvas) = (tree.scale, tree.canvas)
    func range(_ from: Double, _ length: Double) -> Range<Int> {
      let first = Int(clamping: (from * k).rounded())
      return first..<max(Int(clamping: ((from + length) * k).rounded()), first)
    }
    return (
      range(part.canvas.minX - canvas.minX, part.canvas.width),
      range(part.canvas.minY - canvas.minY, part.canvas.height)
    )
  }

  /// The picture's part that holds a box and a pixel more at each side; nil where they do not meet.
  private func part(_ box: Rect) -> RenderTree? {
    let (k, canvas) = (tree.scale, tree.canvas)
    let x = max(((box.minX - canvas.minX) * k).rounded(.down) - 1, 0)
    let y = max(((box.minY - canvas.minY) * k).rounded(.down) - 1, 0)
    let whole = canvas.size.pixels(scale: k)
    let right = min(((box.maxX - canvas.minX) * k).rounded(.up) + 1, whole.width)
    let bottom = min(((box.maxY - canvas.minY) * k).rounded(.up) + 1, whole.height)
    guard right > x, bottom > y else { return nil }
    var part = tree
    part.canvas = Rect(x: canvas.minX + x / k, y: canvas.minY + y / k, width: (right - x) / k, height: (bottom - y) / k)
    return part
  }

  /// The root of a tree in which nodes lost a part.
  private func root(without found: [Int], _ loss: RenderNode.Loss, isWhole: Bool) -> RenderNode {
    var changed: [Int: RenderNode?] = [:]
    for place in found {
      let node = nodes[place].node
      changed[place] =
        isWhole && place != 0 ? .some(nil) : node.replacing(children: node.children, mask: node.mask, losing: loss)
    }
    // Upward; nodes stand after their parents.
    var pending = found
    while let place = pending.max(), place > 0 {
      pending.removeAll { $0 == place }
      let parent = nodes[place].parent
      guard let new = changed[place] else { continue }
      let old = nodes[place].node
      let host = (changed[parent] ?? nodes[parent].node) ?? nodes[parent].node
      if nodes[place].isMask {
        changed[parent] = host.replacing(
          children: host.children, mask: new ?? RenderNode(bounds: old.bounds))
      } else {
        var children = host.children
        if let index = children.firstIndex(where: { $0 === old }) {
          if let new { children[index] = new } else { children.remove(at: index) }
        }
        changed[parent] = host.replacing(children: children, mask: host.mask)
      }
      if !pending.contains(parent) { pending.append(parent) }
    }
    return (changed[0] ?? tree.root) ?? tree.root
  }
}
