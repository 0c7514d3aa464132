// SPDX-License-Identifier: MIT
import Geometry
import Numbers
import Pixels
import RenderTree

/// Tests whether a part of a resolved picture is visible, by rendering a region with and without that part.
struct PictureProbe {
  let tree: RenderTree
  let draw: (RenderTree) throws -> Bitmap
  /// All nodes of the tree in breadth-first order, with the index of each parent; `places` maps a layer to its nodes.
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

  /// The cost of rendering a box, as a fraction of the whole picture, from 1/64 to 1.
  func cost(of box: Rect) -> Double {
    let canvas = tree.canvas
    let part = box.intersection(canvas) ?? box
    return min(max(part.width * part.height / max(canvas.width * canvas.height, 1e-9), 1.0 / 64), 1)
  }

  /// True if any byte differs when all nodes of a layer lose a part.
  ///
  /// - Parameters:
  ///   - source: the layer's serial number.
  ///   - isWhole: true to remove the nodes with all their descendants instead.
  ///   - box: the region where a difference is possible, in points of the root's plane.
  func isSeen(_ source: Int, losing loss: RenderNode.Loss = .pieces, isWhole: Bool = false, in box: Rect) throws -> Bool
  {
    guard let found = places[source] else { return false }
    guard let part = part(box) else { return false }
    var without = part
    without.root = root(without: found, loss, isWhole: isWhole)
    return try !draw(part).isEqual(to: draw(without))
  }

  /// A hypothetical change to a picture that might make an invisible layer visible.
  enum Change: Hashable {
    /// The picture extends beyond its edges, and no ancestor clips.
    case anywhere
    /// No ancestor clips.
    case unclipped
    /// The mask of the layer with this serial number is removed.
    case unmasked(Int)
    /// The layer fills its bounds instead of painting its content.
    case filled
    /// The layer and all its ancestors are opaque.
    case opaque
    /// The layer and all its ancestors use the normal blend mode.
    case unblended
    /// The layer's plane is flat and unscaled about the same centre, and double-sided.
    case flat
    /// Everything painted after the layer is removed.
    case uncovered
    /// Everything painted before the layer is removed.
    case apart
  }

  /// True if a layer is visible in the picture after some changes. If the layer has several nodes, the first counts.
  ///
  /// - Parameters:
  ///   - isWhole: true if the layer also counts as visible when a descendant is.
  ///   - box: the region where the layer would be, in points of the root's plane.
  func isSeen(_ source: Int, after changes: Set<Change>, isWhole: Bool, in box: Rect) throws -> Bool {
    guard let place = places[source]?.first else { return false }
    guard var part = part(box, isClamped: !changes.contains(.anywhere)) else { return false }
    var without = part
    part.root = root(of: place, after: changes, without: false, isWhole: isWhole)
    without.root = root(of: place, after: changes, without: true, isWhole: isWhole)
    if changes.contains(.apart) { (part.background, without.background) = (nil, nil) }
    return try !draw(part).isEqual(to: draw(without))
  }

  /// A colour that rarely occurs in a background.
  private static let rareColor = Color(red: 0.93, green: 0.13, blue: 0.57, alpha: 1)

  /// Returns the root of the tree after some changes around one node, with or without that node.
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
      isDoubleSided: changes.contains(.flat) ? true : nil, masksToBounds: changes.contains(.filled) ? false : nil,
      opacity: changes.contains(.opaque) ? 1 : nil, blendMode: changes.contains(.unblended) ? .normal : nil)
    while place > 0 {
      let parent = nodes[place].parent
      let (old, host) = (nodes[place].node, nodes[parent].node)
      var children = host.children
      if let index = children.firstIndex(where: { $0 === old }) {
        // Children of a non-flattening node are painted by depth, so any sibling may be in front or behind.
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

  /// True if the picture has a single colour in a box and in the pixels around it.
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

  /// True if the picture has equal colours on both sides of a polygon's edges at more than two thirds of the sampled
  /// points. A layer with that outline may be invisible.
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

  /// The whole picture, rendered lazily.
  private func whole() throws -> Bitmap {
    if let known = drawn.picture { return known }
    let picture = try draw(tree)
    drawn.picture = picture
    return picture
  }

  private final class Drawn { var picture: Bitmap? }
  private let drawn = Drawn()

  /// Returns the pixels of the picture that a box touches, plus one on each side.
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

  /// Returns the part of the picture that contains a box and one more pixel on each side; nil if they do not intersect.
  ///
  /// - Parameter isClamped: true to clamp the part to the picture; if false, its size is limited to that of the
  ///   picture.
  private func part(_ box: Rect, isClamped: Bool = true) -> RenderTree? {
    let (k, canvas) = (tree.scale, tree.canvas)
    if !isClamped {
      guard box.isFinite else { return nil }
      var part = tree
      // Aligned to the picture's pixel grid.
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

  /// Returns the root of a tree in which some nodes lost a part.
  private func root(without found: [Int], _ loss: RenderNode.Loss, isWhole: Bool) -> RenderNode {
    var changed: [Int: RenderNode?] = [:]
    for place in found {
      let node = nodes[place].node
      changed[place] =
        isWhole && place != 0 ? .some(nil) : node.replacing(children: node.children, mask: node.mask, losing: loss)
    }
    // Rebuild from the bottom up; a node's index is greater than its parent's.
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
