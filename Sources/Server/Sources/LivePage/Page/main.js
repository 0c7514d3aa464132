// SPDX-License-Identifier: MIT
// The page: what is shown, who is told when it changes, the bar, the error, the keys.

import { $, h, icon, copy, latest, short, fileOf, placeOf } from "./dom.js"
import { ask, post, file, listen } from "./server.js"
import { makeStage } from "./stage.js"
import { makeExploded } from "./exploded.js"
import { makeTree } from "./tree.js"
import { makeInspector } from "./inspector.js"
import { makeTimeline } from "./timeline.js"
import { makeStates } from "./states.js"
import { makeParameters } from "./parameters.js"
import { makeFindings } from "./findings.js"

const body = document.body

/** What is wrong with the script since it was saved, and with a time or a file of the last good picture. */
let error = null, passing = null

/** What all parts of the page share. Parts change it by the methods here, and hear of it by `on`. */
const app = {
  hello: null,
  /** The last good picture: rev, points, origin, scale, film, …; null before the first. */
  picture: null,
  /** The shown time in seconds. */
  t: 0,
  /** Whether it is another than that of the picture that came by itself. */
  isMoved: false,
  /** Whether the time was chosen here, and stays at the next save. */
  hasSought: false,
  selected: null,
  hovered: null,
  /** What is known of the selected layer: its row, and its keys. */
  layer: null,
  edits: [],
  /** Counts edits, so that pictures from before one are known. */
  edition: 0,
  isPlaying: false,

  listeners: {},
  on(name, listener) { (this.listeners[name] ??= []).push(listener) },
  emit(name, value) { for (const listener of this.listeners[name] ?? []) listener(value) },

  select(path, from) {
    if (path === this.selected && from !== "picture") return
    this.selected = path
    this.layer = null
    body.classList.toggle("no-selection", !path)
    this.emit("select", from)
    this.readLayer()
  },
  hover(path) {
    if (path === this.hovered) return
    this.hovered = path
    this.emit("hover")
  },
  /** Shows another time. */
  seek(t) {
    const film = this.picture?.film
    if (!film) return
    this.t = Math.min(Math.max(t, film.from), film.from + film.duration)
    this.hasSought = true
    this.isMoved = true
    this.emit("time")
    this.readLayer()
  },
  /** Asks for the selected layer as it is at this time. */
  readLayer: latest(async () => {
    const path = app.selected, rev = app.picture?.rev
    if (!path || !rev) return void app.emit("layer")
    try {
      const answer = await ask("layer", { path, t: app.t })
      if (path !== app.selected || rev !== app.picture.rev) return
      app.layer = answer
      body.dataset.layer = path
    } catch (error) {
      if (path === app.selected && error.status === 400) {
        app.selected = app.layer = null
        app.emit("select")
      }
    }
    app.emit("layer")
  }),
  /** Changes a value for the moment. Throws what the engine says against it. */
  async edit(path, key, value) {
    const answer = await post("edit", { path, key, value })
    app.lua.set(path + "\n" + key, answer.lua)
    return answer
  },
  async undo(path, key) { await post("undo", { path, key }) },
  /** The edits as they are written in a script, by path and key. */
  lua: new Map(),
  say(text) {
    const toast = $("toast")
    toast.textContent = text
    toast.hidden = false
    clearTimeout(app.toasting)
    app.toasting = setTimeout(() => { toast.hidden = true }, 3500)
  },
  /** Shows what the script says against a time or a file: a card where it has a line, else a note. Null ends it. */
  fail(problem, words) {
    if (problem && !problem.about?.line) return app.say(problem.message)
    if (!problem && !passing) return
    passing = problem && { ...problem.about, words }
    showError()
    showState()
  },
  busy: 0,
  /** Shows that something takes long, until it is done. */
  async during(promise) {
    app.busy += 1
    showState()
    try { return await promise } finally {
      app.busy -= 1
      showState()
    }
  },
}

