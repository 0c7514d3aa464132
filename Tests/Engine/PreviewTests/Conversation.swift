// SPDX-License-Identifier: MIT
import Formats
import Foundation
import Geometry
import LayerEngine
import LayerModel
import Preview
import Testing
import TestSupport

/// An in-process preview worker and the messages that it has sent.
final class Conversation {
  let folder: TemporaryFolder
  let engine: Engine
  let worker: PreviewWorker
  private(set) var messages: [(head: [String: Any], bytes: [UInt8]?)] = []
  /// The exit code of a script that failed; nil if it succeeded.
  let code: Int32?
  private var count = 0

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - files: the contents of the files in the folder, by name.
  ///   - isIdle: true lets the worker search for findings.
  ///   - change: modifies the settings and the configuration before the script runs.
  init(
    _ script: String, files: [String: String] = [:], named: [(name: String, value: String)] = [], isIdle: Bool = true,
    change: (inout PreviewSettings, inout Engine.Configuration) -> Void = { _, _ in }
  ) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    for (name, text) in files { try folder.write(text, to: name) }
    let path = try folder.write(script, to: "scene.lua")
    var settings = PreviewSettings(
      script: Array(script.utf8), name: path, arguments: ScriptArguments(named: named),
      temporaryFolder: folder.path + "/temporary")
    var configuration = Engine.Configuration(
      writableFiles: Engine.temporaryFilms(in: settings.temporaryFolder), threads: 1, scriptDirectory: folder.path,
      workingDirectory: folder.path)
    change(&settings, &configuration)
    engine = try Engine(configuration)
    let inbox = Inbox()
    worker = PreviewWorker(engine, settings, scriptFile: path) { inbox.messages.append($0) }
    self.inbox = inbox
    code = worker.start()
    if code == nil, isIdle { worker.idle() }
    collect()
  }

  private final class Inbox { var messages: [WorkerMessage] = [] }
  private let inbox: Inbox

  private func collect() {
    for message in inbox.messages {
      let line = Data(message.head.json.utf8)
      let head = (try? JSONSerialization.jsonObject(with: line)) as? [String: Any]
      if head == nil { Issue.record("no JSON: \(message.head.json)") }
      messages.append((head ?? [:], message.bytes))
    }
    inbox.messages = []
  }

  /// Sends a request and returns the answer.
  @discardableResult func ask(_ question: String, _ fields: [String: Any] = [:]) throws -> Answer {
    count += 1
    var request = fields
    request["id"] = count
    request["ask"] = question
    let before = messages.count
    send(try JSONSerialization.data(withJSONObject: request))
    let answers = messages[before...].filter { $0.head["id"] != nil }
    try #require(answers.count == 1)
    #expect(answers.first?.head["id"] as? Int == count)
    return Answer(head: answers.first?.head ?? [:], bytes: answers.first?.bytes)
  }

  /// Sends a line.
  func send(_ line: Data) {
    _ = worker.answer([UInt8](line))
    collect()
  }

  struct Answer {
    let head: [String: Any]
    let bytes: [UInt8]?
    var error: String? { head["error"] as? String }
    var isFine: Bool { head["ok"] as? Bool == true }
    var layers: [[String: Any]] { head["layers"] as? [[String: Any]] ?? [] }
    var keys: [[String: Any]] { head["keys"] as? [[String: Any]] ?? [] }
  }

  /// The first event with a name.
  func event(_ name: String) -> (head: [String: Any], bytes: [UInt8]?)? {
    messages.first { $0.head["event"] as? String == name }
  }

  /// All strings under a key in the events with a name.
  func strings(_ event: String, _ key: String) -> [String] {
    messages.filter { $0.head["event"] as? String == event }.flatMap { $0.head[key] as? [String] ?? [] }
  }

  /// The paths of all layers, requested level by level.
  func paths() throws -> [String] {
    var found: [String] = []
    var open: [String?] = [nil]
    while let path = open.popLast() {
      let rows = try ask("tree", path.map { ["of": $0] } ?? [:]).layers
      if path == nil, let root = rows.first?["path"] as? String { found.append(root) }
      for row in rows.dropFirst() {
        guard let below = row["path"] as? String else { continue }
        found.append(below)
        if (row["children"] as? Int ?? 0) > 0 { open.append(below) }
      }
    }
    return found
  }
}

/// A scene with every kind of content.
let richScene = """
  local root = ca.Layer { name = "root", bounds = {0, 0, 120, 90}, backgroundColor = "white" }
  root.layoutManager = ca.ConstraintLayoutManager()
  local Gauge = ca.Layer:subclass("Gauge", { defaults = { heading = 30, opacity = 0.75 }, redrawKeys = { "heading" } })
  function Gauge:drawInContext(ctx) ctx:setFillColor("orange"); ctx:fill {2, 2, self.heading, 6} end
  local gauge = Gauge { name = "gauge", frame = {60, 2, 50, 12}, style = { heading = 20 } }
  gauge:setNeedsDisplay()
  root.sublayers = {
    ca.Layer { name = "card", frame = {5, 5, 40, 30}, backgroundColor = {0.2, 0.4, 0.9, 1}, cornerRadius = 4,
      borderWidth = 1.5, shadowOpacity = 0.5, masksToBounds = false, own = nil,
      ca.TextLayer { name = "title", frame = {2, 2, 36, 12}, string = "Hi", fontSize = 8, foregroundColor = "black" },
      ca.TextLayer { name = "title", frame = {2, 14, 36, 12}, string = "Ho", fontSize = 8, foregroundColor = "black" } },
    ca.ShapeLayer { frame = {50, 40, 20, 20}, path = "M 0 0 L 20 0 L 20 20 Z", fillColor = "green", strokeColor = "red",
      lineDashPattern = {4, 2} },
    ca.GradientLayer { name = "sky/blue", frame = {70, 40, 20, 20}, colors = {"#ff0000", "blue"}, locations = {0.1, 0.9} },
    ca.ReplicatorLayer { name = "many", frame = {5, 60, 50, 10}, instanceCount = 4,
      instanceTransform = ca.Transform.translation(12, 0), ca.Layer { frame = {0, 0, 8, 8}, backgroundColor = "purple" } },
    ca.TransformLayer { name = "depth", frame = {90, 40, 20, 20},
      ca.Layer { name = "turned", frame = {0, 0, 20, 20}, backgroundColor = "teal",
        transform = ca.Transform.rotation(0.5, 0, 1, 0) } },
    ca.Layer { name = "#hash", frame = {0, 0, 3, 3}, hidden = true },
    ca.Layer { name = "placed", bounds = {0, 0, 10, 10}, backgroundColor = "gray",
      constraints = { "midX = superlayer.midX", "maxY = superlayer.maxY - 5" } },
    ca.Layer { name = "blurred", frame = {20, 70, 20, 15}, backgroundColor = "red", filters = { ca.Filter("CIGaussianBlur", { inputRadius = 2, name = "blur" }) } },
    gauge,
  }
  local masked = ca.Layer { name = "masked", frame = {100, 70, 15, 15}, backgroundColor = "navy" }
  masked.mask = ca.Layer { frame = {0, 0, 10, 10}, backgroundColor = "black", cornerRadius = 5 }
  masked.note = "a key of one's own"
  root:addSublayer(masked)
  local fade = ca.BasicAnimation { keyPath = "opacity", fromValue = 1, toValue = 0, duration = 2 }
  masked:addAnimation(fade)
  return root
  """
