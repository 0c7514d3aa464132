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
  private let options: RenderOptions
  private let draw: Draw
  /// The pictures at the times that are looked at, the asked one first.
  private var scenes: [(sight: SeenCells, probe: PictureProbe)] = []
  /// Every layer of the tree in the order of the script's making.
  private var entries: [Entry] = []
  private var places: [Int: Int] = [:]
  private var findings: [Finding] = []
  /// Layers about which all is said, and all below them.
  private var isClosed: Set<Int> = []
  /// The pictures that may still be drawn to confirm.
  private var probesLeft = 64
  /// Whether the film of the layer is looked at, so that a layer may be seen at other times.
  private var isFilm: Bool { scenes.count > 1 }

  private struct Entry {
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
      findings.append(finding)
    } else {
      noteFractions(i)
      try judgeBackdrop(i)
    }
  }

  private func sight(_ layer: Layer) -> SeenCells.Sight? { scenes[0].sight.sights[layer.serial] }

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
  private func descendants(of i: Int) -> Range<Int> {
    var end = i + 1
    while end < entries.count, entries[end].parent >= i { end += 1 }
    return i + 1..<end
  }

  /// Why a layer that was meant to show something is not seen; nil where it is, or where that is not sure.
  private mutating func whyNotSeen(_ i: Int) throws -> Finding? {
    let entry = entries[i]
    let layer = entry.layer
    if let finding = try whyAllNotSeen(i) { return finding }
    let intent = layer.intent
    switch intent {
    case .nothing: return nil
    case .blank(let rule, let why, let hint):
      // The gradient's is a warning that was given already; and another part of the layer may be seen.
      if rule == .gradientOneColor || isSeenSomewhere(layer) { return nil }
      return Finding(rule, layer, "\(layer.subject) is not seen: \(why)", hint: hint)
    case .inBounds:
      let size = layer.bounds.size
      let needed = try layer.neededSize()
      if needed == nil ? size.width == 0 && size.height == 0 : size.isEmpty {
        if layer.isAnimated("bounds") || isSeenSomewhere(layer) { return nil }
        return layer.emptyBoundsFinding(needed)
      }
      if size.isEmpty { return nil }
    case .anywhere: break
    }
    if entry.isElsewhere { return nil }
    return try whyInPicture(i)
  }

  /// Why neither a layer nor those below it are seen.
  private mutating func whyAllNotSeen(_ i: Int) throws -> Finding? {
    let layer = entries[i].layer
    if scenes.allSatisfy({ $0.sight.turnedAway.contains(layer.serial) }) {
      isClosed.insert(layer.serial)
      let inside = descendants(of: i).filter { entries[$0].layer.intent.isSomething }.count
      guard inside > 0 || layer.intent.isSomething else { return nil }
      let others = inside > 0 ? " and \(counted(inside, "layer")) in it are" : " is"
      return Finding(
        .backFace, layer,
        "\(layer.subject)\(others) not seen: it faces away, and doubleSided is "
          + "false\(layer.line(ofSetting: "doubleSided"))",
        hint: "doubleSided = true shows its back", isNote: isOneOfTwoFaces(i))
    }
    if scenes.allSatisfy({ $0.sight.sights[layer.serial]?.isEdgeOn == true }), !entries[i].isMoving {
      isClosed.insert(layer.serial)
      guard layer.intent.isSomething || descendants(of: i).contains(where: { entries[$0].layer.intent.isSomething })
      else {
        return nil
      }
      return Finding(
        .edgeOn, layer,
        "\(layer.subject) is not seen: it is turned to its edge, which has no "
          + "thickness\(layer.line(ofSetting: "transform"))",
        hint: "turn it less, or give the superlayer perspective by sublayerTransform")
    }
    guard let mask = layer.mask, !entries[i].isMoving else { return nil }
    guard scenes.allSatisfy({ $0.sight.sights[layer.serial]?.hasEmptyMask == true }) else { return nil }
    isClosed.insert(layer.serial)
    guard try confirmed(layer, isWhole: true) else { return nil }
    let line = layer.scene.place(of: mask).map { " (line \($0.line))" } ?? ""
    return Finding(
      .emptyMask, layer, "\(layer.subject) is not seen: its mask\(line) paints nothing\(maskReason(mask))",
      hint: "mask.backgroundColor = \"black\"")
  }

  /// Whether it is a side of a card whose other side is seen.
  private func isOneOfTwoFaces(_ i: Int) -> Bool {
    let layer = entries[i].layer
    return layer.superlayer?.sublayers.contains { other in
      other !== layer && !other.isDoubleSided && scenes.contains { !$0.sight.turnedAway.contains(other.serial) }
    } ?? false
  }

  private func maskReason(_ mask: Layer) -> String {
    if mask.isHidden || mask.opacity <= 0 { return ", since it is hidden" }
    if mask.bounds.isEmpty { return ", since its bounds are empty" }
    return ""
  }

  /// Whether it, or what is drawn of it, is counted as visible at any time.
  private func isSeenSomewhere(_ layer: Layer) -> Bool {
    scenes.contains { $0.sight.sights[layer.serial].map { $0.visible > 0 && $0.box != nil } ?? false }
  }

  /// The reasons that the picture tells.
  private mutating func whyInPicture(_ i: Int) throws -> Finding? {
    let layer = entries[i].layer
    let sights = scenes.compactMap { $0.sight.sights[layer.serial] }
    if sights.isEmpty {
      // It is there at none of the times, and not for good.
      guard entries[i].isMoving, isFilm else { return nil }
      return Finding(
        .offTime, layer, "\(layer.subject) is seen at none of \(scenes.count) times that were looked at",
        hint: "look at beginTime, duration and fillMode of its animations")
    }
    if sights.contains(where: \.isUncertain) { return nil }
    guard let first = sights.first else { return nil }
    if sights.allSatisfy({ $0.clippedBox == nil }) {
      if entries[i].isMoving, !isFilm { return nil }
      if first.isDrawnOutside || first.box == nil { return drawnOutside(layer, first) }
      guard let box = first.box, try confirmed(layer) else { return nil }
      let canvas = scenes[0].probe.tree.canvas
      if let clipper = first.clipper, let host = places[clipper].map({ entries[$0].layer }),
        box.intersection(canvas).map({ !$0.isEmpty }) ?? false
      {
        return Finding(
          .cutAway, layer,
          "\(layer.subject) is not seen: \(host.reference(in: layer)) clips, and the box of \(layer.name ?? "the layer"), "
            + "\(Self.text(box)), lies outside of it",
          hint: "masksToBounds = false there, or another position")
      }
      return layer.outsideFinding(box, canvas)
    }
    if first.isDrawnOutside, try confirmed(layer) { return drawnOutside(layer, first) }
    if sights.allSatisfy({ $0.offered > 0 && $0.visible == 0 }) {
      // A background that is covered by what lies on it is an ordinary thing.
      let inside = descendants(of: i)
      if sights.contains(where: { $0.cover.flatMap { places[$0] }.map { inside.contains($0) } ?? false }) { return nil }
      guard try confirmed(layer) else { return nil }
      let cover = first.cover.flatMap { places[$0] }.map { entries[$0].layer }
      let isByDepth = cover.map { $0.superlayer === layer.superlayer && $0.zPosition > layer.zPosition } ?? false
      return Finding(
        .occluded, layer,
        "\(layer.subject) is not seen: \(cover.map { "\($0.reference(in: layer)) covers it" } ?? "others cover it")"
          + (isByDepth ? ", whose zPosition \(Self.number(cover?.zPosition ?? 0)) is greater" : ""),
        hint: isByDepth ? "a greater zPosition" : "add it later, or give it a greater zPosition")
    }
    if probesLeft > 0, try isPlainBehind(layer), try confirmed(layer) {
      let color = layer.ownColor.map { $0.hexadecimal } ?? "colour"
      if layer.hasDefaultTextColor {
        return layer.whiteTextFinding(on: nil)
      }
      return Finding(
        .sameColor, layer,
        "\(layer.subject) is not seen: its \(color == "colour" ? color : "colour \(color)") is that of what lies "
          + "behind it",
        hint: nil)
    }
    return nil
  }

  private func drawnOutside(_ layer: Layer, _ sight: SeenCells.Sight) -> Finding? {
    guard sight.isDrawnOutside else { return nil }
    return Finding(
      .drawingClipped, layer,
      "\(layer.subject) is not seen: all that it draws lies outside of its bounds, \(Self.text(layer.bounds)), and "
        + "drawing is cut there",
      hint: "draw from the bounds' origin, in points")
  }

  /// Whether the picture has one colour where the layer is, and around it.
  private func isPlainBehind(_ layer: Layer) throws -> Bool {
    for scene in scenes {
      guard let box = scene.sight.sights[layer.serial]?.clippedBox else { continue }
      let canvas = scene.probe.tree.canvas
      // A layer all over the picture is what is seen of it.
      if box.minX <= canvas.minX, box.minY <= canvas.minY, box.maxX >= canvas.maxX, box.maxY >= canvas.maxY {
        return false
      }
      if try !scene.probe.isPlain(around: box) { return false }
    }
    return true
  }

  /// Whether drawing without the layer changes nothing, at none of the times.
  private mutating func confirmed(
    _ layer: Layer, losing loss: RenderNode.Loss = .pieces, isWhole: Bool = false
  ) throws -> Bool {
    for scene in scenes {
      guard let sight = scene.sight.sights[layer.serial] else { continue }
      guard probesLeft > 0 else { return false }
      probesLeft -= 1
      let box = sight.clippedBox ?? sight.box ?? scene.probe.tree.canvas
      let area = isWhole || sight.hasBackgroundFilters ? scene.probe.tree.canvas : box
      if try scene.probe.isSeen(layer.serial, losing: loss, isWhole: isWhole, in: area) { return false }
    }
    return true
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
      case .sameColor: (try? layer.neededSize()) != nil
      case .outsideCanvas, .cutAway: isFarFromOthers(layer)
      default: false
      }
    }
  }

  /// Whether a layer lies farther outside of the picture than layers that the same call made would by going on in their
  /// row: beyond three times the widest gap between those, and farther than half of the picture.
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