const stage = app.stage = makeStage(app)
const exploded = makeExploded(app)
const tree = makeTree(app)
makeInspector(app)
const timeline = makeTimeline(app)
const states = makeStates(app, timeline)
const parameters = makeParameters(app)
const findings = makeFindings(app)

// MARK: state

let isLost = true, hasConnected = false, busySince = null, ticking = null

/** Live, drawing (once it takes longer than 150 ms), error, lost. */
function showState() {
  const isBusy = drawing || app.busy > 0
  if (isBusy) busySince ??= performance.now()
  else busySince = null
  const seconds = isBusy ? (performance.now() - busySince) / 1000 : 0
  const wrong = error ?? passing
  let state = "live", words = "Live"
  if (isLost) [state, words] = hasConnected ? ["lost", "Not connected"] : ["loading", "Connecting"]
  else if (seconds > 0.15) [state, words] = ["drawing", `Drawing… ${seconds.toFixed(1)} s`]
  else if (wrong) [state, words] = ["error", wrong.line ? `Error on line ${wrong.line}` : "Error"]
  else if (!app.picture) [state, words] = ["loading", "Drawing"]
  if (body.dataset.state !== state) body.dataset.state = state
  // A live region says what changed, not each tenth of a second.
  if ($("status").textContent !== words) $("status").textContent = words
  const name = app.hello?.name ?? "layerlua"
  document.title = state === "error" ? `✕ ${placeOf(wrong) || name}`
    : state === "lost" ? `○ ${name}` : `${name} — layerlua`
  clearTimeout(ticking)
  if (isBusy) ticking = setTimeout(showState, seconds < 0.15 ? 160 - seconds * 1000 : 100)
}

let drawing = null

function showError() {
  const card = $("error"), wrong = error ?? passing
  card.hidden = !wrong
  if (!wrong) return
  const place = wrong.line ? `${fileOf(wrong.script)}:${wrong.line}`
    : wrong.code === 3 ? "A limit was hit" : "No picture"
  const source = (wrong.source ?? []).map(([number, text]) =>
    h("span", { class: number === wrong.line ? "at" : "" }, h("s", {}, String(number)), text || " "))
  card.replaceChildren(
    h("div", { class: "top" }, icon("warn"), h("div", {},
      wrong.line ? h("button", { type: "button", title: "Copy the place", onclick: () => copy(place, app.say) }, place)
        : h("b", {}, place),
      h("p", {}, wrong.message ?? ""))),
    ...(source.length ? [h("pre", { tabindex: "0", "aria-label": "Source" }, source)] : []),
    ...(wrong.traceback ? [h("details", {}, h("summary", {}, "Calls"), h("pre", {}, wrong.traceback))] : []),
    h("div", { class: "foot" },
      h("span", {}, wrong.words ?? (app.picture
        ? `The picture is the last good one, of ${app.picture.clock}.` : "There is no picture yet.")),
      h("span", { class: "grow" }), error ? h("span", {}, "Mend it and save: it goes on by itself.")
        : h("button", { type: "button", class: "btn", id: "passed", onclick: () => app.fail(null) }, "Close")))
}

function showFacts() {
  const picture = app.picture
  if (!picture) return
  const [width, height] = picture.points, { ms } = picture
  const times = ["script", "draw", "encode"].filter(part => ms?.[part] !== undefined)
  const total = times.reduce((sum, part) => sum + ms[part], 0)
  const fact = (value, words, title) => h("span", { title }, words[0], h("b", {}, value), words[1] ?? "")
  $("size").textContent = `${short(width)} × ${short(height)} at ${short(picture.scale, 2)}×`
    + (picture.pictures?.length > 1 ? ` · ${picture.pictures.length} pictures` : "")
  $("size").title = (picture.pictures ?? []).map(each => `${each.file}  ${each.place}`).join("\n")
  $("facts").replaceChildren(
    fact(`${short(total, total < 10 ? 1 : 0)} ms`, ["drawn in "],
      times.map(part => `${part} ${short(ms[part])} ms`).join(", ")),
    fact(picture.layers.toLocaleString("en"), ["", picture.layers === 1 ? " layer" : " layers"]),
    ...(picture.memory ? [fact(`${short(picture.memory / 1e6, picture.memory < 1e7 ? 1 : 0)} MB`, [""],
      "memory of the script and its layers")] : []))
}

