// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import Pixels
import RenderTree

/// Finds layers that are probably not as they were meant, above all invisible ones.
///
/// Findings are confirmed by rendering: a layer is reported as invisible only if rendering without it yields identical
/// bytes at each of the examined times.
package struct Diagnosis {
  /// Renders a resolved tree.
  package typealias Draw = (RenderTree) throws -> Bitmap

  private let root: Layer
  let options: RenderOptions
  private let draw: Draw
  /// The pictures at the examined times; the requested time is first.
  var scenes: [(sight: SeenCells, probe: PictureProbe)] = []
  /// Every layer of the tree in pre-order, masks before sublayers.
  var entries: [Entry] = []
  var places: [Int: Int] = [:]
  private var findings: [Finding] = []
  /// Layers, by serial number, about which everything was said, and all their descendants.
  var isClosed: Set<Int> = []
  /// Layers, by serial number, that a state of a layer of the tree shows or hides.
  private var shownByStates: Set<Int> = []
  /// The rule that makes a layer invisible, by the layer's serial number.
  private var unseen: [Int: LayerWarning.Rule] = [:]
  /// The remaining budget of pictures that may be rendered twice, to confirm that a layer is invisible and why. A part
  /// of a picture costs its fraction of the area, at least 1/64.
  var picturesLeft = 64.0
  /// True if the layer's film is examined, so that a layer may be visible at other times.
  var isFilm: Bool { scenes.count > 1 }

  struct Entry {
    var layer: Layer
    var parent: Int
    var isInMask: Bool
    /// True below a layer that shows its sublayers at other places than theirs, or only some at a time.
    var isElsewhere: Bool
    var isMoving: Bool
    /// The topmost hidden layer among the layer and its ancestors; nil if none is hidden.
    var hiddenBy: Int?
  }

  /// Returns the findings on a picture of a layer, in tree order.
  ///
  /// - Parameters:
  ///   - times: further times of a film at which a layer counts as visible, in seconds.
  ///   - draw: renders a picture or a part of one.
  /// - Throws: the errors of rendering.
  package static func findings(
    on root: Layer, _ options: RenderOptions, times: [Double] = [], draw: @escaping Draw
  ) throws -> [Finding] {
    var diagnosis = Diagnosis(root: root, options: options, draw: draw)
    return try diagnosis.run(times)
  }

  private init(root: Layer, options: RenderOptions, draw: @escaping Draw) {
    self.root = root
    self.options = options
    self.draw = draw
  }

  private mutating func run(_ times: [Double]) throws -> [Finding] {
    try look(at: options)
    for time in times {
      var options = options
      options.time = time
      try look(at: options)
    }
    list()
    for entry in entries { noteStates(of: entry.layer) }
    for i in entries.indices { try judge(i) }
    return grouped()
  }

  private mutating func look(at options: RenderOptions) throws {
    let tree = try root.renderTree(options)
    scenes.append((SeenCells(tree), PictureProbe(tree, draw: draw)))
  }

  /// Lists the layers of the tree, masks included.
  private mutating func list() {
    var pending: [(layer: Layer, parent: Int, isMask: Bool)] = [(root, -1, false)]
    while let (layer, parent, isMask) = pending.popLast() {
      let above = parent < 0 ? nil : entries[parent]
      let isHidden = layer.isHidden || layer.opacity <= 0
      let index = entries.count
      places[layer.serial] = index
      entries.append(
        Entry(
          layer: layer, parent: parent, isInMask: isMask || above?.isInMask == true,
          isElsewhere: above.map { $0.isElsewhere || $0.layer.showsSublayersElsewhere } ?? false,
          isMoving: above?.isMoving == true || layer.isMovingItself,
          hiddenBy: above?.hiddenBy ?? (isHidden ? index : nil)))
      for child in layer.sublayers.reversed() { pending.append((child, index, false)) }
      if let mask = layer.mask { pending.append((mask, index, true)) }
    }
  }

  /// Lists the layers whose visibility a layer's states change.
  private mutating func noteStates(of layer: Layer) {
    for state in layer.states ?? [] {
      for case let element as StateSetValue in state.elements ?? [] {
        guard let target = element.target, let path = element.keyPath, path == "hidden" || path == "opacity" else {
          continue
        }
        shownByStates.insert(target.serial)
      }
    }
  }

  // MARK: One layer

  private mutating func judge(_ i: Int) throws {
    let entry = entries[i]
    let layer = entry.layer
    if entry.parent >= 0, isClosed.contains(entries[entry.parent].layer.serial) {
      isClosed.insert(layer.serial)
      return
    }
    if entry.hiddenBy != nil { return noteHidden(i) }
    if layer.serial != root.serial || !entry.isInMask {
      let flaws = try layer.flaws(scale: options.scale)
      findings += flaws
      if flaws.isEmpty, !isFilm, let emitter = layer as? EmitterLayer,
        let early = emitter.birthFinding(at: options.time ?? layer.scene.currentTime)
      {
        findings.append(early)
      }
    }
    if entry.isInMask { return }
    if let finding = try whyNotSeen(i) {
      unseen[layer.serial] = finding.rule
      if !isEffect(finding.rule, i) { findings.append(finding) }
    } else {
      noteFractions(i)
      try judgeBackdrop(i)
    }
  }

  /// True if a finding about an ancestor already explains why the layer is invisible.
  private func isEffect(_ rule: LayerWarning.Rule, _ i: Int) -> Bool {
    var above = entries[i].parent
    while above >= 0 {
      if let cause = unseen[entries[above].layer.serial] {
        switch rule {
        // It lies where the ancestor lies.
        case .outsideCanvas, .cutAway: if cause == rule { return true }
        // It lies on content that the ancestor fails to show.
        case .sameColor, .whiteText:
          if [.gradientStops, .clearContents, .emptyBounds, .neverDisplayed, .shapeEmpty].contains(cause) {
            return true
          }
        default: break
        }
      }
      above = entries[above].parent
    }
    return false
  }

  func sight(_ layer: Layer) -> SeenCells.Sight? { scenes[0].sight.sights[layer.serial] }

  /// Adds a finding for a layer that is hidden or has opacity 0, without an animation or a state that changes that.
  private mutating func noteHidden(_ i: Int) {
    let layer = entries[i].layer
    guard entries[i].hiddenBy == i, i > 0 || !entries[i].isMoving else { return }
    isClosed.insert(layer.serial)
    if entries[i].isMoving || layer.isAnimated("hidden", "opacity") || shownByStates.contains(layer.serial) { return }
    let count = descendants(of: i).filter { entries[$0].layer.intent.isSomething }.count
    let own = layer.intent.isSomething
    guard own || count > 0 else { return }
    let why =
      layer.isHidden
      ? "hidden is true\(layer.line(ofSetting: "hidden"))" : "its opacity is 0\(layer.line(ofSetting: "opacity"))"
    let what =
      own
      ? "\(layer.subject) is\(count > 0 ? ", with \(counted(count, "layer")) in it," : "") not seen"
      : "\(counted(count, "layer")) in \(layer.subject) \(count == 1 ? "is" : "are") not seen"
    findings.append(Finding(.hiddenByAncestor, layer, "\(what): \(why) and nothing animates it", isNote: true))
  }

  /// Returns the indices of a layer's descendants, which directly follow it.
  func descendants(of i: Int) -> Range<Int> {
    var end = i + 1
    while end < entries.count, entries[end].parent >= i { end += 1 }
    return i + 1..<end
  }

  // MARK: Smaller things

  /// Adds a finding for an image of its layer's size that is not aligned to pixels.
  private mutating func noteFractions(_ i: Int) {
    let layer = entries[i].layer
    guard !entries[i].isMoving, let image = layer.contents, let box = sight(layer)?.box, layer.transform.isIdentity
    else {
      return
    }
    let (k, canvas) = (options.scale, scenes[0].probe.tree.canvas)
    let bitmap = image.bitmap(forScale: k)
    guard abs(box.width * k - Double(bitmap.width)) < 0.5, abs(box.height * k - Double(bitmap.height)) < 0.5 else {
      return
    }
    let (x, y) = ((box.minX - canvas.minX) * k, (box.minY - canvas.minY) * k)
    func fraction(_ v: Double) -> Double { abs(v - v.rounded()) }
    guard max(fraction(x), fraction(y)) > 0.05 else { return }
    findings.append(
      Finding(
        .fractionSize, layer,
        "\(layer.subject) is blurred a little: its image lies at (\(Self.number(x)) \(Self.number(y))) in pixels, "
          + "between them",
        hint: "a position that puts its corner on whole pixels", isNote: true))
  }

  private mutating func judgeBackdrop(_ i: Int) throws {
    let layer = entries[i].layer
    guard !(layer.backdropFilters ?? []).isEmpty, entries[i].parent >= 0, !entries[i].isMoving,
      sight(layer)?.hasBackgroundFilters == true, try confirmed(layer, losing: .backgroundFilters)
    else { return }
    findings.append(
      Finding(
        .backgroundFilterNothing, layer,
        "\(layer.subject): its backgroundFilters change nothing: nothing lies behind it that they affect",
        hint: "filters act on the layer itself"))
  }

  // MARK: In the end

  /// Returns the findings in script order, with those of one call merged.
  private func grouped() -> [Finding] {
    let unseen = Set(findings.filter { FindingGroups.isOfRows($0.rule) }.compactMap { $0.layer?.serial })
    var groups = FindingGroups(root.scene)
    for entry in entries {
      let isSeen = !unseen.contains(entry.layer.serial) && isSeenSomewhere(entry.layer)
      groups.note(entry.layer, isSeen: isSeen)
    }
    return groups.grouped(findings) { layer, rule in
      switch rule {
      // Text is never meant to have the colour of its background.
      case .sameColor: layer.hasText
      case .outsideCanvas, .cutAway: isFarFromOthers(layer)
      default: false
      }
    }
  }

  /// True if a layer lies too far outside the picture to continue the row of layers made by the same call: its distance
  /// to them exceeds three times their widest gap, and its distance to the picture exceeds half the picture.
  private func isFarFromOthers(_ layer: Layer) -> Bool {
    let canvas = scenes[0].probe.tree.canvas
    guard let box = sight(layer)?.box else { return false }
    let others = entries.compactMap { entry in
      entry.layer !== layer && entry.layer.madeAt == layer.madeAt ? sight(entry.layer)?.box : nil
    }
    func isFar(_ middle: Double, beyond: Double, length: Double, middles: [Double]) -> Bool {
      guard beyond > length / 2, !middles.isEmpty else { return false }
      let sorted = middles.sorted()
      let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
      let nearest = sorted.map { abs($0 - middle) }.min() ?? 0
      return nearest > 3 * (gaps.max() ?? 0)
    }
    return isFar(
      box.center.x, beyond: max(box.minX - canvas.maxX, canvas.minX - box.maxX), length: canvas.width,
      middles: others.map(\.center.x))
      || isFar(
        box.center.y, beyond: max(box.minY - canvas.maxY, canvas.minY - box.maxY), length: canvas.height,
        middles: others.map(\.center.y))
  }

  // MARK: Words

  static func number(_ v: Double) -> String { numberText(v, decimals: 2) }
  static func text(_ r: Rect) -> String {
    "(\([r.x, r.y, r.width, r.height].map(number).joined(separator: " ")))"
  }
}

extension Intent {
  /// True if the layer was meant to show anything.
  var isSomething: Bool { if case .nothing = self { false } else { true } }
}
