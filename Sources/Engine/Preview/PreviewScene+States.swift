// SPDX-License-Identifier: MIT
import Geometry
import LayerEngine
import LayerModel
import Messages

/// A state that was chosen in the page, or a place between two.
struct StateChoice {
  /// nil for the base.
  var name: String?
  /// The second state and the fraction from the first to it; nil for a state alone.
  var next: (name: String?, fraction: Double)?
  /// The time at which the state was chosen, in seconds; nil for a change at once, without a transition.
  var time: Double?

  /// The state at which a later choice begins.
  var resting: StateChoice {
    if let next { return StateChoice(name: next.fraction < 0.5 ? name : next.name) }
    return StateChoice(name: name)
  }
}

// States and tilt, chosen in the page.
extension PreviewScene {
  /// The maximum number of choices that a transition takes account of: one that begins before the last has ended
  /// begins at what is shown.
  private static let choiceLimit = 4

  /// The states of the picture, as the page shows them; nil if it has neither states nor groups that follow a tilt.
  var statesObject: JSONObject? {
    guard let root = picture?.layer else { return nil }
    let names = root.stateNames()
    let tilts = root.followsTilt
    guard !names.isEmpty || tilts else { return nil }
    var object = JSONObject()
    object.set("names", strings: names)
    object.set("state", shownState)
    object.set("tilts", tilts)
    return object
  }

  /// The name of the picture's state, "" for the base.
  private var shownState: String {
    guard let root = picture?.layer else { return "" }
    if let name = root.currentState { return name }
    return root.subtree.lazy.compactMap(\.currentState).first ?? ""
  }

  /// Answers `state`: sets a state of the picture, with its transition from a time on, or a fraction between two, or
  /// the tilt.
  func answerState(_ request: WorkerRequest) throws -> Answer {
    let name = try request.string("name")
    let from = try request.string("from")
    let tilt = try request.pair("tilt")
    guard name != nil || from != nil || tilt != nil else {
      throw EngineError(.usage, "state: expected name, or from, to and fraction, or tilt")
    }
    let before = (choices, self.tilt)
    if let tilt { self.tilt = tilt }
    if let from {
      guard let fraction = try request.number("fraction"), fraction >= 0, fraction <= 1 else {
        throw EngineError(.usage, "state: fraction: expected a number from 0 to 1")
      }
      choices = [StateChoice(name: filled(from), next: (filled(try request.text("to")), fraction))]
    } else if let name {
      choose(filled(name), at: try request.number("t"))
    }
    if original == nil { original = try ModelSnapshot(of: root) }
    if let problem = restore() {
      (choices, self.tilt) = before
      _ = restore()
      throw asked(problem)
    }
    chosenFilm = film(ofChoices: choices)
    var answer = Answer()
    let film = film
    answer.fields.set("state", shownState)
    answer.fields.set("film", film?.object(opens: film?.start ?? 0))
    return answer
  }

  private func filled(_ name: String) -> String? { name.isEmpty ? nil : name }

  /// - Parameter time: nil for a change at once.
  private func choose(_ name: String?, at time: Double?) {
    guard let time else {
      choices = [StateChoice(name: name)]
      return
    }
    // The state that the script set counts as one that rests.
    var earlier = choices.isEmpty ? [StateChoice(name: filled(shownState))] : choices
    if earlier.count >= PreviewScene.choiceLimit { earlier.removeFirst() }
    // A choice of a later time has not begun yet.
    if let last = earlier.last, last.time.map({ $0 > time }) ?? false { earlier = [last.resting] }
    earlier[0].time = nil
    choices = earlier + [StateChoice(name: name, time: time)]
  }

  /// Makes the choices on the layers as the script left them.
  func applyChoices() throws {
    guard let root = picture?.layer else { return }
    try engine.working {
      if let tilt = self.tilt { try root.setTilt(tilt.x, tilt.y) }
      for choice in self.choices {
        if let next = choice.next {
          try root.setState(from: choice.name, to: next.name, fraction: next.fraction)
        } else if let time = choice.time {
          try root.scene.atTime(time) { try root.setState(choice.name) }
        } else {
          try root.setState(choice.name, transitionSpeed: 0)
        }
      }
    }
  }

  /// The film of a state that was chosen at a time: from there on, its transition, then once what moves besides; that
  /// repeats. nil if no state was chosen with a transition.
  private func film(ofChoices choices: [StateChoice]) -> Film? {
    guard let picture, let time = choices.last?.time else { return nil }
    let length = transitionLength(from: time)
    guard length > 0 else { return nil }
    // Without its transition the picture moves as before, or not at all.
    let rest = restingFilm(of: picture)
    return Film(
      start: time, duration: min(length + (rest?.duration ?? 0), 1e9),
      framesPerSecond: rest?.framesPerSecond ?? settings.film.framesPerSecond ?? 60, loop: rest?.duration ?? 0)
  }

  /// The time until the animations that the choice added have ended, in seconds; 0 if it added none.
  private func transitionLength(from time: Double) -> Double {
    guard let root = picture?.layer else { return 0 }
    var end = time
    for layer in root.subtree {
      for track in layer.animationTracks where track.begin >= time - 1e-9 && track.repeats != nil {
        end = max(end, track.end ?? time)
      }
    }
    return end - time
  }

  /// The film of the picture in the last chosen state without its transition.
  private func restingFilm(of picture: Picture) -> Film? {
    let all = choices
    choices = all.last.map { [$0.resting] } ?? []
    _ = restore()
    let film = scriptFilm(of: picture)
    choices = all
    _ = restore()
    return film
  }
}

extension PreviewScene.Film {
  /// - Parameter opens: the time at which the page begins, in seconds.
  func object(opens: Double) -> JSONObject {
    var object = JSONObject()
    object.set("from", start)
    object.set("opens", opens)
    object.set("duration", duration)
    object.set("fps", framesPerSecond)
    if let loop { object.set("loop", loop) }
    if !lines.isEmpty { object.set("lines", list: lines.map(\.object)) }
    return object
  }
}

extension PlayedLine {
  /// The time line for the page: times in seconds of the scene.
  fileprivate var object: JSONObject {
    var object = JSONObject()
    object.set("name", name)
    object.set("begin", begin)
    object.set("round", round)
    object.set("length", length.isFinite ? length : nil)
    object.set(
      "labels",
      list: labels.map {
        var label = JSONObject()
        label.set("name", $0.name)
        label.set("t", $0.time)
        return label
      })
    return object
  }
}
