// SPDX-License-Identifier: MIT
import CLayerLua
import LayerEngine
import LayerModel
import Messages
import Numbers

@_cdecl("layerlua_diagnose") public func diagnose(
  _ engine: OpaquePointer?, _ layer: OpaquePointer?, _ settings: UnsafePointer<layerlua_settings>?,
  _ onFinding: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<layerlua_finding>?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?
) -> layerlua_status {
  perform(engine) { handle in
    let layer = try handle.layer(layer)
    let settings = try DrawingSettings(settings)
    guard let onFinding else { throw misuse("the callback for the findings is NULL") }
    let findings = try handle.engine.findings(on: layer, settings.render, isFilm: settings.isFilm)
    for finding in findings { handle.tell(finding) { onFinding(userData, $0) } }
  }
}

extension EngineHandle {
  /// Converts a finding to its C structure and passes that to a body.
  fileprivate func tell(_ finding: Finding, _ body: (UnsafePointer<layerlua_finding>) -> Void) {
    let place = finding.place.map { "\($0): " } ?? ""
    let texts = [
      finding.rule.rawValue, finding.message, visibleText(place + finding.text), finding.hint ?? "",
      finding.place?.script ?? "",
    ].map(duplicate)
    defer { for text in texts { text.deallocate() } }
    var c = layerlua_finding()
    c.rule = UnsafePointer(texts[0])
    c.message = UnsafePointer(texts[1])
    c.description = UnsafePointer(texts[2])
    if finding.hint != nil { c.hint = UnsafePointer(texts[3]) }
    if let place = finding.place {
      c.script = UnsafePointer(texts[4])
      c.line = Int32(clamping: place.line)
    }
    c.layer = finding.layer.map { handles.pointer(to: $0) }
    c.others = UInt32(clamping: finding.others)
    c.is_note = finding.isNote
    withUnsafePointer(to: &c, body)
  }
}