// MARK: events

const events = {
  hello(value) {
    if (app.hello && app.hello.page !== value.page) return location.reload()
    app.hello = value
    isLost = false
    hasConnected = true
    // What is true now is told next.
    drawing = error = passing = null
    $("script").textContent = value.name
    $("script").title = value.script
    $("lost").replaceChildren("layerlua has ended. The picture is the last one; the page connects again when ",
      h("code", {}, value.command), " runs.")
    showError()
    app.emit("hello")
  },
  drawing(value) { drawing = value.rev },
  async picture({ rev, url, set, chosen, state, ready }) {
    if (drawing !== null && rev >= drawing) drawing = null
    error = passing = null
    const before = app.picture
    let shot
    try { shot = await stage.load(url) } catch { return } // a newer one has come
    if (rev < (app.picture?.rev ?? 0) && before === app.picture) app.picture = null // another server's
    app.picture = { ...ready, rev, set, chosen, clock: new Date().toLocaleTimeString("en-GB") }
    // A state that was chosen before is set already.
    if (state) Object.assign(app.picture, { film: state.film, state: state.state })
    app.edits = []
    app.lua.clear()
    const film = app.picture.film
    body.classList.toggle("no-film", !film)
    if (!film) app.hasSought = false
    // A film that fades in opens where something shows.
    app.t = !film ? 0 : app.hasSought ? Math.min(Math.max(app.t, film.from), film.from + film.duration)
      : film.opens ?? film.from
    app.isMoved = !!film && app.t !== (ready.t ?? film.from)
    showError()
    showFacts()
    stage.show(shot)
    app.emit("picture")
    if (app.selected) app.readLayer()
    parameters.settled()
    body.dataset.rev = rev
  },
  // Not "error": an EventSource calls its own loss so.
  failed({ rev, error: said }) {
    drawing = null
    error = said
    passing = null
    showError()
    parameters.settled()
    findings.clearPrints()
    app.emit("error")
    body.dataset.rev = rev
    if (!app.picture) { $("empty").hidden = false; $("empty").textContent = "" }
  },
  findings({ rev, findings: said }) { findings.show(said.list ?? [], rev) },
  stated({ rev, chosen, state }) {
    const picture = app.picture
    if (rev !== picture?.rev) return
    picture.film = state.film
    body.classList.toggle("no-film", !state.film)
    if (state.film) {
      const { from, duration, loop } = state.film
      // Where no time was chosen, after the transition.
      if (!app.hasSought || app.t < from || app.t > from + duration) app.t = from + duration - (loop ?? duration)
    }
    // The shown picture is no longer the one that came by itself.
    app.isMoved = true
    app.edition += 1
    states.stated(state.state, chosen)
    app.emit("edits")
    app.readLayer()
  },
  print({ text }) { findings.print(text) },
  warning(value) { findings.warn(value) },
  edited({ edits }) {
    app.edits = edits
    app.edition += 1
    app.emit("edits")
    app.readLayer()
  },
}

// One after the other: a picture is decoded before what follows it is shown.
let queue = Promise.resolve()
listen(Object.keys(events), (name, value) => {
  queue = queue.then(() => events[name](value)).catch(console.error).then(showState)
}, () => {
  queue = queue.then(() => {
    isLost = true
    drawing = null
    app.emit("lost")
    showState()
  })
})

// MARK: the bar

