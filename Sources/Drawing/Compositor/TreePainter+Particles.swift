// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import Raster
import RenderTree

// Particles: painted as one piece if the plane's map is affine, individually under perspective.
extension TreePainter {
  func paintParticles(_ particles: Particles, of node: RenderNode, through map: Homography, ink: Ink) throws {
    guard !particles.sprites.isEmpty else { return }
    label = node.label
    // Several pieces are in a separate group unless the node blends normally.
    let blend = particles.isAdditive ? BlendMode.plusLighter : ink.blend
    guard let affine = map.affine, map.m33 > 0 else {
      return try paintSingly(particles, through: map, ink: ink, blend: blend)
    }
    let pyramids = particles.kinds.map { pyramid($0.image) }
    // From image pixels to a kind's points.
    let points = particles.kinds.map { TreePainter.points(of: $0) }
    let batch = SpriteBatch()
    batch.reserve(particles.sprites.count)
    for (step, sprite) in particles.sprites.enumerated() {
      if step & 1023 == 1023 { try checkStop() }
      let kind = particles.kinds[sprite.kind]
      let tone = Tone(alpha: ink.alpha, tint: ink.tint).multiplied(by: sprite.color)
      batch.add(
        image: sprite.kind, pyramids[sprite.kind], part: kind.source,
        through: points[sprite.kind].concat(particles.placement(of: sprite)).concat(affine),
        multiplier: tone.multiplier, region: list.scissor, magnification: ImageFilter(kind.magnification),
        minification: ImageFilter(kind.minification), bias: kind.minificationBias)
    }
    list.sprites(batch, blend: blend, clip: ink.clip)
  }

  private func paintSingly(_ particles: Particles, through map: Homography, ink: Ink, blend: BlendMode) throws {
    defer { list.tint = ink.tint }
    for (step, sprite) in particles.sprites.enumerated() {
      if step & 1023 == 1023 { try checkStop() }
      let kind = particles.kinds[sprite.kind]
      let tone = Tone(alpha: ink.alpha, tint: ink.tint).multiplied(by: sprite.color)
      let place = Homography(particles.placement(of: sprite)).concat(map)
      guard place.isFinite, tone.isVisible else { continue }
      outlines.add(Rect(origin: .zero, size: kind.size), through: place, to: &list.builder)
      list.tint = tone.tint
      list.fill(
        list.builder.finish(),
        source: .image(
          pyramid(kind.image), through: Homography(TreePainter.points(of: kind)).concat(place),
          magnification: ImageFilter(kind.magnification),
          minification: ImageFilter(kind.minification), bounds: DeviceRect(around: kind.source),
          bias: kind.minificationBias),
        opacity: byte(tone.alpha), blend: blend, clip: ink.clip)
      try countSprite()
    }
  }

  private static func points(of kind: Particles.Kind) -> AffineTransform {
    AffineTransform.translation(-kind.source.x, -kind.source.y).concat(
      .scale(kind.size.width / kind.source.width, kind.size.height / kind.source.height))
  }
}
