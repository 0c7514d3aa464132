// SPDX-License-Identifier: MIT
import Numbers

// The layer tree. A superlayer holds its sublayers. Inserting a layer removes it from its previous place, including a
// mask slot.
extension Layer {
  /// The maximum number of levels of a tree, root included.
  public static let maximumDepth = 4096

  /// The sublayers, backmost first.
  public final var sublayers: [Layer] { children.array }

  /// The number of sublayers.
  package final var sublayerCount: Int { children.count }

  /// Appends a sublayer and removes it from its previous place. A child of this layer moves to the end.
  ///
  /// ```swift
  /// try poster.addSublayer(sun)
  /// try poster.addSublayer(title)  // in front of the sun
  /// ```
  ///
  /// - Throws: `LayerError` for a cycle, another scene's layer, or a tree that would be too deep.
  public final func addSublayer(_ l: Layer) throws {
    try check(l, "addSublayer")
    scene.settings?.noteAdded(l, to: self)
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    l.detach(for: self)
    attach(l, at: children.count)
  }

  /// Inserts a sublayer at an index from 0, counted after the layer has left its previous place.
  ///
  /// ```swift
  /// try poster.insertSublayer(sun, at: 0)  // behind all others
  /// ```
  public final func insertSublayer(_ l: Layer, at index: Int) throws {
    try check(l, "insertSublayer")
    let count = children.count - (l.parent === self && !l.flag(.isMask) ? 1 : 0)
    guard index >= 0, index <= count else {
      // Scripts count from 1.
      throw LayerError("\(className).insertSublayer: index \(index &+ 1) is out of range, expected 1 to \(count + 1)")
    }
    scene.settings?.noteAdded(l, to: self)
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    l.detach(for: self)
    attach(l, at: index)
  }

  /// Inserts a layer behind a sibling.
  ///
  /// ```swift
  /// try poster.addSublayer(title)
  /// try poster.insertSublayer(sun, below: title)
  /// ```
  public final func insertSublayer(_ l: Layer, below sibling: Layer) throws {
    try insert(l, beside: sibling, offset: 0, "insertSublayerBelow")
  }

  /// Inserts a layer in front of a sibling.
  ///
  /// ```swift
  /// try poster.addSublayer(sun)
  /// try poster.insertSublayer(title, above: sun)
  /// ```
  public final func insertSublayer(_ l: Layer, above sibling: Layer) throws {
    try insert(l, beside: sibling, offset: 1, "insertSublayerAbove")
  }

  private func insert(_ l: Layer, beside sibling: Layer, offset: Int, _ call: String) throws(LayerError) {
    guard let place = index(of: sibling) else { throw notASublayer(sibling, call) }
    if l === sibling { throw LayerError("\(className).\(call): layer \(l.label) cannot be placed beside itself") }
    try check(l, call)
    let before = l.parent === self && !l.flag(.isMask) ? index(of: l).map { $0 < place ? 1 : 0 } ?? 0 : 0
    scene.settings?.noteAdded(l, to: self)
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    l.detach(for: self)
    attach(l, at: place - before + offset)
  }

  /// Replaces a sublayer by a layer; nil only removes it.
  ///
  /// ```swift
  /// try poster.addSublayer(sun)
  /// try poster.replaceSublayer(sun, with: photo)
  /// ```
  public final func replaceSublayer(_ old: Layer, with new: Layer?) throws {
    guard let place = index(of: old) else { throw notASublayer(old, "replaceSublayer") }
    guard let new else { return old.removeFromSuperlayer() }
    if new === old { return }
    try check(new, "replaceSublayer")
    let before = new.parent === self && !new.flag(.isMask) ? index(of: new).map { $0 < place ? 1 : 0 } ?? 0 : 0
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    new.detach(for: self)
    let at = place - before
    let gone = children[at]
    gone.parent = nil
    children.remove(at: at)
    attach(new, at: at)
  }

  /// Removes the layer from its superlayer or from a mask slot; does nothing for a root.
  ///
  /// ```swift
  /// sun.removeFromSuperlayer()
  /// sun.superlayer == nil  // true
  /// ```
  public final func removeFromSuperlayer() {
    guard let p = parent else { return }
    p.countChange()
    if flag(.isMask) {
      state.remove(.isMask)
      parent = nil
      p.extraBox?.value.mask = nil
      return
    }
    if let i = p.index(of: self) {
      // The array may hold the last reference.
      withExtendedLifetime(self) {
        p.children.remove(at: i)
        parent = nil
      }
      p.flagLayoutOfChangedSublayers()
    }
  }

  /// Replaces all sublayers. New ones are removed from their previous places; one that is listed twice is an error.
  ///
  /// ```swift
  /// try poster.setSublayers([sun, title])
  /// ```
  public final func setSublayers(_ list: [Layer]) throws {
    var seen = Set<ObjectIdentifier>(minimumCapacity: list.count)
    for l in list {
      if !seen.insert(ObjectIdentifier(l)).inserted {
        throw LayerError("\(className).sublayers: layer \(l.label) is listed twice")
      }
      try check(l, "sublayers")
    }
    if list.isEmpty, children.isEmpty { return }
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    for l in children { l.parent = nil }
    let old = children
    children = []
    for l in list where l.parent != nil { l.detach(for: self) }
    children = SublayerList(list)
    for l in list {
      l.parent = self
      grow(below: l)
      noteArrival(of: l)
    }
    withExtendedLifetime(old) {}
    countChange()
    flagLayoutOfChangedSublayers()
  }

