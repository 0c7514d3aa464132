// SPDX-License-Identifier: MIT
import Geometry
import LayerModel
import Messages
import RenderTree

// Finds out why a layer is invisible. A reason is confirmed by rendering, as the finding itself is: with only what it
// names changed, the layer becomes visible. If no single reason suffices, the shortest prefix of reasons that suffices
// together is reported.
extension Diagnosis {
  /// A possible reason why a layer is invisible.
  struct Reason {
    var rule: LayerWarning.Rule
    /// The explanation, such as `its mask paints nothing`.
    var why: String
    var hint: String?
    /// The changes to the picture that undo the reason.
    var changes: Set<PictureProbe.Change>
  }

  /// Returns why a layer that was meant to show something is invisible; nil if it is visible or that is uncertain.
  mutating func whyNotSeen(_ i: Int) throws -> Finding? {
    let entry = entries[i]
    let layer = entry.layer
    if let finding = try whyAllNotSeen(i) { return finding }
    let intent = layer.intent
    switch intent {
    case .nothing: return nil
    case .blank(let rule, let why, let hint):
      // A warning about the gradient was already given, and another part of the layer may be visible.
      if rule == .gradientOneColor { return nil }
      if isSeenSomewhere(layer), try !confirmed(layer) { return nil }
      return Finding(rule, layer, "\(layer.subject) is not seen: \(why)", hint: hint)
    case .inBounds:
      let size = layer.bounds.size
      let needed = try layer.neededSize()
      if size.isEmpty {
        if layer.isAnimated("bounds") || isSeenSomewhere(layer) { return nil }
        if needed == nil, size.width > 0 || size.height > 0 { return withoutSide(layer) }
        return layer.emptyBoundsFinding(needed)
      }
    case .anywhere: break
    }
    if entry.isElsewhere { return nil }
    return try whyInPicture(i)
  }

  /// Returns the finding for a layer that has a width but no height, or vice versa. A bar of a chart may be empty on
  /// purpose, so it is only a note unless another layer made on the same line has both.
  private func withoutSide(_ layer: Layer) -> Finding? {
    if layer.isLaidOut { return nil }
    let place = layer.scene.place(of: layer)
    var others = 0
    for entry in entries
    where entry.layer.madeAt != 0 && !entry.layer.bounds.isEmpty && layer.scene.place(of: entry.layer) == place {
      if entry.layer.madeAt == layer.madeAt { return nil }
      others += 1
    }
    return layer.emptySideFinding(isNote: others == 0)
  }

  // MARK: The layer and all below it

  /// Returns why a layer and all its descendants are invisible; nil if that is not so.
  private mutating func whyAllNotSeen(_ i: Int) throws -> Finding? {
    let layer = entries[i].layer
    func insideCount() -> Int { descendants(of: i).filter { entries[$0].layer.intent.isSomething }.count }
    func isSomething() -> Bool {
      layer.intent.isSomething || descendants(of: i).contains { entries[$0].layer.intent.isSomething }
    }
    if scenes.allSatisfy({ $0.sight.turnedAway.contains(layer.serial) }) {
      isClosed.insert(layer.serial)
      guard isSomething() else { return nil }
      let inside = insideCount()
      let others = inside > 0 ? " and \(counted(inside, "layer")) in it are" : " is"
      return Finding(
        .backFace, layer,
        "\(layer.subject)\(others) not seen: it faces away, and doubleSided is "
          + "false\(layer.line(ofSetting: "doubleSided"))",
        hint: "doubleSided = true shows its back", isNote: isOneOfTwoFaces(i))
    }
    if entries[i].isMoving { return nil }
    if scenes.allSatisfy({ $0.sight.sights[layer.serial]?.isEdgeOn == true }) {
      guard isSomething() else {
        isClosed.insert(layer.serial)
        return nil
      }
      guard try wouldBeSeen(layer, after: [.flat, .apart, .uncovered, .anywhere], isWhole: true) else { return nil }
      isClosed.insert(layer.serial)
      return edgeFinding(layer)
    }
    guard let mask = layer.mask, isSomething(), !mask.isMovingAnywhere else { return nil }
    let sights = scenes.compactMap { $0.sight.sights[layer.serial] }
    guard sights.count == scenes.count, sights.allSatisfy({ $0.hasEmptyMask || $0.hasMaskOutside }) else { return nil }
    guard try confirmed(layer, isWhole: true),
      try wouldBeSeen(layer, after: [.unmasked(layer.serial)], isWhole: true)
    else { return nil }
    isClosed.insert(layer.serial)
    let reason = maskReason(mask, of: layer, isOutside: sights.contains { !$0.hasEmptyMask })
    return Finding(reason.rule, layer, "\(layer.subject) is not seen: \(reason.why)", hint: reason.hint)
  }

