// SPDX-License-Identifier: MIT
// The layers one above the other, in the order in which they are painted, in a space that turns. Layers beside each
// other lie at one height: each is just above what it covers.

import { $, h, svg, latest, nameOf } from "./dom.js"
import { ask, picture as load } from "./server.js"

/** So many planes; what lies below them is shown with its superlayer. */
const mostPlanes = 300

export function makeExploded(app) {
  const stage = $("stage"), space = $("space"), solid = h("div", { id: "solid" })
  space.append(solid)
  let isOn = false, rx = 56, rz = -36, spread = 1, zoom = 1, planes = [], levels = 1

  function place() {
    const picture = app.picture
    if (!picture || !isOn) return
    const [width, height] = picture.points, box = stage.getBoundingClientRect()
    // Few levels lie far apart, many close together; the distance is the screen's, whatever the picture's size.
    const gap = spread * Math.min(46, 0.42 * box.height / levels)
    const room = box.height - 90 - levels * gap * Math.sin(rx * Math.PI / 180)
    const fit = Math.min(box.width / (width + height), Math.max(room, 80) / (height + width) * 1.6) * 1.1
    const size = Math.max(0.01, fit * zoom)
    solid.style.width = width + "px"
    solid.style.height = height + "px"
    solid.style.marginLeft = -width / 2 + "px"
    solid.style.marginTop = -height / 2 + "px"
    const distance = gap / size
    solid.style.transform = `scale3d(${size}, ${size}, ${size}) rotateX(${rx}deg) rotateZ(${rz}deg) `
      + `translateZ(${-distance * levels / 2}px)`
    for (const plane of planes) plane.element.style.transform = `translateZ(${plane.level * distance}px)`
    document.body.dataset.planes = planes.length
  }

  /** Finds each plane's level: one above the highest that it covers, and at least one above its superlayer. */
  function stack() {
    const boxes = []
    for (const plane of planes) {
      const { quad, path } = plane.row
      const xs = quad?.filter((_, i) => i % 2 === 0) ?? [0], ys = quad?.filter((_, i) => i % 2) ?? [0]
      const box = { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys), path, level: 1 }
      for (const other of boxes) {
        const covers = box.x0 < other.x1 - 0.5 && other.x0 < box.x1 - 0.5 && box.y0 < other.y1 - 0.5
          && other.y0 < box.y1 - 0.5
        if (covers || path.startsWith(other.path + "/")) box.level = Math.max(box.level, other.level + 1)
      }
      boxes.push(box)
      plane.level = box.level
    }
    levels = Math.max(1, ...planes.map(plane => plane.level))
  }

  /** The layers in the order of painting: a layer, then what lies in it. */
  async function collect() {
    const all = []
    const add = async (path, depth) => {
      const { layers: [own, ...below] } = await ask("tree", { of: path, count: mostPlanes, t: app.t })
      const plane = { row: own, alone: true }
      all.push(plane)
      if (own.hidden) return
      // Too many: together.
      if (all.length + own.children > mostPlanes || depth > 40) {
        plane.alone = false
        return
      }
      for (const row of below) {
        if (row.mask) continue
        if (row.children > 0) await add(row.path, depth + 1)
        else all.push({ row, alone: true })
      }
    }
    await add(undefined, 0)
    return all
  }

  const build = latest(async () => {
    const picture = app.picture
    if (!picture || !isOn) return
    const [width, height] = picture.points
    let rows
    try { rows = await app.during(collect()) } catch (problem) { return app.say(problem.message) }
    if (!isOn || picture !== app.picture) return
    const scale = Math.min(devicePixelRatio * Math.max(1, Math.min(3, 700 / Math.max(width, height))),
      Math.sqrt(1.5e6 / (width * height)))
    const made = []
    for (const { row, alone } of rows) {
      const unseen = app.isUnseen?.(row.path) || row.seen === 0
      const element = h("div", { class: "plane" + (unseen ? " unseen" : ""), "data-path": row.path })
      const canvas = h("canvas", { width: "1", height: "1" })
      element.append(canvas)
      if (row.quad) {
        const outline = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
        const polygon = svg("polygon", { points: row.quad.join(" ") })
        polygon.addEventListener("pointerenter", () => app.hover(row.path))
        polygon.addEventListener("pointerleave", () => app.hover(null))
        outline.append(polygon)
        element.append(outline)
      }
      made.push({ row, alone, element, canvas })
    }
    planes = made
    stack()
    solid.replaceChildren(h("div", { class: "plane paper" }), ...made.map(plane => plane.element))
    marks()
    place()
    await app.during(paint(picture, scale))
    document.body.dataset.exploded = picture.rev
  })

  /** Asks for each layer alone, six at a time. */
  async function paint(picture, scale) {
    const waiting = planes.filter(plane => plane.row.draws?.length !== 0 || !plane.alone)
    const one = async () => {
      for (let plane = waiting.shift(); plane; plane = waiting.shift()) {
        if (!isOn || picture !== app.picture) return
        try {
          const { about, bitmap } = await load("own.png", { path: plane.row.path, t: app.t, scale, alone: plane.alone })
          const [x, y, width, height] = about.rect ?? [0, 0, ...picture.points]
          plane.canvas.width = bitmap.width
          plane.canvas.height = bitmap.height
          plane.canvas.getContext("2d").drawImage(bitmap, 0, 0)
          Object.assign(plane.canvas.style,
            { left: x + "px", top: y + "px", width: width + "px", height: height + "px" })
        } catch { /* it draws nothing of its own */ }
      }
    }
    await Promise.all([one(), one(), one(), one()])
  }

  function marks() {
    for (const { row, element } of planes) {
      element.classList.toggle("hover", row.path === app.hovered)
      element.classList.toggle("sel", row.path === app.selected)
    }
    const row = planes.find(plane => plane.row.path === app.hovered)?.row
    space.title = row ? nameOf(row) : ""
  }

  function set(on) {
    if (!app.picture) return
    isOn = on
    document.body.classList.toggle("exploded", on)
    $("flat").setAttribute("aria-pressed", !on)
    $("explode").setAttribute("aria-pressed", on)
    space.hidden = !on
    delete document.body.dataset.exploded
    if (on) build()
    else {
      planes = []
      solid.replaceChildren()
      app.emit("layer")
    }
    stage.classList.toggle("grab", on)
  }

  function turn(dx, dy) {
    rz -= dx
    rx = Math.min(Math.max(rx - dy, 0), 88)
    place()
  }

  let pressed = null
  space.addEventListener("pointerdown", event => {
    pressed = { x: event.clientX, y: event.clientY, isDrag: false, path: event.target.closest(".plane")?.dataset.path }
  })
  space.addEventListener("pointermove", event => {
    if (!pressed) return
    const dx = event.clientX - pressed.x, dy = event.clientY - pressed.y
    pressed.isDrag ||= Math.hypot(dx, dy) > 4
    if (!pressed.isDrag) return
    if (!space.hasPointerCapture(event.pointerId)) space.setPointerCapture(event.pointerId)
    stage.classList.add("drag")
    turn(dx / 3, dy / 3)
    pressed.x = event.clientX
    pressed.y = event.clientY
  })
  addEventListener("pointerup", () => {
    if (pressed && !pressed.isDrag) app.select(pressed.path ?? null, "space")
    pressed = null
    stage.classList.remove("drag")
  })
  space.addEventListener("wheel", event => {
    event.preventDefault()
    zoom = Math.min(Math.max(zoom * Math.exp(-event.deltaY / 400), 0.2), 12)
    place()
  }, { passive: false })
  $("gap").addEventListener("input", () => {
    spread = +$("gap").value / 20
    place()
  })
  new ResizeObserver(place).observe(stage)

  app.on("picture", () => isOn && build())
  app.on("edits", () => isOn && build())
  app.on("time", () => isOn && !app.isPlaying && build())
  app.on("findings", () => {
    for (const { row, element } of planes) {
      element.classList.toggle("unseen", !!app.isUnseen?.(row.path) || row.seen === 0)
    }
  })
  app.on("hover", marks)
  app.on("select", marks)

  return { set, turn, get isOn() { return isOn } }
}
