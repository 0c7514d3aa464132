-- Every filter on one picture, under its name. With -D category=blur those of a category, with -D folder=PLACE a file
-- each.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local only = ca.args.category
local WIDTH, HEIGHT, COLUMNS = 96, 72, only and 6 or 9
local picture = landscape(WIDTH, HEIGHT, ca.args.folder and 3 or 2)

-- What a filter needs besides its defaults, so that it shows what it does on a small picture.
local ramp = ca.Image { width = 64, height = 1, pixels = function(x) return x / 63, 0.25, 1 - x / 63, 1 end }
local mask = ca.Image { width = WIDTH, height = HEIGHT, pixels = function(x, y)
  local v = math.max(0, 1 - math.sqrt((x - 48) ^ 2 + (y - 36) ^ 2) / 36)
  return v, v, v, v
end }
local waves = ca.Image { width = 64, height = 64, pixels = function(x, y)
  return 0.5 + 0.5 * math.sin(x / 5), 0.5 + 0.5 * math.sin(y / 5), 0, 1
end }
local cube = {}
for blue = 0, 1 do for green = 0, 1 do for red = 0, 1 do
  for _, v in ipairs { green, blue, red, 1 } do cube[#cube + 1] = v end
end end end

local VALUES = {
  CIGaussianBlur = { inputRadius = 3 }, CIBoxBlur = { inputRadius = 4 }, CIDiscBlur = { inputRadius = 4 },
  CIMotionBlur = { inputRadius = 8, inputAngle = 0.5 }, CIMorphologyMaximum = { inputRadius = 2 },
  CIMorphologyMinimum = { inputRadius = 2 }, CIUnsharpMask = { inputIntensity = 2 },
    CISharpenLuminance = { inputSharpness = 2 },
  CINoiseReduction = { inputSharpness = 2 },
  CIColorControls = { inputSaturation = 2, inputContrast = 1.3 }, CIExposureAdjust = { inputEV = 0.7 },
  CIGammaAdjust = { inputPower = 2 }, CIHueAdjust = { inputAngle = 2 }, CIVibrance = { inputAmount = 1 },
  CIWhitePointAdjust = { inputColor = "#ffc080" }, CITemperatureAndTint = { inputTargetNeutral = { 4000, 30 } },
  CIToneCurve = { inputPoint1 = { 0.25, 0.1 }, inputPoint3 = { 0.75, 0.95 } },
  CIColorMatrix = { inputRVector = { 0, 1, 0, 0 }, inputGVector = { 1, 0, 0, 0 } },
  CIColorClamp = { inputMinComponents = { 0.2, 0.2, 0.2, 0 }, inputMaxComponents = { 0.7, 0.7, 0.7, 1 } },
  CIColorPolynomial = { inputRedCoefficients = { 0, 0, 1, 0 } },
    CIHighlightShadowAdjust = { inputHighlightAmount = 0.4, inputShadowAmount = 1 },
  CIColorPosterize = { inputLevels = 4 }, CIColorMap = { inputGradientImage = ramp },
    CIColorCube = { inputCubeData = cube },
  CIVignette = { inputIntensity = 1, inputRadius = 1 }, CIVignetteEffect = { inputRadius = 30 },
    CIDither = { inputIntensity = 0.5 },
  CIBumpDistortionLinear = { inputAngle = 0.6 }, CITwirlDistortion = { inputAngle = 2 },
    CIVortexDistortion = { inputAngle = 6 },
  CIHoleDistortion = { inputRadius = 14 }, CICircleSplashDistortion = { inputRadius = 22 },
  CITorusLensDistortion = { inputRadius = 22, inputWidth = 16 }, CIGlassDistortion = { inputTexture = waves,
    inputScale = 12 },
  CIDisplacementDistortion = { inputDisplacementImage = waves, inputScale = 20 }, CICircularWrap = { inputRadius = 8 },
  CILightTunnel = { inputRadius = 16, inputRotation = 3 },
  CIAffineTransform = { inputTransform = { 0.7, 0.2, -0.2, 0.7, 20, 4 } }, CICrop = { inputRectangle = { 12, 12, 60,
    40 } },
  CIPerspectiveTransform = { inputTopLeft = { 20, 8 }, inputTopRight = { 80, 2 }, inputBottomLeft = { 4, 66 },
    inputBottomRight = { 92, 58 } },
  CIPixellate = { inputScale = 6 }, CIHexagonalPixellate = { inputScale = 6 }, CICrystallize = { inputRadius = 6 },
  CIPointillize = { inputRadius = 4 }, CIEdges = { inputIntensity = 4 }, CIEdgeWork = { inputRadius = 1 },
  CIConvolution3X3 = { inputWeights = { -1, -1, 0, -1, 1, 1, 0, 1, 1 } },
  CIBlendWithMask = { inputMaskImage = mask }, CIBlendWithAlphaMask = { inputMaskImage = mask },
  CICMYKHalftone = { inputWidth = 4 }, colorSaturate = { inputAmount = 0.3 }, colorHueRotate = { inputAngle = 1 },
  colorContrast = { inputAmount = 2 }, colorBrightness = { inputAmount = 0.3 },
  multiplyColor = { inputColor = "#80c0ff" },
}

local root = ca.Layer { name = "filters", backgroundColor = "#202028" }
local count = 0
local function add(name, filters)
  local x = 8 + count % COLUMNS * (WIDTH + 8)
  local y = 8 + count // COLUMNS * (HEIGHT + 26)
  count = count + 1
  local shown = ca.Layer {
    name = name, frame = { x, y, WIDTH, HEIGHT }, masksToBounds = true, contents = picture, filters = filters,
  }
  if ca.args.folder then ca.render(shown, ca.args.folder .. "/" .. name .. ".webp", { scale = 3 }) return end
  root:addSublayer(shown)
  root:addSublayer(ca.TextLayer {
    frame = { x - 4, y + HEIGHT + 2, WIDTH + 8, 14 }, string = (name:gsub("^CI", "")), fontSize = 9,
      foregroundColor = "white",
    alignmentMode = "center", truncationMode = "end",
  })
end

add("no filter")
for _, name in ipairs(ca.filterNames()) do
  local info = ca.filterInfo(name)
  if info.category ~= "transition" and info.category ~= "compositing" and (not only or info.category == only) then
    local values = {}
    for key, value in pairs(VALUES[name] or {}) do values[key] = value end
    for _, key in ipairs(info.keys) do
      if key.name == "inputCenter" then values.inputCenter = { WIDTH / 2, HEIGHT / 2 } end
      if key.name == "inputRadius" and not values.inputRadius and info.category == "distortion" then values.inputRadius = 40 end
    end
    add(name, { ca.Filter(name, values) })
  end
end
if ca.args.folder then return end
root.bounds = { 0, 0, 8 + COLUMNS * (WIDTH + 8), 8 + math.ceil(count / COLUMNS) * (HEIGHT + 26) }
return root
