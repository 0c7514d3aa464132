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

  /// The part of the picture that a box is, at least a 64th: what it takes to draw it, in whole pictures.
  func cost(of box: Rect) -> Double {
    let canvas = tree.canvas
    let part = box.intersection(canvas) ?? box
    return min(max(part.width * part.height / max(canvas.width * canvas.height, 1e-9), 1.0 / 64), 1)
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

  /// Something about a picture that could be otherwise, so that a layer which is not seen in it might be.
  enum Change: Hashable {
    /// The picture goes on beyond its edges, and nothing above the layer clips.
    case anywhere
    /// Nothing above the layer clips.
    case unclipped
    /// The mask of the layer, or of one above it, is gone.
    case unmasked(Int)
    /// It fills its bounds in place of what it paints.
    case filled
    /// It and all above it are opaque.
    case opaque
    /// It and all above it are painted over what is behind.
    case unblended
    /// Its plane lies flat and unscaled about the same middle, and shows its back too.
    case flat
    /// Everything that is painted after it is gone.
    case uncovered
    /// Everything that is painted before it is gone.
    case apart
  }

  /// True if a layer is seen in the picture that some changes make of this one. The first of several nodes of the layer
  /// counts.
  ///
  /// - Parameters:
  ///   - isWhole: whether the layer counts as seen when one below it is.
  ///   - box: where the layer would be, in points of the root's plane.
  func isSeen(_ source: Int, after changes: Set<Change>, isWhole: Bool, in box: Rect) throws -> Bool {
    guard let place = places[source]?.first else { return false }
    guard var part = part(box, isClamped: !changes.contains(.anywhere)) else { return false }
    var without = part
    part.root = root(of: place, after: changes, without: false, isWhole: isWhole)
    without.root = root(of: place, after: changes, without: true, isWhole: isWhole)
    if changes.contains(.apart) { (part.background, without.background) = (nil, nil) }
    return try !draw(part).isEqual(to: draw(without))
  }

  /// A colour that is seldom behind anything.
  private static let rareColor = Color(red: 0.93, green: 0.13, blue: 0.57, alpha: 1)

  /// The root of the tree after some changes about one node, with that node or without.
  private func root(of place: Int, after changes: Set<Change>, without isGone: Bool, isWhole: Bool) -> RenderNode {
    var place = place
    let isUnclipped = changes.contains(.anywhere) || changes.contains(.unclipped)
    let (isApart, isUncovered) = (changes.contains(.apart), changes.contains(.uncovered))
    let subject = nodes[place].node
    var placement: Transform3D?
    if changes.contains(.flat) {
      if let middle = subject.placement.homography.apply(subject.bounds.center), middle.x.isFinite, middle.y.isFinite {
        placement = .translation(middle.x - subject.bounds.center.x, middle.y - subject.bounds.center.y, 0)
      }
    }
    func mask(of node: RenderNode) -> RenderNode? {
      changes.contains(.unmasked(node.source)) ? nil : node.mask
    }
    var now: RenderNode? = subject.replacing(
      children: isWhole && isGone ? [] : subject.children, mask: mask(of: subject), losing: isGone ? .pieces : .nothing,
      pieces: changes.contains(.filled) ? [.background(.color(Self.rareColor))] : nil, placement: placement,
      isDoubleSided: changes.contains(.flat) ? true : nil,
      masksToBounds: changes.contains(.filled) ? false : nil,
      opacity: changes.contains(.opaque) ? 1 : nil, blendMode: changes.contains(.unblended) ? .normal : nil)
    while place > 0 {
      let parent = nodes[place].parent
      let (old, host) = (nodes[place].node, nodes[parent].node)
      var children = host.children
      if let index = children.firstIndex(where: { $0 === old }) {
        // The children of a node without a plane are painted by depth.
        let behind = isApart || isUncovered && !host.isFlattening ? [] : Array(children[..<index])
        let front = isUncovered || isApart && !host.isFlattening ? [] : Array(children[(index + 1)...])
        children = behind + (now.map { [$0] } ?? []) + front
      }
      now = host.replacing(
        children: children, mask: mask(of: host), losing: isApart ? .pieces : .nothing,
        masksToBounds: isUnclipped ? false : nil, opacity: changes.contains(.opaque) ? 1 : nil,
        blendMode: changes.contains(.unblended) ? .normal : nil)
      place = parent
    }
    return now ?? tree.root
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

  /// True if the picture has the same colours on both sides of a polygon's edges at more than two thirds of the points
  /// that are looked at: a layer of that outline may not be seen.
  func isFlush(along corners: [Point]) throws -> Bool {
    guard corners.count >= 3 else { return false }
    let bitmap = try whole()
    let (k, canvas) = (tree.scale, tree.canvas)
    let outline = corners.map { Point(($0.x - canvas.minX) * k, ($0.y - canvas.minY) * k) }
    let middle = outline.reduce(Point.zero, +) * (1 / Double(outline.count))
    func pixel(_ p: Point) -> UInt32? {
      let (x, y) = (Int(clamping: p.x.rounded(.down)), Int(clamping: p.y.rounded(.down)))
      guard x >= 0, y >= 0, x < bitmap.width, y < bitmap.height else { return nil }
      return withExtendedLifetime(bitmap) { bitmap.pixels[y * bitmap.width + x] }
    }
    var (equal, all) = (0, 0)
    for (i, a) in outline.enumerated() {
      let b = outline[(i + 1) % outline.count]
      for t in [0.2, 0.5, 0.8] {
        let p = a + (b - a) * t
        let way = middle - p
        let distance = (way.x * way.x + way.y * way.y).squareRoot()
        guard distance > 0 else { continue }
        let inward = way * (min(2, distance / 2) / distance)
        guard let inside = pixel(p + inward), let outside = pixel(p - way * (2 / distance)) else { continue }
        all += 1
        if inside == outside { equal += 1 }
      }
    }
    return all >= 4 && equal * 3 > all * 2
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
  ///
  /// - Parameter isClamped: whether the part stays in the picture; else it is at most as large.
  private func part(_ box: Rect, isClamped: Bool = true) -> RenderTree? {
    let (k, canvas) = (tree.scale, tree.canvas)
    if !isClamped {
      guard box.isFinite else { return nil }
      var part = tree
      // On the same grid of pixels.
      let x = ((box.minX - canvas.minX) * k).rounded(.down) - 1
      let y = ((box.minY - canvas.minY) * k).rounded(.down) - 1
      let whole = canvas.size.pixels(scale: k)
      let width = min((box.width * k).rounded(.up) + 3, whole.width)
      let height = min((box.height * k).rounded(.up) + 3, whole.height)
      guard width >= 1, height >= 1 else { return nil }
      part.canvas = Rect(x: canvas.minX + x / k, y: canvas.minY + y / k, width: width / k, height: height / k)
      return part
    }
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
