// SPDX-License-Identifier: MIT
// Making elements. Text goes in as text: nothing that a script names becomes markup.

export const $ = id => document.getElementById(id)
const SVG = "http://www.w3.org/2000/svg"

/**
 * An element with properties (`class`, `on…`, `data-…`, attributes) and children (nodes, strings; null is left out).
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name === "class") element.className = value
    else if (name === "value") element.value = value
    else if (name === "checked") element.checked = value
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false))
  return element
}

export function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

export function icon(name, kind = "i") {
  const picture = svg("svg", { class: kind, "aria-hidden": "true" })
  picture.append(svg("use", { href: "#i-" + name }))
  return picture
}

/** The icon of a class; of those of a script's own, a layer's. */
export const classIcon = row => row.mask ? "mask" : document.getElementById("i-" + row.class) ? row.class : "Layer"

/** Puts text on the clipboard, where the browser allows it, and says so. */
export async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = h("textarea", { value: text })
    document.body.append(field)
    field.select()
    document.execCommand("copy")
    field.remove()
  }
  say(`Copied: ${text}`)
}

/** A number with at most so many digits after the point. */
export const short = (number, digits = 1) => String(+(+number).toFixed(digits))

/** `name`, or for a layer without one the text that it shows, what it paints, or its class. */
export const nameOf = row => row.name || (row.mask ? "mask" : row.says || row.class)

/** Of a layer without a name that is called by its plain colour: that colour. */
export const colorOf = row => row.name || row.mask ? null : /^background (#[0-9a-f]{6})\b/i.exec(row.says ?? "")?.[1]

/** The same as `nameOf` where there is little room: a plain colour is its number alone. */
export const shortNameOf = row => colorOf(row) ?? nameOf(row)

/** A patch of a colour; null without one. */
export function swatch(color) {
  if (!color) return null
  const patch = h("i", { class: "swatch", "aria-hidden": "true" })
  patch.style.background = color
  return patch
}

/** A script's name as it is said: its last part. */
export const fileOf = script => (script ?? "").split("/").pop()
export const placeOf = item => item?.line ? `${fileOf(item.script)}:${item.line}` : ""

/** Calls with the newest arguments, never twice at a time: what comes meanwhile waits, and only its last is done. */
export function latest(action) {
  let running = false, waiting = null
  return async function run(...words) {
    if (running) return void (waiting = words)
    running = true
    try { await action(...words) } finally {
      running = false
      if (waiting) {
        const next = waiting
        waiting = null
        run(...next)
      }
    }
  }
}