  /// The layer whose alpha masks this one; nil for none.
  public final var mask: Layer? {
    get { extraBox?.value.mask }
    set {
      do { try setMask(newValue) } catch { refuse(error, isOfState: true) }
    }
  }

  /// Puts a layer into the mask slot and removes it from its tree or another slot. The old mask loses its superlayer.
  ///
  /// ```swift
  /// let round = Layer(in: scene)
  /// round.frame = photo.bounds
  /// round.cornerRadius = 20
  /// round.backgroundColor = .black
  /// try photo.setMask(round)
  /// ```
  public final func setMask(_ l: Layer?) throws {
    let old = extraBox?.value.mask
    if old === l { return }
    scene.beginTreeEdit()
    defer { scene.endTreeEdit() }
    if let l {
      try check(l, "mask")
      if let owner = l.parent {
        scene.warn(
          .maskShared,
          l.flag(.isMask)
            ? "\(mention).mask: \(l.label) was the mask of \(owner.label), which has no mask now; a layer can mask "
              + "only one layer: use a copy()"
            : "\(mention).mask: \(l.label) was a sublayer of \(owner.label) and no longer is; a mask cannot be a "
              + "sublayer: use a copy() to show it too",
          onceFor: className)
      }
      l.detach(for: self, asMask: true)
    }
    old?.state.remove(.isMask)
    old?.parent = nil
    extra.value.mask = l
    if let l {
      l.parent = self
      l.state.insert(.isMask)
      grow(below: l)
      noteArrival(of: l)
    }
    Property.mask.didChange(self)
  }

  // MARK: Looking around

  /// The first direct sublayer of this name.
  ///
  /// ```swift
  /// poster.sublayer(named: "sun")?.opacity = 0.5
  /// ```
  public final func sublayer(named name: String) -> Layer? { firstSublayer(named: name[...]) }

  private func firstSublayer(named name: Substring) -> Layer? {
    if children.count > Layer.fewSublayers, let found = listedSublayers(named: String(name)), found.count < 2 {
      return found.first
    }
    return first(named: name, in: children.array, "sublayers")
  }

  /// Up to this many sublayers are searched linearly.
  private static let fewSublayers = 8

  /// The sublayers with a name, in no order; nil if the scene does not list that name.
  private func listedSublayers(named name: String) -> [Layer]? {
    scene.names.layers(named: name)?.filter { $0.parent === self && !$0.flag(.isMask) }
  }

  /// The only sublayer with a name; nil if there is none or several, or if finding it takes a search.
  final func onlySublayer(named name: Substring) -> Layer? {
    guard children.count > Layer.fewSublayers, let found = listedSublayers(named: String(name)) else { return nil }
    return found.count == 1 ? found[0] : nil
  }

  /// The sublayer indices on the path from this layer to one below it; nil for one that is not below, or only in a
  /// mask.
  private func steps(to below: Layer) -> [Int]? {
    var steps: [Int] = []
    var l = below
    while l !== self {
      guard !l.flag(.isMask), let p = l.parent, let i = p.index(of: l) else { return nil }
      steps.append(i)
      l = p
    }
    return steps.isEmpty ? nil : steps.reversed()
  }

  /// The first of the listed layers that is below this one, in depth-first order.
  private func first(among listed: [Layer]) -> Layer? {
    if listed.count == 1 { return isAbove(listed[0]) ? listed[0] : nil }
    var best: (layer: Layer, steps: [Int])?
    for l in listed where isAbove(l) {
      guard let steps = steps(to: l) else { continue }
      if let best, !steps.lexicographicallyPrecedes(best.steps) { continue }
      best = (l, steps)
    }
    return best?.layer
  }

  /// True if `l` is below this layer through sublayers alone, not masks.
  private func isAbove(_ l: Layer) -> Bool {
    var l = l
    while l !== self {
      guard !l.flag(.isMask), let p = l.parent else { return false }
      l = p
      if l === self { return true }
    }
    return false
  }

