// SPDX-License-Identifier: MIT

/// Our own files with every feature that the reader supports. librsvg draws them as browsers do.
enum ArtworkFiles {
  static let all: [(name: String, text: String)] = [
    (
      "shapes",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <rect x="4" y="4" width="20" height="14" fill="#c33"/>
      <rect x="28" y="4" width="20" height="14" rx="5" fill="#3a3"/>
      <rect x="50" y="4" width="10" height="20" rx="9" ry="3" fill="#36c"/>
      <circle cx="14" cy="32" r="9" fill="#e90"/>
      <ellipse cx="38" cy="32" rx="11" ry="6" fill="#808"/>
      <line x1="52" y1="28" x2="60" y2="44" stroke="black" stroke-width="2"/>
      <polyline points="4,48 12,60 20,48 28,60" fill="#9cf" stroke="#036"/>
      <polygon points="40 46, 52 60 32,60" fill="#fc3" stroke="#630" stroke-width="1.5"/>
      </svg>
      """#
    ),
    (
      "paths",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <path d="M4 20c4-20 16-20 20 0S44 40 60 20" fill="none" stroke="#06a" stroke-width="3"/>
      <path d="M8 40q8-16 16 0t16 0 16 0v16H8z" fill="#a60"/>
      <path d="M34 8a8 8 0 1 1-.1 0zm0 4a4 4 0 1 0 .1 0z" fill="#393"/>
      <path d="M50 4h10v10zM50,6L60,16 50,16ZZ" fill="red"/>
      <path d="M4 4l8 0 0 8 -8 0 x 3 4" fill="blue"/>
      </svg>
      """#
    ),
    (
      "fill rules",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <path d="M32 4 49 58 3 24h58L15 58z" fill="#369" fill-rule="evenodd"/>
      <path d="M32 20l6 18-16-11h20L26 38z" fill="#fc0"/>
      </svg>
      """#
    ),
    (
      "lines",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g fill="none" stroke="#222" stroke-width="6">
      <path d="M8 8h20" stroke-linecap="round"/><path d="M38 8h18" stroke-linecap="square"/>
      <path d="M8 34l8-14 8 14" stroke-linejoin="round"/><path d="M32 34l8-14 8 14" stroke-linejoin="bevel"/>
      <path d="M6 58l10-16 10 16"/><path d="M34 58l3-16 3 16" stroke-miterlimit="2"/>
      <path d="M48 58l4-16 4 16" stroke-miterlimit="20" stroke-width="2"/></g>
      </svg>
      """#
    ),
    (
      "dashes",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g fill="none" stroke="#a03" stroke-width="3">
      <path d="M4 6h56" stroke-dasharray="6 3"/><path d="M4 14h56" stroke-dasharray="5"/>
      <path d="M4 22h54" stroke-dasharray="1 6" stroke-linecap="round"/>
      <path d="M4 30h56" stroke-dasharray="8,2,1" stroke-dashoffset="4"/>
      <circle cx="32" cy="48" r="12" stroke-dasharray="25%"/>
      <path d="M4 38h56" stroke-dasharray="none"/></g>
      </svg>
      """#
    ),
    (
      "transforms",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <rect width="12" height="12" transform="translate(6 4)" fill="#900"/>
      <rect width="12" height="12" transform="translate(30,4) scale(1.5 .7)" fill="#090"/>
      <rect width="12" height="12" transform="rotate(30 54 14) translate(46,6)" fill="#009"/>
      <rect width="12" height="12" transform="translate(6 30) skewX(20)" fill="#990"/>
      <rect width="12" height="12" transform="translate(30 30)skewY(-20)" fill="#099"/>
      <rect width="12" height="12" transform="matrix(.8 .4 -.3 .9 52 28)" fill="#909"/>
      <g transform="translate(10 48) rotate(-15)"><circle r="6" stroke="black" transform="scale(2 1)" fill="#ccc"/></g>
      </svg>
      """#
    ),
    (
      "inheritance",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g fill="#264" stroke="#c96" stroke-width="2" color="#e0e">
      <circle cx="12" cy="14" r="8"/><circle cx="32" cy="14" r="8" fill="none"/>
      <circle cx="52" cy="14" r="8" fill="currentColor" stroke="inherit"/>
      <g fill="inherit" stroke="none"><rect x="4" y="32" width="16" height="10"/><rect x="24" y="32" width="16" height="10" style="fill: #f80; stroke: blue"/></g>
      <g visibility="hidden"><rect x="44" y="32" width="16" height="10"/><rect x="44" y="46" width="16" height="10" visibility="visible"/></g>
      <rect x="4" y="46" width="16" height="10" display="none"/><rect x="24" y="46" width="16" height="10" fill="garbage"/></g>
      </svg>
      """#
    ),
    (
      "style sheet",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <style type="text/css"><![CDATA[
      /* of a drawing program */
      rect { fill: #555; stroke-width: 2px }
      .a { fill: #c00 } .a.b { fill: #0c0 } #one { fill: #00c }
      g.row > rect { stroke: black } g circle, .none { fill: #f90; }
      circle { fill: purple } .late { fill: teal !important }
      @font-face { font-family: x; src: url(y) }
      [rx="2"] { stroke: #f0f }
      ]]></style>
      <rect x="4" y="4" width="12" height="12"/><rect class="a" x="20" y="4" width="12" height="12"/>
      <rect class="b a" x="36" y="4" width="12" height="12"/><rect class="a" id="one" x="50" y="4" width="12" height="12"/>
      <g class="row"><rect x="4" y="22" width="12" height="12"/><g><rect x="20" y="22" width="12" height="12"/></g></g>
      <g><circle cx="42" cy="28" r="6"/></g><circle cx="56" cy="28" r="6"/>
      <rect class="late" style="fill: red" x="4" y="40" width="12" height="12"/>
      <rect class="a" fill="blue" x="20" y="40" width="12" height="12"/>
      <rect class="a" style="fill: gold" x="36" y="40" width="12" height="12" rx="2"/>
      </svg>
      """#
    ),
    (
      "opacity",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g opacity=".5"><rect x="4" y="4" width="24" height="24" fill="#c00"/><rect x="16" y="16" width="24" height="24" fill="#00c"/></g>
      <circle cx="50" cy="14" r="10" fill="#080" fill-opacity=".4" stroke="#080" stroke-width="4" stroke-opacity="50%"/>
      <circle cx="50" cy="46" r="10" fill="#f80" stroke="black" stroke-width="6" opacity=".4"/>
      <rect x="4" y="44" width="20" height="16" fill="rgba(0,0,255,.3)"/><rect x="14" y="50" width="20" height="12" fill="#0f08"/>
      </svg>
      """#
    ),
    (
      "linear gradients",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><linearGradient id="a"><stop offset="0" stop-color="#ffc400"/><stop offset="1" stop-color="#c2185b"/></linearGradient>
      <linearGradient id="b" x1="0" y1="0" x2="1" y2="1" xlink:href="#a"/>
      <linearGradient id="c" gradientUnits="userSpaceOnUse" x1="4" y1="0" x2="60" y2="0"><stop offset="20%" stop-color="teal"/><stop offset=".5" style="stop-color:white"/><stop offset=".5" stop-color="navy"/><stop offset=".3" stop-color="#fff"/></linearGradient>
      <linearGradient id="d" gradientTransform="rotate(45 .5 .5)" href="#a"/></defs>
      <rect x="4" y="4" width="26" height="16" fill="url(#a)"/><rect x="34" y="4" width="26" height="16" fill="url(#b)"/>
      <rect x="4" y="24" width="56" height="12" fill="url(#c)"/><circle cx="17" cy="50" r="11" fill="url(#d)"/>
      <path d="M34 42h26l-8 18z" fill="url(#b)" stroke="url(#c)" stroke-width="3"/>
      </svg>
      """#
    ),
    (
      "spread",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><linearGradient id="a" x1=".3" x2=".5" spreadMethod="reflect"><stop offset="0" stop-color="#036"/><stop offset="1" stop-color="#9df"/></linearGradient>
      <linearGradient id="b" x1=".3" x2=".6" y2=".1" spreadMethod="repeat" href="#a"/>
      <radialGradient id="c" r=".2" spreadMethod="reflect" href="#a"/><radialGradient id="d" r=".2" cx=".3" cy=".4" spreadMethod="repeat" href="#a"/></defs>
      <rect x="4" y="4" width="26" height="26" fill="url(#a)"/><rect x="34" y="4" width="26" height="26" fill="url(#b)"/>
      <circle cx="17" cy="47" r="13" fill="url(#c)"/><rect x="34" y="34" width="26" height="26" rx="4" fill="url(#d)"/>
      </svg>
      """#
    ),
    (
      "radial gradients",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><radialGradient id="a"><stop offset="0" stop-color="white"/><stop offset="1" stop-color="#247"/></radialGradient>
      <radialGradient id="b" fx=".3" fy=".25" href="#a"/><radialGradient id="c" fr=".15" href="#a"/>
      <radialGradient id="d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="matrix(12 6 -4 8 47 48)" href="#a"/></defs>
      <circle cx="16" cy="16" r="12" fill="url(#a)"/><circle cx="48" cy="16" r="12" fill="url(#b)"/>
      <ellipse cx="16" cy="48" rx="13" ry="8" fill="url(#c)"/><rect x="34" y="36" width="26" height="24" rx="6" fill="url(#d)"/>
      </svg>
      """#
    ),
    (
      "alpha in gradients",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient>
      <radialGradient id="b"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset=".6" stop-color="#fd0"/><stop offset="1" stop-color="#fd0" stop-opacity="0"/></radialGradient></defs>
      <rect x="4" y="4" width="56" height="24" fill="url(#a)"/><circle cx="20" cy="46" r="15" fill="url(#b)"/>
      <rect x="38" y="34" width="22" height="24" fill="url(#a)" fill-opacity=".5"/>
      </svg>
      """#
    ),
    (
      "odd gradients",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><linearGradient id="none"/><linearGradient id="one"><stop stop-color="#c63"/></linearGradient>
      <linearGradient id="two"><stop stop-color="#393"/><stop offset="1" stop-color="#3c9"/></linearGradient>
      <linearGradient id="flat" x1=".5" x2=".501" href="#two"/><linearGradient id="loop" href="#loop2"/><linearGradient id="loop2" href="#loop"/>
      <radialGradient id="small" r=".001" href="#two"/></defs>
      <rect x="4" y="4" width="16" height="16" fill="url(#none)"/><rect x="24" y="4" width="16" height="16" fill="url(#one)"/>
      <rect x="44" y="4" width="16" height="16" fill="url(#flat)"/><rect x="4" y="24" width="16" height="16" fill="url(#loop)"/>
      <rect x="24" y="24" width="16" height="16" fill="url(#missing) #f0f"/><rect x="44" y="24" width="16" height="16" fill="url(#small)"/>
      <path d="M4 50h56" stroke="url(#two)" stroke-width="6"/>
      </svg>
      """#
    ),
    (
      "use",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><g id="leaf"><path d="M0 0q8-10 16 0-8 10-16 0z"/><circle cx="8" r="2" fill="white"/></g></defs>
      <use xlink:href="#leaf" x="6" y="10" fill="#383"/><use href="#leaf" x="36" y="10" fill="#a33" transform="rotate(20 44 10)"/>
      <g id="pair" fill="#248"><use href="#leaf" y="30" x="4"/><use href="#leaf" y="42" x="12" opacity=".5"/></g>
      <use href="#pair" x="30" y="8"/><use href="#self" id="self"/><use href="#nowhere"/>
      </svg>
      """#
    ),
    (
      "symbols",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/><path d="M0 5h10" stroke="red"/></symbol>
      <symbol id="t" viewBox="0 0 20 10" preserveAspectRatio="none"><rect width="20" height="10"/><circle cx="10" cy="5" r="4" fill="white"/></symbol>
      <use href="#s" x="4" y="4" width="24" height="24" fill="#06c"/><use href="#s" x="34" y="4" width="26" height="14" fill="#0a0"/>
      <use href="#t" x="4" y="34" width="26" height="26" fill="#a50"/>
      <svg x="34" y="30" width="26" height="30" viewBox="0 0 10 10" preserveAspectRatio="xMinYMax slice"><circle cx="5" cy="5" r="5" fill="#808"/><rect width="3" height="20" y="-5"/></svg>
      </svg>
      """#
    ),
    (
      "clips",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><clipPath id="a"><circle cx="18" cy="18" r="13"/></clipPath>
      <clipPath id="b" clipPathUnits="objectBoundingBox"><path d="M.5 0 1 1H0z"/></clipPath>
      <clipPath id="c"><rect x="4" y="36" width="10" height="24"/><circle cx="22" cy="48" r="9"/></clipPath>
      <clipPath id="d"><rect x="36" y="34" width="26" height="16"/></clipPath>
      <clipPath id="f"><path clip-rule="evenodd" d="M34 4h28v26H34zM42 10h12v14H42z"/></clipPath></defs>
      <rect x="2" y="2" width="28" height="28" fill="#c60" clip-path="url(#a)"/><g clip-path="url(#f)"><rect x="30" width="34" height="32" fill="#06c" clip-path="url(#b)"/></g>
      <rect x="2" y="34" width="30" height="28" fill="#084" clip-path="url(#c)"/><rect x="34" y="32" width="30" height="32" fill="#808" clip-path="url(#d)" stroke="black" stroke-width="4"/>
      </svg>
      """#
    ),
    (
      "clips with uses",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><path id="p" d="M0 0h20v20z"/><clipPath id="a"><use href="#p" x="6" y="4"/></clipPath>
      <clipPath id="b" transform="translate(34 34)"><use href="#p" transform="scale(1.2)"/><circle cx="6" cy="18" r="5"/></clipPath><clipPath id="none"/></defs>
      <rect width="64" height="30" fill="#393" clip-path="url(#a)"/><rect y="30" width="64" height="34" fill="#933" clip-path="url(#b)"/>
      <rect x="40" y="4" width="20" height="20" clip-path="url(#none)"/><rect x="4" y="40" width="20" height="20" fill="gold" clip-path="url(#missing)"/>
      </svg>
      """#
    ),
    (
      "blend modes",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <rect width="64" height="64" fill="#fc8"/><g style="isolation:isolate"><circle cx="20" cy="20" r="14" fill="#c33" style="mix-blend-mode:multiply"/><circle cx="32" cy="20" r="14" fill="#3c3" style="mix-blend-mode:screen"/></g>
      <g><circle cx="20" cy="46" r="12" fill="#36c" style="mix-blend-mode:multiply"/></g>
      <rect x="36" y="36" width="24" height="24" fill="#888" style="mix-blend-mode:difference"/><rect x="44" y="30" width="12" height="12" fill="#f0f" style="mix-blend-mode:color-dodge"/>
      </svg>
      """#
    ),
    (
      "paint order",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g font-size="10"><circle cx="18" cy="18" r="10" fill="#fd4" stroke="#a20" stroke-width="8" paint-order="stroke"/>
      <circle cx="46" cy="18" r="10" fill="#fd4" stroke="#a20" stroke-width="8"/>
      <path d="M6 40h52v18H6z" fill="#9cf" stroke="#036" stroke-width=".6em" style="paint-order: stroke fill"/></g>
      </svg>
      """#
    ),
    (
      "units",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <rect x="1mm" y="1mm" width="4mm" height=".4cm" fill="#a00"/><rect x="50%" y="5%" width="40%" height="10pt" fill="#0a0"/>
      <g font-size="12"><rect x=".1in" y="2pc" width="1em" height="2ex" fill="#00a"/></g><circle cx="50%" cy="75%" r="12.5%" fill="#a0a"/>
      <line x1="2px" y1="100%" x2="100%" y2="60%" stroke="black" stroke-width="2%"/>
      </svg>
      """#
    ),
    (
      "viewBox",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="40" viewBox="-10 -10 20 20">
      <circle cx="0" cy="0" r="10" fill="#c33"/><path d="M-10 0h20" stroke="white" stroke-width="2"/>
      </svg>
      """#
    ),
    (
      "viewBox sliced",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="40" viewBox="-10 -10 20 20" preserveAspectRatio="xMidYMin slice">
      <circle cx="0" cy="0" r="10" fill="#363"/><path d="M-10-8h20" stroke="white" stroke-width="2"/>
      </svg>
      """#
    ),
    (
      "viewBox alone",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">
      <path d="M12 2 22 22H2z" fill="#06c"/><path d="M0 0h24v24H0z" fill="none"/>
      </svg>
      """#
    ),
    (
      "switch",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <switch><rect width="30" height="30" fill="red" requiredExtensions="http://example.com/"/><rect width="30" height="30" fill="#393"/><rect width="30" height="30" fill="blue"/></switch>
      <a href="http://example.com"><rect x="34" width="30" height="30" fill="#c80"/></a><metadata><x y="1"/></metadata><title>t</title>
      <switch><g requiredExtensions="x"/><circle cx="20" cy="48" r="12" fill="#08c"/></switch>
      </svg>
      """#
    ),
    (
      "nested groups",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <g transform="translate(32 32)" id="wheel"><g transform="scale(.5)"><g opacity=".8"><circle r="50" fill="#234"/><g id="spokes" stroke="#fa3" stroke-width="6" transform="rotate(15)"><path d="M-40 0h80"/><path d="M0-40v80"/></g></g></g><circle r="6" fill="#fa3" stroke="#234" stroke-width="2" id="hub"/></g>
      </svg>
      """#
    ),
    (
      "image",
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <image x="8" y="8" width="48" height="32" preserveAspectRatio="none" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/><rect x="20" y="44" width="24" height="12" fill="#048"/>
      </svg>
      """#
    ),
  ]
}
