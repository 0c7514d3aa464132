// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Messages
import RenderTree

extension Resolver {
  /// Returns the enabled filters of a layer as a chain; nil for none.
  ///
  /// - Parameter key: the layer's key, for messages.
  func chain(
    _ filters: [Filter]?, of layer: Layer, _ key: String, _ label: String, scale: Double, time: Double
  ) -> FilterChain? {
    guard let filters, !filters.isEmpty else { return nil }
    var steps: [FilterStep] = []
    for filter in filters where filter.isStoredEnabled {
      let step: FilterStep
      switch made(filter, "\(label).\(key)", scale: scale) {
      case .success(let made): step = made
      case .failure(let problem):
        if let problem = problem.message, passes(layer, at: time, among: [key], problem) { isLeftOut = true }
        continue
      }
      warnAboutCenter(filter, layer, label)
      steps.append(step)
    }
    return steps.isEmpty ? nil : FilterChain(steps, over: layer.storedBounds)
  }

  /// The reason why a filter cannot be applied; a filter without a message has no effect.
  private struct Unfit: Error { var message: String? }

  /// Makes the step of a filter; fails if a required value is missing or two values are inconsistent.
  ///
  /// - Parameter scale: the pixels per point for which variants of images are chosen.
  private func made(_ filter: Filter, _ place: String, scale: Double) -> Result<FilterStep, Unfit> {
    guard let row = filter.kind?.row else { return .failure(Unfit()) }
    for (key, index) in zip(row.keys, row.offsets) where key.isRequired {
      let isMissing =
        key.kind == .image ? filter.image(at: index) == nil : key.kind == .data && filter.data(at: index) == nil
      if isMissing {
        return .failure(Unfit(message: "\(place): the filter \(filter.label) has no \(key.name): \(key.summary)"))
      }
    }
    if row.runsOnSceneThread { isDrawnOnSceneThread = true }
    let step = FilterStep(
      row, numbers: filter.numbers, images: filter.images.map { $0?.bitmap(forScale: scale) }, data: filter.data)
    if let mismatch = row.mismatch?(step) {
      return .failure(Unfit(message: "\(place): the filter \(filter.label) does not fit: \(mismatch)"))
    }
    return .success(step)
  }

  /// Returns the filter step of a transition at its progress; nil if it has no enabled filter.
  func step(of transition: Transition, at part: Double, _ layer: Layer, _ label: String, scale: Double)
    -> FilterStep?
  {
    guard let filter = transition.storedFilter, filter.isStoredEnabled else { return nil }
    var step: FilterStep
    switch made(filter, "\(label): Transition.filter", scale: scale) {
    case .success(let made): step = made
    case .failure(let problem):
      if let message = problem.message { note(message) }
      return nil
    }
    func set(_ name: String, _ values: [Double]) {
      guard let i = step.row.keys.firstIndex(where: { $0.name == name }), step.row.keys[i].kind.count == values.count
      else { return }
      for (k, value) in values.enumerated() { step.numbers[step.row.offsets[i] + k] = value }
    }
    let bounds = layer.storedBounds
    set("inputTime", [min(max(part, 0), 1)])
    set("inputExtent", [bounds.x, bounds.y, bounds.width, bounds.height])
    return step
  }

  /// Warns of a centre outside the bounds: Core Image's default is for an image of 300 points.
  private func warnAboutCenter(_ filter: Filter, _ layer: Layer, _ label: String) {
    guard let center = filter.keyedClass.property("inputCenter")?.point(filter) else { return }
    let r = layer.storedBounds
    guard !r.isEmpty, center.x < r.minX || center.x > r.maxX || center.y < r.minY || center.y > r.maxY else { return }
    layer.scene.warn(
      .filterCenter,
      "\(label): inputCenter {\(numberText(center.x)), \(numberText(center.y))} of \(filter.label) lies outside of the "
        + "bounds {\([r.x, r.y, r.width, r.height].map { numberText($0) }.joined(separator: ", "))}; centres are in "
        + "points of the layer's bounds, and the middle is {\(numberText(r.midX)), \(numberText(r.midY))}",
      onceFor: "\(layer.model.serial) \(filter.className)", about: layer)
  }

  /// Returns the filters of a layer's backdrop; nil for none, and if nothing can lie behind the layer.
  func backgroundChain(
    of layer: Layer, _ label: String, isMask: Bool, isRoot: Bool, scale: Double, time: Double
  ) -> FilterChain? {
    guard let filters = layer.backdropFilters, !filters.isEmpty else { return nil }
    guard isMask || isRoot else {
      return chain(filters, of: layer, "backgroundFilters", label, scale: scale, time: time)
    }
    if filters.contains(where: \.isStoredEnabled) { warnAboutBackgroundFilters(of: layer, label, isMask: isMask) }
    return nil
  }

  private func warnAboutBackgroundFilters(of layer: Layer, _ label: String, isMask: Bool) {
    layer.scene.warn(
      .backgroundFilters,
      isMask
        ? "\(label): a mask's backgroundFilters are ignored, only its alpha counts; set those of the layer it masks"
        : "\(label): backgroundFilters are ignored here, since nothing lies behind the root of a picture; put the "
          + "layer into another one",
      onceFor: "\(layer.model.serial)", about: layer)
  }
}
