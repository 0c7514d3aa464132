// SPDX-License-Identifier: MIT
import Filters
import Geometry
import ImageFiles
import Messages
import Numbers
import Parsing
import Pixels

/// Converts an SVG document to shapes: resolves references and units, and applies style sheets.
package struct ArtworkReader {
  /// The maximum number of elements made by `use`.
  package static let mostUses = 100_000
  /// The maximum work on attributes and rules, in bytes read and comparisons; references read them again.
  static let mostWork = 64 << 20
  /// The approximate memory of a drawn element, in bytes.
  static let bytesOfElement = 600
  /// The maximum number of colour stops over all uses of gradients.
  static let mostStops = 2_000_000

  let document: ArtworkDocument
  /// The maximum number of path segments over all shapes.
  let segmentLimit: Int
  /// Decodes an image; nil if it cannot.
  let decode: ([UInt8]) -> Bitmap?
  /// Returns true if the memory budget allows that many bytes.
  let isAllowed: (_ bytes: Int) -> Bool

  /// True if a given colour, for which `currentColor` will stand, replaces the root's own colour.
  var rootHasGivenColor = false
  /// True if properties that librsvg ignores are recorded in `libraryGaps`.
  var notesLibraryGaps = false
  var gaps: [String: Int] = [:]

  var omissions: [String: Int] = [:]
  /// The first line of each kind of feature that outlines do not show.
  var outlineGaps: [String: Int] = [:]
  /// The bounding box of the unpainted shapes of the element being read, in its user space: they count for the bounding
  /// boxes of groups.
  var hiddenBox: Rect?
  var segments = 0
  var work = 0
  /// The work count at which cancellation is next polled.
  var nextLook = Reading.interval
  /// The steps taken and the items made by reading, for tests of growth.
  package var steps: Int { work + uses + segments + stops }
  var uses = 0
  var stops = 0
  /// The targets of the references being followed, and the nesting depth of elements.
  var active: Set<Int32> = []
  var depth = 0
  var maskDepth = 0
  var paths: [Int32: Path] = [:]
  var gradients: [Int32: ArtworkGradientBase?] = [:]
  var clips: [Int32: [Artwork.Clip]] = [:]
  var filterBases: [Int32: ArtworkFilterBase?] = [:]
  var maskContents: [ArtworkMaskKey: ArtworkMaskContent] = [:]
  var pictures: [Int32: Bitmap?] = [:]

  /// - Parameters:
  ///   - segmentLimit: the maximum number of segments over all shapes.
  ///   - isAllowed: returns true if the memory budget allows that many bytes.
  ///   - decode: makes a bitmap from a file's bytes; nil omits images.
  package init(
    _ document: ArtworkDocument, segmentLimit: Int = 10_000_000,
    isAllowed: @escaping (_ bytes: Int) -> Bool = { _ in true }, decode: @escaping ([UInt8]) -> Bitmap? = { _ in nil }
  ) {
    self.isAllowed = isAllowed
    self.document = document
    self.segmentLimit = segmentLimit
    self.decode = decode
  }

  // MARK: The whole, and one element

  /// Reads the whole file.
  ///
  /// - Throws: `LayerError` with the line; its message does not name the file.
  package mutating func artwork() throws(LayerError) -> Artwork {
    noteSheet()
    let style = try style(of: 0, in: ArtworkProperties(ArtworkStyle()), isRoot: true)
    let frame = frame(style)
    var elements: [Artwork.Element] = []
    if style.own.isDisplayed, applies(0) {
      noteRoot(style)
      depth += 1
      elements = try children(of: 0, style, frame.viewport).elements
      depth -= 1
    }
    var look = Artwork.Look()
    look.transform = frame.map
    look.opacity = style.own.opacity
    look.isIsolated = true
    var root = Artwork.Group(style.own.opacity > 0 ? elements : [], look)
    let size = frame.size ?? Self.size(around: root)
    if let placed = try placed(root, style: style, viewport: frame.viewport, size: size) { root = placed }
    var artwork = Artwork(size: size, root: root, omissions: [])
    artwork.hasSize = frame.size != nil
    artwork.viewBox = document.attribute(0, .viewBox).flatMap(ArtworkScanner.viewBox)?.size
    return listed(artwork)
  }

  /// Applies the root's own transform and clip; nil if it has neither.
  ///
  /// The root is a CSS box of the file's size, whose transform origin is its centre.
  mutating func placed(
    _ root: Artwork.Group, style: ArtworkProperties, viewport: ArtworkViewport, size: Size
  ) throws(LayerError) -> Artwork.Group? {
    guard !style.own.placement.isIdentity || style.own.clip != nil else { return nil }
    let box = Rect(origin: .zero, size: size)
    var outer = Artwork.Look()
    outer.opacity = root.opacity
    outer.isIsolated = true
    var inner = Artwork.Look()
    inner.transform = root.transform
    var middle = Artwork.Look()
    let map = style.own.placement.resolved(in: box, fontSize: style.fontSize, origin: .center)
    guard let map, map.determinant != 0, map.determinant.isFinite else { return Artwork.Group([], outer) }
    middle.transform = map
    if let source = style.own.clip {
      switch source {
      case .reference: inner.clips = try clips(source, style, viewport, node: 0, box: root.objectBox) { root.objectBox }
      case .shape: middle.clips = try clips(source, style, viewport, node: 0, box: box) { box }
      }
      if (inner.clips + middle.clips).contains(where: \.isNothing) { return Artwork.Group([], outer) }
    }
    let content = Artwork.Group([.group(Artwork.Group(root.elements, inner))], middle)
    return Artwork.Group([.group(content)], outer)
  }

  func listed(_ artwork: Artwork) -> Artwork {
    var artwork = artwork
    artwork.omissions = Self.listed(omissions)
    artwork.omissionsOfOutlines = Self.listed(outlineGaps)
    return artwork
  }

  /// Returns one element, with the inherited properties and the transforms of its ancestors; nil if the file has no
  /// rendered element with that id.
  ///
  /// - Throws: `LayerError` with the line; its message does not name the file.
  package mutating func element(id: String) throws(LayerError) -> Artwork? {
    guard let node = document.byID[id] else { return nil }
    noteSheet()
    var chain: [Int32] = []
    var next = document.nodes[Int(node)].parent
    while next >= 0 {
      chain.append(next)
      next = document.nodes[Int(next)].parent
    }
    var style = ArtworkProperties(ArtworkStyle())
    var frame = (size: Size?.none, viewport: ArtworkViewport(width: 100, height: 100), map: AffineTransform.identity)
    var map = AffineTransform.identity
    for ancestor in chain.reversed() {
      let own = try self.style(of: ancestor, in: style, isRoot: ancestor == 0)
      if ancestor == 0 {
        frame = self.frame(own)
        map = frame.map
      } else {
        if own.own.placement.isOfShapes { omit("a transform-box", at: ancestor) }
        map = (place(own, frame.viewport, box: nil) { nil } ?? .identity).concat(map)
      }
      style = own
    }
    if node == 0 { return try artwork() }
    var elements: [Artwork.Element] = []
    if let element = try element(node, style, frame.viewport) { elements.append(element) }
    var look = Artwork.Look()
    look.transform = map
    look.isIsolated = true
    let root = Artwork.Group(elements, look)
    return listed(Artwork(size: frame.size ?? Self.size(around: root), root: root, omissions: []))
  }

  static func size(around root: Artwork.Group) -> Size {
    guard let extent = root.extent.map(root.transform.boundingBox(of:)), extent.isFinite else { return .zero }
    return Size(max(extent.maxX, 0), max(extent.maxY, 0))
  }

  /// The size of the root (nil if the file does not specify it), the viewport for percentages, and the transform of its
  /// user space.
  func frame(_ style: ArtworkProperties) -> (size: Size?, viewport: ArtworkViewport, map: AffineTransform) {
    let box = document.attribute(0, .viewBox).flatMap(ArtworkScanner.viewBox)
    func side(_ key: ArtworkKey) -> Double? {
      guard let length = style.own.lengths[key], length.unit != .percent else { return nil }
      return ArtworkViewport(width: 0, height: 0).resolve(length, .x, fontSize: style.fontSize)
    }
    var width = side(.width), height = side(.height)
    if let box {
      switch (width, height) {
      case (nil, nil): (width, height) = (box.width, box.height)
      case (nil, let side?): width = side * box.width / box.height
      case (let side?, nil): height = side * box.height / box.width
      default: break
      }
    }
    let size = width.flatMap { width in height.map { Size(max(width, 0), max($0, 0)) } }
    guard let box else {
      return (size, ArtworkViewport(width: size?.width ?? 100, height: size?.height ?? 100), .identity)
    }
    let alignment = ArtworkScanner.Alignment(document.attribute(0, .preserveAspectRatio))
    let map = alignment.map(box, to: Rect(origin: .zero, size: size ?? box.size))
    return (
      size, ArtworkViewport(width: box.width, height: box.height),
      map.isFinite && map.determinant != 0 ? map : .identity
    )
  }

  // MARK: Omissions

  mutating func omit(_ what: String, at node: Int32) { omit(what, line: Int(document.nodes[Int(node)].line)) }

  mutating func omit(_ what: String, line: Int) {
    guard omissions.count < 64 || omissions[what] != nil else { return }
    omissions[what] = min(omissions[what] ?? line, line)
  }

  mutating func noteSheet() { for what in document.sheet.omissions { omit(what, line: document.sheetLine) } }

  /// The properties in the file that librsvg ignores.
  var libraryGaps: [Artwork.Omission] { Self.listed(gaps) }

  static func listed(_ lines: [String: Int]) -> [Artwork.Omission] {
    lines.map { Artwork.Omission(what: $0.key, line: $0.value) }.sorted { ($0.line, $0.what) < ($1.line, $1.what) }
  }

  /// Records the root's mask and filters, which are not rendered.
  mutating func noteRoot(_ style: ArtworkProperties) {
    if style.own.mask != nil || style.own.hasOtherMask { omit("a mask of the whole file", at: 0) }
    if !style.own.filters.isEmpty { omit("a filter of the whole file", at: 0) }
  }

  mutating func noteOutline(_ what: String, at node: Int32) {
    outlineGaps[what] = min(outlineGaps[what] ?? .max, Int(document.nodes[Int(node)].line))
  }

  // MARK: Limits

  func limit(_ node: Int32, _ message: String) -> LayerError {
    LayerError(.limit, "line \(document.nodes[Int(node)].line): \(message)")
  }

  mutating func spend(_ amount: Int, at node: Int32) throws(LayerError) {
    work += amount
    if work >= nextLook {
      nextLook = work + Reading.interval
      try document.account.checkEnd()
    }
    guard work <= Self.mostWork else {
      throw limit(
        node, "its styles and references take more than \(Self.mostWork) steps to read; simplify the drawing")
    }
  }

  /// Counts elements made by references, including parts of filters and masks.
  mutating func count(elements more: Int, at node: Int32) throws(LayerError) {
    let before = uses
    uses += more
    guard uses <= Self.mostUses else {
      throw limit(node, "its uses make more than \(Self.mostUses) elements; draw less of them")
    }
    if before >> 10 != uses >> 10, !isAllowed(uses * Self.bytesOfElement) {
      throw limit(node, "its uses make \(uses) elements and more, for which there is no memory; draw less of them")
    }
  }

  mutating func count(segments more: Int, at node: Int32) throws(LayerError) {
    segments += more
    guard segments <= segmentLimit else {
      throw limit(
        node, "its shapes have more than \(segmentLimit) segments, each use of one counted; simplify the drawing")
    }
  }

  mutating func count(stops more: Int, at node: Int32) throws(LayerError) {
    stops += more
    guard stops <= Self.mostStops else {
      throw limit(
        node, "its gradients have more than \(Self.mostStops) stops, each use of one counted; simplify the drawing")
    }
  }

  // MARK: Elements

  // The functions that read nested elements are not inlined, so that 200 levels need little of a thread's stack.

  /// True if an element's conditional processing attributes hold, with English as the user's language.
  func applies(_ node: Int32) -> Bool {
    if document.attribute(node, .requiredExtensions) != nil { return false }
    guard let languages = document.attribute(node, .systemLanguage) else { return true }
    return languages.split(separator: ",").contains { language in
      let word = language.trimmed.lowercased()
      return word == "en" || word.hasPrefix("en-")
    }
  }

  @inline(never) mutating func children(of node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport)
    throws(LayerError) -> (elements: [Artwork.Element], hidden: Rect?)
  {
    let around = hiddenBox
    hiddenBox = nil
    defer { hiddenBox = around }
    var result: [Artwork.Element] = []
    var child = document.nodes[Int(node)].firstChild
    let isSwitch = document.nodes[Int(node)].tag == .switch
    while child >= 0 {
      let applies = applies(child)
      if applies, let element = try element(child, style, viewport) { result.append(element) }
      if isSwitch, applies, isDrawable(child) { break }
      child = document.nodes[Int(child)].next
    }
    return (result, hiddenBox)
  }

  func isDrawable(_ node: Int32) -> Bool {
    switch document.nodes[Int(node)].tag {
    case .svg, .g, .a, .switch, .use, .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .image, .text,
      .foreignObject:
      true
    default: false
    }
  }

  /// Reads an element; nil if it draws nothing.
  mutating func element(_ node: Int32, _ parent: ArtworkProperties, _ viewport: ArtworkViewport)
    throws(LayerError) -> Artwork.Element?
  {
    let tag = document.nodes[Int(node)].tag
    switch tag {
    case .text, .foreignObject, .video, .audio, .iframe, .canvas, .mesh:
      if try style(of: node, in: parent).own.isDisplayed { omit(tag == .text ? "text" : "<\(tag.rawValue)>", at: node) }
      return nil
    case .svg, .g, .a, .switch, .use, .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .image: break
    default:
      if tag.isAnimation { omit("animation", at: node) }
      return nil
    }
    guard depth < ArtworkDocument.deepest else {
      throw limit(
        node,
        "its elements are nested more than \(ArtworkDocument.deepest) deep, those of uses counted; ungroup the drawing"
      )
    }
    depth += 1
    defer { depth -= 1 }
    if !active.isEmpty { try count(elements: 1, at: node) }
    let style = try style(of: node, in: parent)
    guard style.own.isDisplayed, style.own.opacity > 0 else { return nil }
    // A transform relative to the shapes' box is resolved once the shapes are known.
    if !style.own.placement.isOfShapes, place(style, viewport, box: nil, stroke: { nil }) == nil { return nil }
    switch tag {
    case .svg: return try nested(node, style, viewport)
    case .use: return try use(node, style, viewport)
    case .image: return try image(node, style, viewport)
    case .g, .a, .switch:
      let content = try children(of: node, style, viewport)
      return try group(content.elements, hidden: content.hidden, of: node, style: style, viewport: viewport)
    default:
      noteAnimations(node)
      return try shape(node, style, viewport)
    }
  }

  /// The transform from an element's user space to its parent's; nil if it is singular.
  ///
  /// - Parameters:
  ///   - box: the bounding box of its shapes; nil if there are none.
  ///   - stroke: the bounding box including strokes.
  @inline(never) func place(
    _ style: ArtworkProperties, _ viewport: ArtworkViewport, box: Rect?, stroke: () -> Rect?
  ) -> AffineTransform? {
    let placement = style.own.placement
    if placement.isIdentity { return .identity }
    let rect: Rect =
      switch placement.box {
      case .view: Rect(0, 0, viewport.width, viewport.height)
      case .fill: box ?? .zero
      case .stroke: stroke() ?? box ?? .zero
      }
    guard let map = placement.resolved(in: rect, fontSize: style.fontSize), map.determinant != 0,
      map.determinant.isFinite
    else { return nil }
    return map
  }

  mutating func noteAnimations(_ node: Int32) {
    var child = document.nodes[Int(node)].firstChild
    while child >= 0 {
      if document.nodes[Int(child)].tag.isAnimation { omit("animation", at: child) }
      child = document.nodes[Int(child)].next
    }
  }

  /// The transform, opacity, clips and effects of an element; nil if its transform, clip or effects leave nothing.
  ///
  /// - Parameters:
  ///   - inner: the transform applied to the content before the element's own.
  ///   - box: the bounding box of its shapes; nil if there are none.
  ///   - stroke: the bounding box including strokes.
  @inline(never) mutating func look(
    _ node: Int32, style: ArtworkProperties, viewport: ArtworkViewport, inner: AffineTransform = .identity,
    box: Rect?, stroke: () -> Rect?
  ) throws(LayerError) -> Artwork.Look? {
    guard let map = place(style, viewport, box: box, stroke: stroke) else { return nil }
    var look = Artwork.Look()
    look.id = document.ids[node]
    look.transform = inner.concat(map)
    guard look.transform.isFinite else { return nil }
    look.opacity = style.own.opacity
    look.blendMode = style.own.blendMode
    look.isIsolated = style.own.isIsolated
    if let source = style.own.clip {
      look.clips = try clips(source, style, viewport, node: node, box: box, stroke: stroke)
      if look.clips.contains(where: \.isNothing) { return nil }
    }
    return try addEffects(to: &look, node, style, viewport, box: box) ? look : nil
  }

  /// Adds the filter and the mask of an element; false if they leave nothing of it.
  @inline(never) mutating func addEffects(
    to look: inout Artwork.Look, _ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport, box: Rect?
  ) throws(LayerError) -> Bool {
    if style.own.hasOtherMask { omit("a mask that is no <mask> of the file", at: node) }
    if !style.own.filters.isEmpty {
      switch try filter(style.own.filters, style, viewport, box: box, at: node) {
      case .unfiltered: break
      case .nothing: return false
      case .filter(let filter):
        look.filter = filter
        noteOutline("a filter", at: node)
      }
    }
    if let id = style.own.mask {
      switch try mask(id, viewport, box: box, fontSize: style.fontSize, at: node) {
      case .unmasked: break
      case .nothing: return false
      case .mask(let mask):
        look.mask = mask
        noteOutline("a mask", at: node)
      }
    }
    return true
  }

  /// Records a filter that would paint something for an element that itself paints nothing.
  @inline(never) mutating func noteUnpainted(
    _ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport, box: Rect?
  ) throws(LayerError) {
    guard !style.own.filters.isEmpty,
      case .filter(let filter) = try filter(style.own.filters, style, viewport, box: box, at: node),
      filter.graph.paintsOfNothing
    else { return }
    omit("a filter of an element that is not painted", at: node)
  }

  @inline(never) mutating func group(
    _ elements: [Artwork.Element], hidden: Rect?, of node: Int32, style: ArtworkProperties,
    viewport: ArtworkViewport, inner: AffineTransform = .identity
  ) throws(LayerError) -> Artwork.Element? {
    let content = Artwork.Group(elements, Artwork.Look(), hidden: hidden)
    guard !elements.isEmpty else {
      hide(content.objectBox, style: style, viewport: viewport, inner: inner)
      try noteUnpainted(node, style, viewport, box: content.objectBox)
      return nil
    }
    let look = try look(
      node, style: style, viewport: viewport, inner: inner, box: content.objectBox,
      stroke: { joined(content.strokeBox, content.objectBox) })
    guard let look else { return nil }
    return .group(Artwork.Group(elements, look, hidden: hidden))
  }

  /// Adds the box of unpainted content to that of the parent element.
  mutating func hide(
    _ box: Rect?, style: ArtworkProperties, viewport: ArtworkViewport, inner: AffineTransform = .identity
  ) {
    guard let box, let map = place(style, viewport, box: box, stroke: { box }) else { return }
    let placed = inner.concat(map).boundingBox(of: box)
    if placed.isFinite { hiddenBox = joined(hiddenBox, placed) }
  }

  /// Returns a length property of an element, resolved to user units; nil if unset.
  func length(
    _ key: ArtworkKey, axis: ArtworkViewport.Axis, style: ArtworkProperties, viewport: ArtworkViewport
  ) -> Double? {
    style.own.lengths[key].map { viewport.resolve($0, axis, fontSize: style.fontSize) }
  }

  /// The content of an `svg` or `symbol` with its viewport; nil if that has no area.
  @inline(never) mutating func contents(
    of node: Int32, in place: Rect, _ style: ArtworkProperties, _ viewport: ArtworkViewport
  ) throws(LayerError) -> ArtworkContents? {
    guard place.width > 0, place.height > 0 else { return nil }
    var inner = ArtworkViewport(width: place.width, height: place.height)
    var map = AffineTransform.translation(place.x, place.y)
    if let box = document.attribute(node, .viewBox).flatMap(ArtworkScanner.viewBox) {
      inner = ArtworkViewport(width: box.width, height: box.height)
      map = ArtworkScanner.Alignment(document.attribute(node, .preserveAspectRatio)).map(box, to: place)
    }
    guard map.isFinite, map.determinant != 0 else { return nil }
    let content = try children(of: node, style, inner)
    let isCut = style.own.overflow != "visible" && style.own.overflow != "auto"
    return ArtworkContents(
      elements: content.elements, hidden: content.hidden.map(map.boundingBox(of:)), map: map, cut: isCut ? place : nil)
  }

  /// Wraps the elements of a nested viewport as one group in the parent's coordinates.
  func placed(_ contents: ArtworkContents) -> [Artwork.Element] {
    guard !contents.elements.isEmpty else { return [] }
    var look = Artwork.Look()
    look.transform = contents.map
    let inner = Artwork.Group(contents.elements, look)
    guard let cut = contents.cut else { return [.group(inner)] }
    var outer = Artwork.Look()
    outer.clips = [Artwork.Clip(path: Path(rect: cut), rule: .nonZero, box: cut)]
    return [.group(Artwork.Group([.group(inner)], outer))]
  }

  @inline(never) mutating func nested(_ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport)
    throws(LayerError) -> Artwork.Element?
  {
    let place = Rect(
      length(.x, axis: .x, style: style, viewport: viewport) ?? 0,
      length(.y, axis: .y, style: style, viewport: viewport) ?? 0,
      length(.width, axis: .x, style: style, viewport: viewport) ?? viewport.width,
      length(.height, axis: .y, style: style, viewport: viewport) ?? viewport.height)
    guard let contents = try contents(of: node, in: place, style, viewport) else { return nil }
    return try group(placed(contents), hidden: contents.hidden, of: node, style: style, viewport: viewport)
  }

  @inline(never) mutating func use(_ node: Int32, _ style: ArtworkProperties, _ viewport: ArtworkViewport)
    throws(LayerError) -> Artwork.Element?
  {
    guard let link = document.attribute(node, .href)?.trimmed, !link.isEmpty else { return nil }
    guard link.hasPrefix("#") else {
      omit("a use of an element that is not in the file", at: node)
      return nil
    }
    // A missing target draws nothing, in every renderer.
    guard let target = document.byID[String(link.dropFirst())] else { return nil }
    // A circular reference draws nothing.
    guard !active.contains(target), !isInside(node, target) else {
      omit("a use of itself", at: node)
      return nil
    }
    active.insert(target)
    defer { active.remove(target) }
    let origin = Point(
      length(.x, axis: .x, style: style, viewport: viewport) ?? 0,
      length(.y, axis: .y, style: style, viewport: viewport) ?? 0)
    let inner = AffineTransform.translation(origin.x, origin.y)
    guard inner.isFinite else { return nil }
    var elements: [Artwork.Element] = []
    let outside = hiddenBox
    hiddenBox = nil
    let tag = document.nodes[Int(target)].tag
    if tag == .symbol || tag == .svg {
      uses += 1
      guard depth < ArtworkDocument.deepest else {
        throw limit(node, "its uses are nested more than \(ArtworkDocument.deepest) deep; ungroup the drawing")
      }
      depth += 1
      defer { depth -= 1 }
      let own = try self.style(of: target, in: style)
      guard own.own.isDisplayed, own.own.opacity > 0 else {
        hiddenBox = outside
        return nil
      }
      func side(_ key: ArtworkKey, _ axis: ArtworkViewport.Axis, _ whole: Double) -> Double {
        length(key, axis: axis, style: style, viewport: viewport) ?? length(
          key, axis: axis, style: own, viewport: viewport) ?? whole
      }
      let place = Rect(
        length(.x, axis: .x, style: own, viewport: viewport) ?? 0,
        length(.y, axis: .y, style: own, viewport: viewport) ?? 0,
        side(.width, .x, viewport.width), side(.height, .y, viewport.height))
      if let contents = try contents(of: target, in: place, own, viewport),
        let made = try group(placed(contents), hidden: contents.hidden, of: target, style: own, viewport: viewport)
      {
        elements = [made]
      }
    } else if let made = try element(target, style, viewport) {
      elements = [made]
    }
    let hidden = hiddenBox
    hiddenBox = outside
    return try group(elements, hidden: hidden, of: node, style: style, viewport: viewport, inner: inner)
  }

  /// True if a node is another one or its descendant.
  func isInside(_ node: Int32, _ other: Int32) -> Bool {
    var next = node
    while next >= 0 {
      if next == other { return true }
      next = document.nodes[Int(next)].parent
    }
    return false
  }
}

/// The content of a nested viewport; `map` transforms it to the parent's coordinates.
struct ArtworkContents {
  var elements: [Artwork.Element]
  /// The bounding box of unpainted shapes, in the parent's coordinates.
  var hidden: Rect?
  var map: AffineTransform
  var cut: Rect?
}
