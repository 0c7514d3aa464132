// SPDX-License-Identifier: MIT
import Filters
import Geometry
import Raster
import Testing

/// The filter registry as a whole.
struct FilterRowTests {
  @Test func `every name is that of one filter`() {
    let names = FilterRow.all.flatMap { [$0.name] + $0.otherNames }
    #expect(Set(names).count == names.count)
    for row in FilterRow.all {
      for name in [row.name] + row.otherNames { #expect(FilterRow.named(name) === row) }
    }
  }

  @Test(arguments: FilterRow.all.map(\.name))
  func `keys have defaults within their ranges, and words`(name: String) throws {
    let row = try #require(FilterRow.named(name))
    #expect(!row.summary.isEmpty && row.summary.hasSuffix("."))
    #expect(Set(row.keys.map(\.name)).count == row.keys.count)
    #expect(
      row.offsets.count == row.keys.count && row.defaultNumbers.count == row.keys.reduce(0) { $0 + $1.kind.count })
    for key in row.keys {
      #expect(key.name.hasPrefix("input") && key.defaultValue.count == key.kind.count, "\(key.name)")
      #expect(!key.summary.isEmpty && key.summary.hasSuffix("."), "\(key.name)")
      for value in key.defaultValue { #expect(key.range?.contains(value) ?? value.isFinite, "\(key.name)") }
    }
  }

  /// Per the tables of the reference.
  @Test func `no filter of the tables of colours and screens is missing`() {
    let names = """
      CIColorControls CIExposureAdjust CIGammaAdjust CIHueAdjust CIVibrance CIWhitePointAdjust CITemperatureAndTint
      CIToneCurve CIColorMatrix CIColorClamp CIColorPolynomial CIColorThreshold CIHighlightShadowAdjust CIColorInvert
      CIColorMonochrome CISepiaTone CIColorPosterize CIFalseColor CIColorMap CIColorCube CIMaskToAlpha
      CIMaximumComponent CIMinimumComponent CIVignette CIVignetteEffect CIPhotoEffectMono CIPhotoEffectNoir
      CIPhotoEffectTonal CIPhotoEffectChrome CIPhotoEffectFade CIPhotoEffectInstant CIPhotoEffectProcess
      CIPhotoEffectTransfer CIThermal CIXRay CIDither CIDotScreen CILineScreen CIHatchedScreen CICircularScreen
      CICMYKHalftone CIPixellate CIHexagonalPixellate CICrystallize CIPointillize CIEdges CIEdgeWork CIComicEffect
      CILineOverlay CIConvolution3X3 CIBlendWithMask CIBlendWithAlphaMask CIConstantColorGenerator
      CICheckerboardGenerator CIStripesGenerator CIRandomGenerator CILinearGradient CIRadialGradient CIGaussianGradient
      colorInvert colorMonochrome colorMatrix colorSaturate colorHueRotate multiplyColor
      colorContrast colorBrightness luminanceToAlpha
      """
    for name in names.split(whereSeparator: \.isWhitespace) { #expect(FilterRow.named(String(name)) != nil, "\(name)") }
  }

  @Test(arguments: [
    "CIColorControls", "CIExposureAdjust", "CIGammaAdjust", "CIHueAdjust", "CIVibrance", "CIWhitePointAdjust",
    "CITemperatureAndTint", "CIToneCurve", "CIColorMatrix", "CIColorPolynomial", "CIHighlightShadowAdjust",
    "colorSaturate", "colorHueRotate", "multiplyColor", "colorContrast", "colorBrightness", "CIVignette",
    "CIConvolution3X3",
  ])
  func `neutral values change nothing and cost nothing`(name: String) throws {
    var values: [String: [Double]] = [:]
    if name == "CIConvolution3X3" { values["inputWeights"] = [0, 0, 0, 0, 1, 0, 0, 0, 0] }
    let source = try randomImage(DeviceRect(x0: 0, y0: 0, x1: 20, y1: 20))
    let plan = FilterPlan(
      [try step(name, values)], map: .identity, extent: source.rect, bounds: source.rect.rect)
    #expect(plan.isIdentity)
  }

  @Test(arguments: [
    ("CIColorMonochrome", "inputIntensity"), ("CISepiaTone", "inputIntensity"), ("CIVignetteEffect", "inputIntensity"),
    ("CIDither", "inputIntensity"),
  ])
  func `an intensity of 0 changes nothing`(name: String, key: String) throws {
    let plan = FilterPlan(
      [try step(name, [key: [0]])], map: .identity, extent: DeviceRect(x0: 0, y0: 0, x1: 9, y1: 9),
      bounds: Rect(0, 0, 9, 9))
    #expect(plan.isIdentity)
  }

  @Test func `clamping to 0 and 1 returns the same bytes`() throws {
    // Every alpha, with every premultiplied value allowed by it.
    let source = try FilterImage(.bytes, rect: DeviceRect(x0: 0, y0: 0, x1: 256, y1: 256))
    for y in 0..<256 {
      for x in 0...y {
        source.bytes(Int32(y))[x] = UInt32(x) | UInt32(y - x) << 8 | UInt32(x / 2) << 16 | UInt32(y) << 24
      }
    }
    let result = try #require(try filtered([step("CIColorClamp")], source))
    for y in Int32(0)..<256 { for x in 0..<256 { #expect(result.bytes(y)[x] == source.bytes(y)[x]) } }
  }
}
