// SPDX-License-Identifier: MIT
import Geometry
import Pixels
import RenderTree

// Replication. Sublayers are resolved once and placed for each instance, unless the instances' times differ.
extension Resolver {
  /// Sets up the frame of a layer that replicates its sublayers.
  func replicate(_ layer: Layer, _ replication: Replication, _ frame: Frame) {
    frame.replication = replication
    let (count, delay) = (replication.count, layer.instances.delay)
    if delay != 0, count > 1, count <= layer.scene.limits.replicatedLayers, dependsOnTime(frame.model) {
      frame.delay = delay
      frame.replication?.starts = [0]
    }
  }

  /// True if a layer below changes with time.
  private func dependsOnTime(_ model: Layer) -> Bool {
    var found = false
    model.walk { layer, depth in
      if layer.changesWithTime { found = true }
      if depth > 0, presenter?.isAnimated(layer) ?? false { found = true }
      if let mask = layer.mask, mask.isDrawnPerPicture || presenter?.isAnimated(mask) ?? false { found = true }
      return !found
    }
    return found
  }

  /// Returns the number of layers that a finished frame shows, itself included. If an animation gives too many
  /// instances, none is shown.
  func weight(of frame: Frame) throws(LayerError) -> Int {
    guard let replication = frame.replication, replication.starts == nil else { return frame.weight + 1 }
    let (product, overflows) = frame.weight.multipliedReportingOverflow(by: replication.count)
    guard !overflows, product < frame.model.scene.limits.replicatedLayers else {
      try leaveOutInstances(of: frame, frame.tooManyInstances(of: frame.weight))
      return 1
    }
    return product + 1
  }

  /// Restarts at the first sublayer if every instance shows them at its own time; returns false if all instances are
  /// done.
  func beginNextInstance(of frame: Frame) throws(LayerError) -> Bool {
    do throws(LayerError) { return try frame.beginNextInstance() } catch {
      try leaveOutInstances(of: frame, error)
      return false
    }
  }

  /// Leaves out the instances and warns, if an animation gives the layer or one below its number of instances.
  ///
  /// - Throws: `error` if no animation does.
  private func leaveOutInstances(of frame: Frame, _ error: LayerError) throws(LayerError) {
    var animated: Layer?
    let time = frame.time
    frame.model.walk { layer, _ in
      if layer.instances.count != 1 || layer === frame.model,
        animatedKey(of: layer, among: ["instanceCount"], at: time) != nil
      {
        animated = layer
      }
      return animated == nil
    }
    guard let animated else { throw error }
    animated.warnOfFrame("instanceCount", error.message, "its sublayers are left out")
    frame.nodes = []
    frame.replication = nil
    frame.weight = 0
  }
}

extension Resolver.Frame {
  func add(weight: Int, blends: Bool) {
    self.weight += weight
    if blends { self.blends = true }
  }

  /// Restarts at the first sublayer if every instance shows them at its own time; returns false if all instances are
  /// done.
  func beginNextInstance() throws(LayerError) -> Bool {
    guard let count = replication?.count, replication?.starts != nil, instance + 1 < count else { return false }
    if weight >= model.scene.limits.replicatedLayers { throw tooManyInstances(of: weight / (instance + 1)) }
    instance += 1
    next = 0
    let start = nodes.count
    replication?.starts?.append(start)
    return true
  }

  func tooManyInstances(of layers: Int) -> LayerError {
    LayerError(
      .limit,
      "\(label): \(replication?.count ?? 1) instances of \(layers) layer\(layers == 1 ? "" : "s") are too many: "
        + "a picture shows at most \(model.scene.limits.replicatedLayers) layers after replication; lower instanceCount"
    )
  }

  /// The replication, completed by values found while resolving; nil if there are no sublayers to show.
  var finishedReplication: Replication? {
    guard var result = replication, !nodes.isEmpty else { return nil }
    result.blends = blends
    return result
  }
}

extension Layer {
  /// Returns the layer's own time at a time of its superlayer.
  func localTime(at time: Double) -> Double { timingBox.map { $0.value.activeTime(at: time) } ?? time }

  /// Returns the layer's own time at a time of the scene.
  func ownTime(at time: Double) -> Double {
    self.time(LocalTime(time), below: nil) { LocalTime($0.localTime(at: $1.seconds)) }?.seconds ?? time
  }

  /// True if it is combined with its backdrop by a blend mode other than normal.
  var blends: Bool { (decorationBox?.value.blendMode ?? .normal) != .normal }
}