for (const button of document.querySelectorAll("[data-format]")) {
  button.addEventListener("click", async () => {
    const format = button.dataset.format
    $("films").hidePopover()
    if (!app.picture) return
    const isFilm = button.parentElement.id === "films"
    try {
      const words = { format, scale: app.hello.scale ?? 1 }
      if (!isFilm && app.isMoved) words.t = app.t
      const blob = await app.during(file(words))
      const link = h("a", { href: URL.createObjectURL(blob),
        download: app.hello.name.replace(/\.[^.]*$/, "") + "." + (format === "apng" ? "png" : format) })
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      body.dataset.saved = `${format} ${blob.size}`
      const size = blob.size < 1e6 ? Math.ceil(blob.size / 1e3) + " kB" : short(blob.size / 1e6) + " MB"
      app.say(`Saved ${link.download}, ${size}`)
    } catch (problem) {
      if (problem.about?.line) app.fail(problem, `The ${format.toUpperCase()} was not saved.`)
      else app.say(`${format.toUpperCase()}: ${problem.message}`)
    }
  })
}
$("films").addEventListener("toggle", event => {
  if (event.newState !== "open") return
  const at = $("film").getBoundingClientRect(), menu = $("films")
  menu.style.position = "fixed"
  menu.style.inset = "auto"
  menu.style.top = at.bottom + 7 + "px"
  menu.style.left = Math.max(8, at.right - menu.offsetWidth) + "px"
  menu.querySelector("button").focus()
})
$("stop").addEventListener("click", () => post("stop", {}))

const theme = value => {
  document.documentElement.dataset.theme = value
  try { localStorage.setItem("theme", value) } catch { /* not kept then */ }
}
try { if (localStorage.getItem("theme")) theme(localStorage.getItem("theme")) } catch { /* the system's */ }
$("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  theme(now === "dark" ? "light" : "dark")
})
$("keys").addEventListener("click", () => $("help").showModal())
$("flat").addEventListener("click", () => exploded.set(false))
$("explode").addEventListener("click", () => exploded.set(true))

// MARK: keys

const turn = (dx, dy) => exploded.isOn ? exploded.turn(dx * 6, dy * 6) : stage.pan(-dx * 40, -dy * 40)
const keys = {
  "/": () => $("search").focus(), " ": () => timeline.play(), ",": () => timeline.step(-1), ".": () => timeline.step(1),
  Home: () => timeline.first(), e: () => exploded.set(!exploded.isOn), n: () => findings.next(), h: () => hide(),
  0: () => stage.zoom("fit"), 1: () => stage.zoom("1"), 2: () => stage.zoom("2"), 8: () => stage.zoom("8"),
  p: () => stage.toggleSharp(),
  "?": () => $("help").showModal(), Escape: () => escape(),
  ArrowDown: () => tree.move(1), ArrowUp: () => tree.move(-1), ArrowLeft: () => tree.close(),
  ArrowRight: () => tree.open(),
}

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open || event.defaultPrevented) return
  const target = event.target
  const types = target.matches("input:not([type=range], [type=checkbox], [type=color]), select, textarea")
  if (types) return
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    turn((event.key === "ArrowRight") - (event.key === "ArrowLeft"),
      (event.key === "ArrowDown") - (event.key === "ArrowUp"))
    return event.preventDefault()
  }
  // Buttons keep space, sliders keep arrows.
  if (event.key === " " && target.matches("button, input, summary, [role=button]")) return
  if (target.matches("input[type=range], pre") && /^(Arrow|Home|End|Page)/.test(event.key)) return
  if (document.querySelector(":popover-open")) return
  const action = keys[event.key]
  if (!action) return
  action()
  event.preventDefault()
})

function escape() {
  const last = app.edits.at(-1)
  if (last) app.undo(last.path, last.key).catch(problem => app.say(problem.message))
}

/** Hides the selected layer for the moment, or takes that back. */
async function hide() {
  const path = app.selected
  if (!path) return
  try {
    if (app.edits.some(edit => edit.path === path && edit.key === "hidden")) await app.undo(path, "hidden")
    else await app.edit(path, "hidden", app.layer?.layer?.hidden ? "false" : "true")
  } catch (problem) { app.say(problem.message) }
}

// For the tests: what the page knows.
window.layerlua = app
