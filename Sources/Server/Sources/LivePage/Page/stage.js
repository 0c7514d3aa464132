// SPDX-License-Identifier: MIT
// The picture: its size on the screen, the pictures of other times and sizes that are asked for, outlines, picking.

import { $, svg, latest, nameOf, short } from "./dom.js"
import { ask, pixels as load } from "./server.js"

export function makeStage(app) {
  const stage = $("stage"), world = $("world"), pic = $("pic"), base = $("base"), part = $("part")
  /** Pictures up to this size are asked for whole. */
  const mostPixels = 3e6
  /**
   * How the zoom was chosen: "fit", "1", "2", "8", or "" for the wheel; and pixels of the screen for one of the
   * picture.
   */
  let mode = "fit", zoom = 1
  /** Whether what is shown is drawn at the screen's size, for each way to zoom: pixels are for looking at pixels. */
  const sharp = { fit: true, 1: true, 2: false, 8: false, "": true }
  /** The picture's middle, in points, and its place on the stage. */
  let offset = [0, 0], frame = { left: 0, top: 0, unit: 1 }
  /** What the canvas shows: which picture, time, edit, and pixels per point. */
  let shown = null

  const isSharp = () => sharp[mode]
  const ratio = () => devicePixelRatio || 1

  // MARK: size and place

  function layout() {
    const picture = app.picture
    if (!picture) return
    const [width, height] = picture.points, box = stage.getBoundingClientRect()
    if (mode === "fit") {
      // Between the tools, in one row or two, and what is read below.
      const above = $("tools").offsetHeight + 28, below = box.height > 420 ? 58 : 46
      const room = [Math.max(box.width - 56, 40), Math.max(box.height - above - below, 40)]
      zoom = Math.min(room[0] / width, room[1] / height, 8) * ratio() / picture.scale
      offset = [0, (above - below) / 2]
    }
    const unit = zoom * picture.scale / ratio()
    const limit = (size, room) => Math.max(0, (size * unit - room) / 2 + 60)
    const [mx, my] = [limit(width, box.width), limit(height, box.height)]
    if (mode !== "fit") offset = [Math.min(Math.max(offset[0], -mx), mx), Math.min(Math.max(offset[1], -my), my)]
    const snap = value => Math.round(value * ratio()) / ratio()
    const left = snap((box.width - width * unit) / 2 + offset[0])
    const top = snap((box.height - height * unit) / 2 + offset[1])
    frame = { unit, left, top, box }
    pic.style.left = frame.left + "px"
    pic.style.top = frame.top + "px"
    pic.style.width = width * unit + "px"
    pic.style.height = height * unit + "px"
    placeBase()
    placePart()
    for (const button of document.querySelectorAll("#zooms button"))
      button.setAttribute("aria-pressed", button.dataset.zoom === mode)
    $("sharp").setAttribute("aria-pressed", isSharp())
    for (const canvas of [base, part]) canvas.classList.toggle("pixels", !isSharp())
    stage.classList.toggle("grab", mx > 60 || my > 60)
    marks()
    refresh()
  }

  function setZoom(next) {
    if (next === "fit") mode = "fit"
    else {
      const before = zoom
      mode = String(next)
      zoom = +next
      offset = offset.map(value => value * zoom / before)
    }
    layout()
  }

  /** Zooms so that the point under the pointer stays there. */
  function zoomAt(factor, x, y) {
    if (!app.picture) return
    const before = frame, next = Math.min(Math.max(zoom * factor, 0.02), 64)
    const middle = [frame.box.width / 2 + offset[0], frame.box.height / 2 + offset[1]]
    const grown = next / zoom
    mode = ""
    zoom = next
    offset = [offset[0] + (x - middle[0]) * (1 - grown), offset[1] + (y - middle[1]) * (1 - grown)]
    if (before) layout()
  }

  function pan(dx, dy) {
    if (mode === "fit" && app.picture) mode = ""
    offset = [offset[0] + dx, offset[1] + dy]
    layout()
  }

  // MARK: pictures

  function paint(canvas, image) {
    if (canvas.width !== image.width || canvas.height !== image.height) {
      canvas.width = image.width
      canvas.height = image.height
    }
    canvas.getContext("2d").putImageData(image, 0, 0)
  }

  /** What should be shown now: the time, pixels per point, and the part, if the whole has too many pixels. */
  function wanted(quick) {
    const picture = app.picture, [width, height] = picture.points
    let scale = isSharp() ? frame.unit * ratio() : picture.scale
    // No more than the screen shows, no less than a point's own pixel.
    if (isSharp() && scale < picture.scale && !app.isMoved && !app.edits.length) scale = picture.scale
    scale = Math.min(scale, 64)
    const key = { rev: picture.rev, edition: app.edition, t: app.t }
    const whole = width * height * scale * scale
    if (whole <= mostPixels || (!isSharp() && !quick && whole <= 4 * mostPixels)) return { ...key, scale }
    const box = frame.box
    // Whole pixels of the picture at this size: sharp, each is one of the screen's.
    const from = edge => Math.max(0, Math.floor(-edge / frame.unit * scale))
    const to = (edge, size, room) => Math.ceil(Math.min(size, (room - edge) / frame.unit) * scale)
    const x0 = from(frame.left), x1 = to(frame.left, width, box.width)
    const y0 = from(frame.top), y1 = to(frame.top, height, box.height)
    if (x1 <= x0 || y1 <= y0) return { ...key, scale: picture.scale }
    if ((x1 - x0) * (y1 - y0) > 0.8 * whole) {
      return { ...key, scale: Math.min(scale, Math.max(picture.scale, Math.sqrt(mostPixels * 4 / (width * height)))) }
    }
    return { ...key, scale, rect: [x0, y0, x1 - x0, y1 - y0].map(value => value / scale) }
  }

  const same = (a, b) => a && a.rev === b.rev && a.edition === b.edition && a.t === b.t
    && Math.abs(a.scale / b.scale - 1) < 0.002
    && String(a.rect ?? "") === String(b.rect ?? "")
  let partShown = null, count = 0
  const isShown = want => same(want.rect ? partShown : shown, want)

  /** Of whole pixels, the last ones may be partly beside the picture. */
  function placeBase() {
    const unit = frame.unit / (shown?.scale ?? 1)
    base.style.width = base.width * unit + "px"
    base.style.height = base.height * unit + "px"
  }

  /** The part stays until something newer has come, also while another time is drawn. */
  function placePart() {
    part.hidden = !partShown || partShown.rev !== app.picture.rev || partShown.count < shown.count
    if (part.hidden) return
    const [x, y] = partShown.at, unit = frame.unit / partShown.scale
    Object.assign(part.style, { left: x * frame.unit + "px", top: y * frame.unit + "px",
      width: part.width * unit + "px", height: part.height * unit + "px" })
  }

  const fetchShot = latest(async () => {
    if (!app.picture || app.isPlaying) return
    const want = wanted(true)
    if (isShown(want)) return
    try {
      const { rev, t, scale, rect } = want
      const { about, image } = await app.during(load("frame", { t, scale, rect: rect?.join() }))
      if (rev !== app.picture.rev || app.isPlaying) return
      if (rect) {
        paint(part, image)
        partShown = { ...want, at: about.rect ?? rect, count: count += 1 }
        placePart()
      } else put(want, image)
      done()
    } catch (problem) {
      // The worker's end is told as an event; a script's error at this time is shown here.
      if (problem.status === 400) app.fail(problem, `At ${short(app.t, 3)} s there is no picture.`)
    }
  })

  let settling
  /** Asks for what is missing: at once if the time or an edit changed, after a moment if only the size did. */
  function refresh(now = false) {
    if (!app.picture || app.isPlaying) return
    clearTimeout(settling)
    if (isShown(wanted(true))) return done()
    if (now) fetchShot()
    else settling = setTimeout(fetchShot, 50)
  }

  function put(what, image) {
    paint(base, image)
    shown = { ...what, count: count += 1 }
    placeBase()
    placePart()
  }

  /** Tests wait for this: what is asked for is what is seen. */
  function done() {
    const picture = app.picture
    app.fail(null)
    document.body.dataset.shown = `${picture.rev} ${app.edition} ${app.t.toFixed(4)}`
    app.emit("shown")
  }

  // MARK: outlines

  const toScreen = (x, y) => [frame.left + x * frame.unit, frame.top + y * frame.unit]
  const polygon = (quad, kind) => {
    const points = []
    for (let i = 0; i < 8; i += 2) points.push(toScreen(quad[i], quad[i + 1]).map(value => value.toFixed(2)).join())
    return svg("polygon", { points: points.join(" "), class: kind })
  }

  function marks() {
    const all = [], tag = $("tag"), layer = app.layer?.layer
    tag.hidden = true
    if (app.picture && !app.isPlaying) {
      const hovered = app.hovered !== app.selected && app.rowOf?.(app.hovered)
      if (hovered?.quad) all.push(polygon(hovered.quad, "hover"))
      if (layer?.quad) {
        const unseen = layer.seen === 0
        if (layer.clipQuad) all.push(polygon(layer.clipQuad, "clip"))
        if (layer.maskQuad) all.push(polygon(layer.maskQuad, "mask"))
        all.push(polygon(layer.quad, "halo"), polygon(layer.quad, unseen ? "sel unseen" : "sel"))
        if (layer.anchor) {
          const [cx, cy] = toScreen(...layer.anchor)
          all.push(svg("circle", { cx, cy, r: 4.5 }))
        }
        placeTag(tag, layer, unseen)
      }
    }
    $("marks").replaceChildren(...all)
  }

  function placeTag(tag, layer, unseen) {
    const { quad } = layer, corners = [0, 2, 4, 6].map(i => toScreen(quad[i], quad[i + 1]))
    const side = (a, b) => short(Math.hypot(quad[a] - quad[b], quad[a + 1] - quad[b + 1]))
    tag.textContent = unseen ? `${nameOf(layer)} · not seen` : `${nameOf(layer)} · ${side(0, 2)} × ${side(2, 4)}`
    tag.classList.toggle("unseen", unseen)
    tag.hidden = document.body.classList.contains("exploded")
    const x = corners.reduce((sum, corner) => sum + corner[0], 0) / 4
    const bottom = Math.max(...corners.map(corner => corner[1]))
    const box = frame.box, half = tag.offsetWidth / 2
    tag.style.left = Math.min(Math.max(x - half, 8), box.width - 2 * half - 8) + "px"
    tag.style.top = Math.min(Math.max(bottom + 9, 52), box.height - 58) + "px"
  }

  // MARK: the pointer

  const toPoints = event => {
    const box = stage.getBoundingClientRect()
    return [(event.clientX - box.left - frame.left) / frame.unit, (event.clientY - box.top - frame.top) / frame.unit]
  }
  const isInside = ([x, y]) => {
    const [width, height] = app.picture.points
    return x >= 0 && y >= 0 && x < width && y < height
  }

  const pickHover = latest(async at => {
    try {
      const { path, paths } = await ask("pick", { x: at[0], y: at[1], t: app.t })
      const row = await app.learn?.(path)
      app.hover(path)
      $("under").textContent = row ? nameOf(row) + (paths?.length > 1 ? ` +${paths.length - 1}` : "") : ""
    } catch { /* nothing is under the pointer then */ }
  })

  /** One pixel of the picture, to be read: reading the picture itself would make its drawing slow. */
  const eye = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })

  function readOut(at) {
    const read = $("read")
    read.hidden = !isInside(at)
    if (read.hidden) return void app.hover(null)
    const { origin = [0, 0] } = app.picture
    $("xy").textContent = `${(at[0] + origin[0]).toFixed(1)}, ${(at[1] + origin[1]).toFixed(1)}`
    eye.clearRect(0, 0, 1, 1)
    const scale = shown?.scale ?? 1
    eye.drawImage(base, Math.floor(at[0] * scale), Math.floor(at[1] * scale), 1, 1, 0, 0, 1, 1)
    const [r, g, b, a] = eye.getImageData(0, 0, 1, 1).data
    const hex = "#" + [r, g, b, ...(a < 255 ? [a] : [])].map(value => value.toString(16).padStart(2, "0")).join("")
    $("hex").textContent = hex
    $("swatch").style.background = hex
    pickHover(at)
  }

  let pressed = null, lastClick = null
  stage.addEventListener("pointerdown", event => {
    if (event.target.closest("button, input, label, #error, #lost") || !app.picture
      || document.body.classList.contains("exploded")) return
    pressed = { x: event.clientX, y: event.clientY, lastX: event.clientX, lastY: event.clientY, isDrag: false }
    stage.setPointerCapture(event.pointerId)
  })
  stage.addEventListener("pointermove", event => {
    if (!app.picture || document.body.classList.contains("exploded")) return
    if (pressed) {
      pressed.isDrag ||= Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4
      if (pressed.isDrag) {
        stage.classList.add("drag")
        pan(event.clientX - pressed.lastX, event.clientY - pressed.lastY)
        pressed.lastX = event.clientX
        pressed.lastY = event.clientY
      }
    } else if (!app.isPlaying && !event.target.closest(".tool, #error")) readOut(toPoints(event))
  })
  stage.addEventListener("pointerleave", () => {
    $("read").hidden = true
    app.hover(null)
  })
  stage.addEventListener("pointerup", async event => {
    const was = pressed
    pressed = null
    stage.classList.remove("drag")
    if (!was || was.isDrag) return
    const at = toPoints(event)
    if (!isInside(at)) return app.select(null)
    try {
      const { path, paths } = await ask("pick", { x: at[0], y: at[1], t: app.t })
      // The same place again: the next one below.
      const again = lastClick && Math.hypot(event.clientX - lastClick.x, event.clientY - lastClick.y) < 4
      const index = again ? (paths ?? []).indexOf(app.selected) : -1
      lastClick = { x: event.clientX, y: event.clientY }
      app.select(index >= 0 && paths.length > 1 ? paths[(index + 1) % paths.length] : path, "stage")
    } catch (problem) { app.say(problem.message) }
  })
  stage.addEventListener("wheel", event => {
    if (event.target.closest("#error") || document.body.classList.contains("exploded")) return
    event.preventDefault()
    const box = stage.getBoundingClientRect()
    if (event.ctrlKey || event.metaKey)
      zoomAt(Math.exp(-event.deltaY / 240), event.clientX - box.left, event.clientY - box.top)
    else if (stage.classList.contains("grab")) pan(-event.deltaX, -event.deltaY)
  }, { passive: false })
  $("zooms").addEventListener("click", event => event.target.dataset.zoom && setZoom(event.target.dataset.zoom))
  const toggleSharp = () => {
    sharp[mode] = !sharp[mode]
    shown = shown && { ...shown, scale: shown.scale }
    layout()
  }
  $("sharp").addEventListener("click", toggleSharp)
  new ResizeObserver(layout).observe(stage)

  app.on("select", marks)
  app.on("hover", marks)
  app.on("layer", marks)
  app.on("time", () => {
    if (!app.isPlaying) refresh(true)
  })
  app.on("edits", () => refresh(true))
  app.on("play", () => {
    marks()
    if (!app.isPlaying) refresh(true)
  })

  return {
    zoom: setZoom, pan, toggleSharp,
    load: url => load(url),
    /** Shows a picture that came by itself. */
    show({ image }) {
      const picture = app.picture
      const t = picture.film ? picture.t ?? picture.film.from : 0
      $("empty").hidden = true
      app.edition += 1
      // At another time its frame is asked for; until then this shows what changed.
      put({ rev: picture.rev, edition: app.edition, t, scale: picture.scale }, image)
      pic.setAttribute("aria-label", `The picture of ${app.hello.name}`)
      document.body.dataset.picture = picture.rev
      layout()
      if (app.isMoved) refresh(true)
    },
    /** The frame of a time while playing, at the screen's size but of no more than 2 megapixels. */
    async frameAt(t) {
      const picture = app.picture, [width, height] = picture.points
      const most = Math.sqrt(2e6 / (width * height))
      const scale = Math.min(isSharp() ? frame.unit * ratio() : picture.scale, most)
      const { image } = await load("frame", { t, scale })
      return { image, what: { rev: picture.rev, edition: app.edition, t, scale } }
    },
    put(frame) { put(frame.what, frame.image) },
  }
}