  /// True for one side of a card whose other side is visible.
  private func isOneOfTwoFaces(_ i: Int) -> Bool {
    let layer = entries[i].layer
    return layer.superlayer?.sublayers.contains { other in
      other !== layer && !other.isDoubleSided && scenes.contains { !$0.sight.turnedAway.contains(other.serial) }
    } ?? false
  }

  /// Returns the finding for a layer whose plane has no projected area: it is scaled to 0 or turned edge-on.
  private func edgeFinding(_ layer: Layer) -> Finding {
    var above: Layer? = layer
    while let now = above {
      if let key = now.keyScalingToNothing(isForSublayers: now !== layer) {
        let isOwn = now === layer
        return Finding(
          .scaleZero, layer,
          "\(layer.subject) is not seen: \(isOwn ? "its \(key)" : "the \(key) of \(now.reference(in: layer))") scales "
            + "it to nothing\(isOwn ? layer.line(ofSetting: key) : "")",
          hint: isOwn ? "a scale of 1 in its \(key)" : "a scale of 1 there")
      }
      above = now.superlayer
    }
    return Finding(
      .edgeOn, layer,
      "\(layer.subject) is not seen: it is turned to its edge, which has no "
        + "thickness\(layer.line(ofSetting: "transform"))",
      hint: "turn it less, or give the superlayer perspective with sublayerTransform")
  }

  /// Returns the reason why a mask hides all of a layer.
  private func maskReason(_ mask: Layer, of host: Layer, isOutside: Bool) -> Reason {
    let line = host.scene.place(of: mask).map { " (line \($0.line))" } ?? ""
    let changes: Set<PictureProbe.Change> = [.unmasked(host.serial)]
    func reason(_ why: String, _ hint: String) -> Reason {
      Reason(rule: .emptyMask, why: "its mask\(line) \(why)", hint: hint, changes: changes)
    }
    if isOutside {
      return reason(
        "lies outside of it, at \(Self.text(mask.frame)): a mask's frame is relative to the layer's corner",
        "mask.frame = layer.bounds")
    }
    if mask.isHidden { return reason("paints nothing, since it is hidden", "mask.hidden = false") }
    if mask.opacity <= 0 { return reason("paints nothing, since its opacity is 0", "mask.opacity = 1") }
    switch mask.intent {
    case .blank(_, let why, let hint):
      return reason("paints nothing, since \(why)", hint.map { "mask." + $0 } ?? "mask.backgroundColor = \"black\"")
    case .inBounds where mask.bounds.isEmpty:
      return reason("paints nothing, since its bounds are empty", "mask.frame = layer.bounds")
    case .inBounds where mask.contents != nil:
      return reason("paints nothing, since its image is clear", "mask.backgroundColor = \"black\"")
    case .nothing where mask.bounds.isEmpty && mask.sublayers.isEmpty:
      return reason(
        "paints nothing, since its bounds are empty", "mask.frame = layer.bounds, mask.backgroundColor = \"black\"")
    default: return reason("paints nothing", "mask.backgroundColor = \"black\"")
    }
  }

  // MARK: The layer alone

  /// True if any of the layer's cells is visible at any of the times.
  func isSeenSomewhere(_ layer: Layer) -> Bool {
    scenes.contains { $0.sight.sights[layer.serial].map { $0.visible > 0 && $0.box != nil } ?? false }
  }

  /// Returns the finding that follows from the rendered pictures; nil if there is none.
  private mutating func whyInPicture(_ i: Int) throws -> Finding? {
    let layer = entries[i].layer
    let sights = scenes.compactMap { $0.sight.sights[layer.serial] }
    if sights.isEmpty {
      // The layer is in the picture at none of the times, but may be at others, as it moves.
      guard entries[i].isMoving, isFilm else { return nil }
      return Finding(
        .offTime, layer, "\(layer.subject) is visible at none of \(scenes.count) times checked",
        hint: "look at beginTime, duration and fillMode of its animations")
    }
    if sights.contains(where: \.isUncertain) { return nil }
    guard let first = sights.first else { return nil }
    let isAway = sights.allSatisfy { $0.clippedBox == nil }
    if isAway, entries[i].isMoving, !isFilm { return nil }
    if first.isDrawnOutside {
      guard try isAway || confirmed(layer) else { return nil }
      return drawnOutside(layer)
    }
    let reasons = try reasons(i, sights, isAway: isAway)
    guard !reasons.isEmpty, try confirmed(layer) else { return nil }
    for reason in reasons where try wouldBeSeen(layer, after: reason.changes) { return finding(layer, [reason]) }
    guard reasons.count > 1 else { return nil }
    for count in 2...reasons.count {
      let all = reasons[..<count].reduce(into: Set()) { $0.formUnion($1.changes) }
      if try wouldBeSeen(layer, after: all) { return finding(layer, Array(reasons[..<count])) }
    }
    return nil
  }

