-- Posters of one picture: two tones, dots, lines, the four inks of print, cells and thermal colours.
local ca = require "layerlua"
local landscape = require "lib.landscape"

local picture = landscape(180, 180, 2)
local root = ca.Layer { name = "posters", bounds = { 0, 0, 590, 400 }, backgroundColor = "#f4efe6" }
local center = { 90, 90 }
local posters = {
  { ca.Filter("CIFalseColor", { inputColor0 = "#1b1464", inputColor1 = "#ff5e62" }) },
  { ca.Filter("CIDotScreen", { inputCenter = center, inputAngle = 0.4, inputWidth = 6 }), ca.Filter("CIFalseColor",
    { inputColor0 = "#0b3954", inputColor1 = "#ffe66d" }) },
  { ca.Filter("CICMYKHalftone", { inputCenter = center, inputWidth = 6 }) },
  { ca.Filter("CILineScreen", { inputCenter = center, inputAngle = 0.8, inputWidth = 5 }), ca.Filter("CIFalseColor",
    { inputColor0 = "#3a0ca3", inputColor1 = "#f8f9fa" }) },
  { ca.Filter("CIHexagonalPixellate", { inputCenter = center, inputScale = 8 }), ca.Filter("CIColorPosterize",
    { inputLevels = 4 }) },
  { ca.Filter("CIGaussianBlur", { inputRadius = 1.5 }), ca.Filter("CIThermal") },
}
for i, filters in ipairs(posters) do
  root:addSublayer(ca.Layer {
    frame = { 15 + (i - 1) % 3 * 190, 15 + (i - 1) // 3 * 190, 180, 180 }, contents = picture, masksToBounds = true,
      cornerRadius = 6,
    filters = filters, shadowOpacity = 0, name = "poster " .. i,
  })
end
return root