  /// Finds the layer at a path of names such as `dial/needle`; a single name is searched depth first on all levels.
  ///
  /// ```swift
  /// poster.find("dial/needle")?.backgroundColor = .red
  /// ```
  public final func find(_ path: String) -> Layer? {
    if !path.utf8.contains(UInt8(ascii: "/")) {
      var found: Layer?
      if let listed = scene.names.layers(named: path) {
        found = first(among: listed)
      } else {
        walk { l, depth in
          if depth > 0, l.storedName == path { found = l }
          return found == nil
        }
      }
      if let found, !found.flag(.isMask), let parent = found.parent { return parent.firstSublayer(named: path[...]) }
      return found
    }
    var l = self
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      guard let next = l.firstSublayer(named: part) else { return nil }
      l = next
    }
    return l === self ? nil : l
  }

  /// Visits this layer and all below it, depth first in sublayer order, with their depth from 0, until the body returns
  /// false.
  ///
  /// ```swift
  /// poster.walk { layer, depth in
  ///   print(String(repeating: "  ", count: depth) + layer.label)
  ///   return true
  /// }
  /// ```
  public final func walk(_ body: (Layer, Int) throws -> Bool) rethrows {
    var stack: [(Layer, Int)] = [(self, 0)]
    while let (l, depth) = stack.popLast() {
      if try !body(l, depth) { return }
      for child in l.children.reversed() { stack.append((child, depth + 1)) }
    }
  }

  /// The root of the layer's tree.
  public final var root: Layer {
    var l = self
    while let p = l.parent { l = p }
    return l
  }

  // MARK: Checks and edits

  func index(of l: Layer) -> Int? {
    guard l.parent === self else { return nil }
    return children.index(of: l)
  }

  private func notASublayer(_ l: Layer, _ call: String) -> LayerError {
    LayerError("\(className).\(call): layer \(l.label) is not a sublayer of \(label)")
  }

  /// Throws unless `l` may be inserted below this layer.
  private func check(_ l: Layer, _ call: String) throws(LayerError) {
    if isFrozen || l.isFrozen { throw isFrozen ? frozenError : l.frozenError }
    if l.scene !== scene { throw LayerError("\(className).\(call): layer \(l.label) belongs to another scene") }
    if l === self { throw LayerError("\(className).\(call): layer \(label) cannot be put into itself") }
    if l.children.isEmpty, l.extraBox?.value.mask == nil {
      // Without sublayers there can be no cycle; only the depth matters.
      if scene.deepest >= Layer.maximumDepth, depthReaches(Layer.maximumDepth) { throw tooDeep(call) }
      return
    }
    var depth = 1
    var p = parentReference
    while let now = p {
      if now.toOpaque() == Unmanaged.passUnretained(l).toOpaque() {
        throw LayerError(
          "\(className).\(call): layer \(l.label) cannot be put into its own subtree, at \(label): a cycle")
      }
      depth += 1
      p = now._withUnsafeGuaranteedRef { $0.parentReference }
    }
    if depth + 1 + Int(l.heightBound) > Layer.maximumDepth, depth + 1 + l.measuredHeight() > Layer.maximumDepth {
      throw tooDeep(call)
    }
  }

  private func tooDeep(_ call: String) -> LayerError {
    LayerError(.limit, "\(className).\(call): a tree is at most \(Layer.maximumDepth) layers deep")
  }

  /// True if there are at least `limit` layers from the root to this one.
  private func depthReaches(_ limit: Int) -> Bool {
    var depth = 1
    var p = parentReference
    while let now = p {
      depth += 1
      p = now._withUnsafeGuaranteedRef { $0.parentReference }
    }
    return depth >= limit
  }

  /// Measures the number of levels below and stores it as the bound.
  private func measuredHeight() -> Int {
    var deepest = 0
    var stack: [(Layer, Int)] = [(self, 0)]
    while let (l, d) = stack.popLast() {
      deepest = Swift.max(deepest, d)
      for child in l.children { stack.append((child, d + 1)) }
      if let mask = l.extraBox?.value.mask { stack.append((mask, d + 1)) }
    }
    heightBound = UInt16(Swift.min(deepest, Int(UInt16.max)))
    return deepest
  }

  /// Raises the height bounds of this layer and its ancestors for a new child.
  private func grow(below l: Layer) {
    var height = l.heightBound &+ 1
    var p: Unmanaged<Layer>? = Unmanaged.passUnretained(self)
    while let now = p {
      p = now._withUnsafeGuaranteedRef {
        if $0.heightBound >= height { return nil }
        $0.heightBound = height
        return $0.parentReference
      }
      height &+= 1
    }
    // `height` now counts the topmost layer that was reached too.
    scene.deepest = Swift.max(scene.deepest, Int(height))
  }

  /// Removes the layer from its place. Its old parent is flagged for layout unless it is also the new one.
  private func detach(for new: Layer, asMask: Bool = false) {
    guard let p = parent else { return }
    p.markChanged()
    if flag(.isMask) {
      if !asMask {
        scene.warn(
          .maskShared,
          "\(mention) was the mask of \(p.label), which has no mask now that it is a sublayer of \(new.label); use a "
            + "copy() to show a mask too",
          onceFor: className)
      }
      state.remove(.isMask)
      p.extraBox?.value.mask = nil
    } else if let i = p.index(of: self) {
      p.children.remove(at: i)
      if p !== new { p.flagLayoutOfChangedSublayers() }
    }
    parent = nil
  }

  private func attach(_ l: Layer, at index: Int) {
    children.insert(l, at: index)
    l.parent = self
    grow(below: l)
    noteArrival(of: l)
    countChange()
    flagLayoutOfChangedSublayers()
  }
}
