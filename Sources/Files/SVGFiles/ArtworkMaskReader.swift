// SPDX-License-Identifier: MIT
import Geometry
import Messages
import Numbers
import Pixels

/// Result of resolving an element's mask.
enum ArtworkMaskResult {
  /// Drawn without a mask.
  case unmasked
  case nothing
  case mask(Artwork.Mask)
}

/// The content of a mask, shared by all its users.
struct ArtworkMaskContent {
  var group: Artwork.Group
  /// The number of elements in it, including those of nested masks and `use` elements.
  var count: Int
}

/// Cache key of a mask's content: its node and the viewport size, on which it depends.
struct ArtworkMaskKey: Hashable {
  var node: Int32
  var width: Double
  var height: Double
}

extension ArtworkReader {
  /// The maximum nesting depth of masks: each takes as much stack as eight elements.
  private static let deepestMasks = 20

  /// Returns the mask of an element.
  ///
  /// - Parameters:
  ///   - box: the bounds of its shapes; nil if there are none.
  ///   - fontSize: the element's font size.
  @inline(never) mutating func mask(
    _ id: String, _ viewport: ArtworkViewport, box: Rect?, fontSize: Double, at user: Int32
  ) throws(LayerError) -> ArtworkMaskResult {
    // An unresolved reference masks nothing.
    guard let node = document.byID[id], document.nodes[Int(node)].tag == .mask else { return .unmasked }
    guard !active.contains(node) else {
      omit("a mask of itself", at: user)
      return .unmasked
    }
    guard maskDepth < Self.deepestMasks, depth < ArtworkDocument.deepest else {
      throw limit(user, "its masks are nested more than \(Self.deepestMasks) deep; simplify the drawing")
    }
    active.insert(node)
    depth += 1
    maskDepth += 1
    defer {
      active.remove(node)
      depth -= 1
      maskDepth -= 1
    }
    let style = try style(ofNodeInDocument: node)
    guard let region = region(of: node, style, viewport, box: box, fontSize: fontSize) else { return .nothing }
    let key = ArtworkMaskKey(node: node, width: viewport.width, height: viewport.height)
    let content: ArtworkMaskContent
    if let known = maskContents[key] {
      content = known
      try count(elements: known.count, at: user)
    } else {
      let before = uses
      let made = try children(of: node, style, viewport)
      content = ArtworkMaskContent(group: Artwork.Group(made.elements, Artwork.Look()), count: uses - before + 1)
      maskContents[key] = content
    }
    var transform = AffineTransform.identity
    if document.attribute(node, .maskContentUnits)?.trimmed == "objectBoundingBox" {
      guard let box, box.width > 0, box.height > 0 else { return .nothing }
      transform = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y)
    }
    var cuts: [Artwork.Clip] = []
    if let source = style.own.clip {
      cuts = try clips(source, style, viewport, node: node, box: box, stroke: { box })
      if cuts.contains(where: \.isNothing) { return .nothing }
    }
    var outer: Artwork.Mask?
    if let id = style.own.mask {
      switch try mask(id, viewport, box: box, fontSize: fontSize, at: node) {
      case .unmasked: break
      case .nothing: return .nothing
      case .mask(let made): outer = made
      }
    }
    let mask = Artwork.Mask(
      content.group, transform, region: region, clips: cuts, isAlpha: style.own.isMaskAlpha,
      isLinear: style.isColorLinear, outer: outer)
    return mask.box == nil ? .nothing : .mask(mask)
  }

  /// Returns the rectangle to which a mask is clipped; nil if it is empty.
  private func region(
    of node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport, box: Rect?, fontSize: Double
  ) -> Rect? {
    let isOfUserSpace = document.attribute(node, .maskUnits)?.trimmed == "userSpaceOnUse"
    let frame = isOfUserSpace ? viewport : ArtworkViewport(width: 1, height: 1)
    func side(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis, _ other: Double) -> Double {
      frame.resolve(
        style.own.lengths[key] ?? ArtworkLength(value: other, unit: .percent), axis, fontSize: fontSize)
    }
    var rect = Rect(side(.x, .x, -10), side(.y, .y, -10), side(.width, .x, 120), side(.height, .y, 120))
    if !isOfUserSpace {
      guard let box else { return nil }
      rect = Rect(
        box.x + rect.x * box.width, box.y + rect.y * box.height, rect.width * box.width, rect.height * box.height)
    }
    return rect.width > 0 && rect.height > 0 && rect.isFinite ? rect : nil
  }
}
