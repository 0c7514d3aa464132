// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Pixels
import RenderTree
import Wording

/// Looks for layers that are not as they were probably meant, most of all for those that are not seen.
///
/// What is said of the picture is confirmed by the picture: a layer is called not seen only where drawing it without
/// the layer changes no byte, at each of the times that are looked at.
package struct Diagnosis {
  /// Draws a resolved picture.
  package typealias Draw = (RenderTree) throws -> Bitmap

  private let root: Layer
  let options: RenderOptions
  private let draw: Draw
  /// The pictures at the times that are looked at, the asked one first.
  var scenes: [(sight: SeenCells, probe: PictureProbe)] = []
  /// Every layer of the tree in the order of the script's making.
  var entries: [Entry] = []
  var places: [Int: Int] = [:]
  private var findings: [Finding] = []
  /// Layers about which all is said, and all below them.
  var isClosed: Set<Int> = []
  /// The layers that are not seen, with the rule that says why.
  private var unseen: [Int: LayerWarning.Rule] = [:]
  /// The pictures that may still be drawn twice to confirm that a layer is not seen, and why. A part of a picture counts
  /// as that part, and as a 64th at least.
  var picturesLeft = 64.0
  /// Whether the film of the layer is looked at, so that a layer may be seen at other times.
  var isFilm: Bool { scenes.count > 1 }

  struct Entry {
    var layer: Layer
    var parent: Int
    var isInMask: Bool
    /// Whether it is below a layer that shows its sublayers otherwise than where they are, or a part of them at a time.
    var isElsewhere: Bool
    var isMoving: Bool
    /// The topmost layer above or itself that is hidden.
    var hiddenBy: Int?
  }

  /// The findings on a picture of a layer, in the order of the tree.
  ///
  /// - Parameters:
  ///   - times: further times of a film at which a layer counts as seen.
  ///   - draw: draws a picture, also of a part.
  /// - Throws: what rendering throws.
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

  // MARK: One layer

  private mutating func judge(_ i: Int) throws {
    let entry = entries[i]
    let layer = entry.layer
    if entry.parent >= 0, isClosed.contains(entries[entry.parent].layer.serial) {
      isClosed.insert(layer.serial)
      return
    }
    if entry.hiddenBy != nil { return noteHidden(i) }
    if layer.serial != root.serial || !entry.isInMask { findings += try layer.flaws(scale: options.scale) }
    if entry.isInMask { return }
    if let finding = try whyNotSeen(i) {
      unseen[layer.serial] = finding.rule
      if !isEffect(finding.rule, i) { findings.append(finding) }
    } else {
      noteFractions(i)
      try judgeBackdrop(i)
    }
  }

  /// True if the finding about a layer above it explains why it is not seen.
  private func isEffect(_ rule: LayerWarning.Rule, _ i: Int) -> Bool {
    var above = entries[i].parent
    while above >= 0 {
      if let cause = unseen[entries[above].layer.serial] {
        switch rule {
        // It lies where that one lies.
        case .outsideCanvas, .cutAway: if cause == rule { return true }
        // On what that one does not show.
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

  /// A layer that is hidden, or has no opacity, and does not change that.
  private mutating func noteHidden(_ i: Int) {
    let layer = entries[i].layer
    guard entries[i].hiddenBy == i, i > 0 || !entries[i].isMoving else { return }
    isClosed.insert(layer.serial)
    if entries[i].isMoving || layer.isAnimated("hidden", "opacity") { return }
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

  /// The places of the layers below one, which follow it.
  func descendants(of i: Int) -> Range<Int> {
    var end = i + 1
    while end < entries.count, entries[end].parent >= i { end += 1 }
    return i + 1..<end
  }

  // MARK: Smaller things

  /// An image as large as its layer that lies between pixels.
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
    guard !(layer.backgroundFilters ?? []).isEmpty, entries[i].parent >= 0, !entries[i].isMoving,
      sight(layer)?.hasBackgroundFilters == true, try confirmed(layer, losing: .backgroundFilters)
    else { return }
    findings.append(
      Finding(
        .backgroundFilterNothing, layer,
        "\(layer.subject): its backgroundFilters change nothing: nothing that they could lies behind it",
        hint: "filters act on the layer itself"))
  }

  // MARK: In the end

  /// The findings in the script's order, those of one call as one.
  private func grouped() -> [Finding] {
    let unseen = Set(findings.filter { FindingGroups.isOfRows($0.rule) }.compactMap { $0.layer?.serial })
    var groups = FindingGroups(root.scene)
    for entry in entries {
      let isSeen = !unseen.contains(entry.layer.serial) && isSeenSomewhere(entry.layer)
      groups.note(entry.layer, isSeen: isSeen)
    }
    return groups.grouped(findings) { layer, rule in
      switch rule {
      // A text is never meant to have the colour of what it stands on.
      case .sameColor: layer.hasText
      case .outsideCanvas, .cutAway: isFarFromOthers(layer)
      default: false
      }
    }
  }

  /// True if a layer lies farther outside of the picture than the row of layers from the same call goes on: its distance
  /// from them is above three times their widest gap, and from the picture above half of the picture.
  private func isFarFromOthers(_ layer: Layer) -> Bool {
    let canvas = scenes[0].probe.tree.canvas
    guard let box = sight(layer)?.box else { return false }
    let others = entries.compactMap { entry in
      entry.layer !== layer && entry.layer.madeAt == layer.madeAt ? sight(entry.layer)?.box : nil
    }
    func isFar(_ middle: Double, _ beyond: Double, _ length: Double, _ middles: [Double]) -> Bool {
      guard beyond > length / 2, !middles.isEmpty else { return false }
      let sorted = middles.sorted()
      let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
      let nearest = sorted.map { abs($0 - middle) }.min() ?? 0
      return nearest > 3 * (gaps.max() ?? 0)
    }
    return isFar(
      box.center.x, max(box.minX - canvas.maxX, canvas.minX - box.maxX), canvas.width, others.map(\.center.x))
      || isFar(
        box.center.y, max(box.minY - canvas.maxY, canvas.minY - box.maxY), canvas.height, others.map(\.center.y))
  }

  // MARK: Words

  static func number(_ v: Double) -> String { numberText(v, decimals: 2) }
  static func text(_ r: Rect) -> String {
    "(\([r.x, r.y, r.width, r.height].map(number).joined(separator: " ")))"
  }
}

extension Intent {
  /// Whether the layer was meant to show anything.
  var isSomething: Bool { if case .nothing = self { false } else { true } }
}