  private func finding(_ layer: Layer, _ reasons: [Reason]) -> Finding {
    var finding = Finding(
      reasons[0].rule, layer, "\(layer.subject) is not seen: \(reasons.map(\.why).joined(separator: "; and "))",
      hint: reasons[0].hint, isNote: reasons[0].rule == .hiddenByAncestor)
    finding.more = reasons.dropFirst().map(\.rule)
    return finding
  }

  /// Returns the possible reasons why a layer is invisible, judged by properties and cells alone; the most certain
  /// first.
  private func reasons(_ i: Int, _ sights: [SeenCells.Sight], isAway: Bool) throws -> [Reason] {
    let layer = entries[i].layer
    let first = sights[0]
    let canvas = scenes[0].probe.tree.canvas
    var reasons: [Reason] = []
    if isAway, let box = first.box {
      let isInPicture = box.intersection(canvas).map { !$0.isEmpty } ?? false
      if isInPicture, let masker = first.masker, let host = places[masker].map({ entries[$0].layer }) {
        reasons.append(maskingReason(host, layer, box))
      }
      if isInPicture, let clipper = first.clipper, let host = places[clipper].map({ entries[$0].layer }) {
        reasons.append(
          Reason(
            rule: .cutAway,
            why: "\(host.reference(in: layer)) clips, and the box of \(layer.name ?? "the layer"), "
              + "\(Self.text(box)), lies outside of it",
            hint: "masksToBounds = false there, or another position", changes: [.anywhere, .apart, .uncovered]))
      }
      if !isInPicture {
        let outside = layer.outsideFinding(box, canvas)
        reasons.append(
          Reason(
            rule: .outsideCanvas, why: layer.outsideWords(box, canvas), hint: outside.hint,
            changes: [.anywhere, .apart, .uncovered]))
        if let masker = first.masker, let host = places[masker].map({ entries[$0].layer }) {
          reasons.append(maskingReason(host, layer, box))
        }
      }
    }
    if sights.allSatisfy(\.isClear), let reason = clearReason(layer) { reasons.append(reason) }
    if sights.allSatisfy({ $0.opacity < 0.01 }) {
      reasons.append(
        Reason(
          rule: .hiddenByAncestor,
          why: "its opacity, times that of the layers above it, is \(numberText(first.opacity, decimals: 4))",
          hint: "opacity = 1", changes: [.opaque]))
    }
    if !isAway, sights.allSatisfy({ $0.offered > 0 && $0.visible == 0 }) {
      // A background covered by its own descendants is normal.
      let inside = descendants(of: i)
      if sights.contains(where: { $0.cover.flatMap { places[$0] }.map { inside.contains($0) } ?? false }) { return [] }
      reasons.append(coverReason(layer, first))
    }
    if !isAway, picturesLeft > 0, try isPlainBehind(i) {
      if sights.contains(where: \.isBlended) {
        reasons.append(
          Reason(
            rule: .sameColor,
            why: "its compositingFilter, or that of a layer above it, leaves what lies behind it unchanged"
              + layer.line(ofSetting: "compositingFilter"),
            hint: "another compositingFilter, or none", changes: [.unblended]))
      }
      if layer.hasDefaultTextColor {
        reasons.append(
          Reason(
            rule: .whiteText, why: "its text is white, the default, on white", hint: "foregroundColor = \"black\"",
            changes: [.apart]))
      } else {
        let color = layer.ownColor.map { "colour \($0.hexadecimal)" } ?? "colour"
        reasons.append(
          Reason(
            rule: .sameColor, why: "its \(color) equals that of what lies behind it", hint: nil, changes: [.apart]))
      }
    }
    return reasons
  }

  /// Returns the reason that the layer's own mask, or that of an ancestor, lies elsewhere.
  private func maskingReason(_ host: Layer, _ layer: Layer, _ box: Rect) -> Reason {
    if host === layer, let mask = layer.mask { return maskReason(mask, of: layer, isOutside: true) }
    return Reason(
      rule: .cutAway,
      why: "the mask of \(host.reference(in: layer)) does not reach the box of \(layer.name ?? "the layer"), "
        + Self.text(box),
      hint: "a larger mask, or another position", changes: [.unmasked(host.serial)])
  }

