rockspec_format = "3.0"
package = "layerlua"
version = "0.1.0-1"
-- `luarocks make` builds what is checked out; scripts/package writes the address of the sources into a release's.
source = { url = "git+file://." }
description = {
  summary = "Core Animation's layers, scripted in Lua, rendered without a screen",
  detailed = "Layers, animations, layout, text, particles and drawing, rendered to pictures and films by a fast, deterministic, headless engine in Swift. \
It needs libpng16 and libdeflate, and for text HarfBuzz, for text that is not plain Latin Pango, with the fonts DejaVu \
and Liberation 2; further libraries for some formats and functions, whose errors name them. On Debian: libpng16-16, \
libdeflate0, libharfbuzz0b, libpangoft2-1.0-0, libwebp7, liblcms2-2, libexpat1, libgif7, libmd0, libseccomp2, \
libpolyclipping22, fonts-dejavu-core, fonts-liberation2; recommended are libjpeg62-turbo, libqhull-r8.0, \
libharfbuzz-subset0, libwoff1, librsvg2-2, fonts-noto-color-emoji. Building it needs Swift 6.1.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.4, < 5.5" }
build = {
  type = "command",
  build_command = "scripts/build lua",
  -- layerlua-svg, the program that draws SVG files, and the libraries that combine paths and read TOML are looked for
  -- beside the module.
  install = { lib = { layerlua = ".build/layerlua.so", ["layerlua-svg"] = ".build/layerlua-svg",
    ["liblayerlua-paths"] = ".build/liblayerlua-paths.so", ["liblayerlua-toml"] = ".build/liblayerlua-toml.so" } },
}
