// SPDX-License-Identifier: MIT
import CLayerLua
import TestSupport
import Testing

/// Lottie files as layers, through the C interface.
@Suite struct LottieTests {
  private let client: Client

  init() throws {
    client = try (Checkout.root + "/scripts/scenes").withCString { path in try Client { $0.script_directory = path } }
  }

  /// Makes a layer of the badge with a colour under a key path.
  private func layer(colour path: String, _ colour: String) throws -> (layerlua_status, OpaquePointer?) {
    var layer: OpaquePointer?
    let status = path.withCString { path in
      colour.withCString { colour in
        "values".withCString { name in
          func string(_ text: UnsafePointer<CChar>) -> layerlua_value {
            .of(LAYERLUA_STRING) {
              $0.as.string = text
              $0.count = String(cString: text).utf8.count
            }
          }
          func dictionary(_ items: UnsafePointer<layerlua_value>) -> layerlua_value {
            .of(LAYERLUA_DICTIONARY) {
              $0.count = 1
              $0.as.items = items
            }
          }
          return [string(path), string(colour)].withUnsafeBufferPointer { inner in
            guard let inner = inner.baseAddress else { return LAYERLUA_USAGE }
            return [string(name), dictionary(inner)].withUnsafeBufferPointer { outer in
              guard let outer = outer.baseAddress else { return LAYERLUA_USAGE }
              var options = dictionary(outer)
              return layerlua_layer_lottie(client.engine, "badge.json", &options, &layer)
            }
          }
        }
      }
    }
    return (status, layer)
  }

  @Test func `a file plays with a colour of the host`() throws {
    defer { withExtendedLifetime(client) {} }
    let (status, layer) = try layer(colour: "Card.Plate.Fill 1.Color", "#ff0000")
    try client.check(status)
    try client.check(layerlua_keep_layer(client.engine, layer))
    var settings = layerlua_settings(scale: 1)
    settings.has_time = true
    settings.time = 3
    var pixels = [UInt8](repeating: 9, count: 320 * 200 * 4)
    try client.check(layerlua_render(client.engine, layer, &settings, 0, &pixels, pixels.count, 0))
    #expect(Array(pixels[(170 * 320 + 160) * 4..<(170 * 320 + 161) * 4]) == [255, 0, 0, 255])
  }

  @Test func `an option without a place is refused with the nearest name`() throws {
    defer { withExtendedLifetime(client) {} }
    #expect(try layer(colour: "Card.Plate.Fil 1.Color", "red").0 == LAYERLUA_USAGE)
    #expect(client.message.contains("Card.Plate.Fill 1.Color"), "\(client.message)")
    var layer: OpaquePointer?
    var number = layerlua_value.of(LAYERLUA_NUMBER) { $0.as.number = 1 }
    #expect(layerlua_layer_lottie(client.engine, "badge.json", &number, &layer) == LAYERLUA_USAGE && layer == nil)
    #expect(layerlua_layer_lottie(client.engine, nil, nil, &layer) == LAYERLUA_USAGE)
    #expect(layerlua_layer_lottie(client.engine, "badge.json", nil, nil) == LAYERLUA_USAGE)
    #expect(layerlua_layer_lottie(client.engine, "badges.lua", nil, &layer) == LAYERLUA_USAGE)
    #expect(layerlua_layer_lottie(client.engine, "none.json", nil, &layer) != LAYERLUA_OK)
  }

  @Test func `the information is a dictionary`() throws {
    defer { withExtendedLifetime(client) {} }
    var info = layerlua_value()
    try client.check(layerlua_lottie_info(client.engine, "badge.json", nil, &info))
    #expect(info.type == Int32(bitPattern: LAYERLUA_DICTIONARY.rawValue))
    var found: [String: layerlua_value] = [:]
    for i in 0..<info.count {
      found[String(cString: info.as.items[2 * i].as.string)] = info.as.items[2 * i + 1]
    }
    #expect(found["width"]?.as.number == 320 && found["duration"]?.as.number == 4)
    #expect(found["frameRate"]?.as.number == 30)
    #expect(found["markers"]?.count == 2 && found["layers"]?.count == 5 && (found["keyPaths"]?.count ?? 0) > 20)
    #expect(layerlua_lottie_info(client.engine, "badge.json", "other", &info) == LAYERLUA_USAGE)
    #expect(layerlua_lottie_info(client.engine, "badge.json", nil, nil) == LAYERLUA_USAGE)
  }
}