  private func coverReason(_ layer: Layer, _ sight: SeenCells.Sight) -> Reason {
    let cover = sight.cover.flatMap { places[$0] }.map { entries[$0].layer }
    let isByDepth = cover.map { $0.superlayer === layer.superlayer && $0.zPosition > layer.zPosition } ?? false
    return Reason(
      rule: .occluded,
      why: (cover.map { "\($0.reference(in: layer)) covers it" } ?? "others cover it")
        + (isByDepth ? ", whose zPosition \(Self.number(cover?.zPosition ?? 0)) is greater" : ""),
      hint: isByDepth ? "a greater zPosition" : "add it later, or give it a greater zPosition",
      changes: [.uncovered])
  }

  /// Returns the reason that everything the layer paints is transparent; nil if its bounds are empty.
  private func clearReason(_ layer: Layer) -> Reason? {
    guard !layer.bounds.isEmpty else { return nil }
    func reason(_ why: String, _ hint: String?) -> Reason {
      Reason(rule: .clearContents, why: why, hint: hint, changes: [.filled])
    }
    if layer.contents != nil {
      let part = layer.contentsRect
      if part.isEmpty {
        return reason(
          "its contentsRect\(layer.line(ofSetting: "contentsRect")) has no area", "contentsRect = {0, 0, 1, 1}")
      }
      return reason(
        "its image is clear everywhere\(layer.line(ofSetting: "contents"))", "an image with pixels of a colour")
    }
    return reason("all that it draws is clear", "colours with an alpha")
  }

  private func drawnOutside(_ layer: Layer) -> Finding {
    Finding(
      .drawingClipped, layer,
      "\(layer.subject) is not seen: all that it draws lies outside of its bounds, \(Self.text(layer.bounds)), and "
        + "drawing is cut there",
      hint: "draw from the bounds' origin, in points")
  }

  /// True if the picture has a single colour in and around the layer's box, or, for a leaf, equal colours on both sides
  /// of its edges.
  private func isPlainBehind(_ i: Int) throws -> Bool {
    let layer = entries[i].layer
    // A container may well have the colour of the layer behind it.
    let isLeaf = !descendants(of: i).contains { entries[$0].layer.intent.isSomething }
    for scene in scenes {
      guard let sight = scene.sight.sights[layer.serial], let box = sight.lineBox ?? sight.clippedBox else { continue }
      let canvas = scene.probe.tree.canvas
      // A layer that fills the picture is what the picture shows.
      if box.minX <= canvas.minX, box.minY <= canvas.minY, box.maxX >= canvas.maxX, box.maxY >= canvas.maxY {
        return false
      }
      if try scene.probe.isPlain(around: box) { continue }
      if try !isLeaf || !scene.probe.isFlush(along: sight.corners) { return false }
    }
    return true
  }

  // MARK: Pictures that confirm

  /// True if rendering without the layer yields identical bytes at all of the times.
  mutating func confirmed(
    _ layer: Layer, losing loss: RenderNode.Loss = .pieces, isWhole: Bool = false
  ) throws -> Bool {
    for scene in scenes {
      guard let sight = scene.sight.sights[layer.serial] else { continue }
      guard picturesLeft > 0 else { return false }
      let box = sight.clippedBox ?? sight.box ?? scene.probe.tree.canvas
      let area = isWhole || sight.hasBackgroundFilters ? scene.probe.tree.canvas : box
      picturesLeft -= scene.probe.cost(of: area)
      if try scene.probe.isSeen(layer.serial, losing: loss, isWhole: isWhole, in: area) { return false }
    }
    return true
  }

  /// True if the layer becomes visible after some changes to the first picture that contains it; with `isWhole`, if the
  /// layer or a descendant does.
  private mutating func wouldBeSeen(
    _ layer: Layer, after changes: Set<PictureProbe.Change>, isWhole: Bool = false
  ) throws -> Bool {
    for scene in scenes {
      guard let sight = scene.sight.sights[layer.serial] else { continue }
      guard picturesLeft > 0 else { return false }
      let canvas = scene.probe.tree.canvas
      let isElsewhere = changes.contains(.anywhere) && !isWhole
      let area = isWhole ? canvas : (isElsewhere ? sight.box : sight.clippedBox ?? sight.box) ?? canvas
      picturesLeft -= scene.probe.cost(of: area)
      return try scene.probe.isSeen(layer.serial, after: changes, isWhole: isWhole, in: area)
    }
    return false
  }
}
