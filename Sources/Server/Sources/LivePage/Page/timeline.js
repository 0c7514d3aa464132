// SPDX-License-Identifier: MIT
// Time: playing, stepping, scrubbing, and what moves when.

import { $, h, icon, placeOf, shortNameOf, colorOf, swatch } from "./dom.js"
import { ask } from "./server.js"

export function makeTimeline(app) {
  const scrub = $("scrub")
  let speed = 1, repeats = true, tracks = []

  const film = () => app.picture?.film
  const end = () => film().from + film().duration
  const share = t => (t - film().from) / film().duration

  function place() {
    if (!film()) return
    const { from, fps, duration } = film()
    scrub.value = app.t
    scrub.setAttribute("aria-valuetext", `${app.t.toFixed(2)} seconds`)
    $("now").textContent = app.t.toFixed(3)
    $("frame").textContent = `frame ${Math.round((app.t - from) * fps)} of ${Math.round(duration * fps)}`
    $("head").style.left = share(app.t) * 100 + "%"
  }

  function rule() {
    const { from, duration } = film()
    const width = $("lanes").clientWidth || 600
    const raw = duration / Math.max(2, width / 90), power = 10 ** Math.floor(Math.log10(raw))
    const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= raw * 0.999)
    const marks = []
    for (let k = 0; k * step <= duration * 1.0001; k += 1) {
      const t = from + k * step, at = k * step / duration
      const mark = h("i", { class: at > 0.97 ? "last" : "" }, `${+t.toFixed(4)} s`)
      mark.style.left = at * 100 + "%"
      marks.push(mark)
    }
    $("rule").replaceChildren(...marks)
    $("places").replaceChildren(...(film().lines ?? []).flatMap(line => line.labels.map(label => placed(line, label))))
  }

  /** A label of a time line, which is gone to by a click. */
  function placed(line, label) {
    const mark = h("button", { type: "button", title: `${label.name} of ${line.name} · ${+label.t.toFixed(3)} s`,
      onclick: () => { play(false); app.seek(label.t) } }, label.name)
    mark.style.left = Math.min(Math.max(share(label.t), 0), 1) * 100 + "%"
    return mark
  }

  const lane = tracks => h("div", { class: "lane" }, tracks.flatMap(bars))

  /** A track's turns, each a bar with its keyframes. */
  function bars(track) {
    const parts = [], turns = Math.max(1, Math.min(Number.isFinite(track.repeats) ? track.repeats : 1000, 200))
    const repeats = Number.isFinite(track.repeats) && track.repeats > 0 ? track.repeats : 1
    const length = (Math.min(track.end, track.begin + 1e6) - track.begin) / repeats
    for (let turn = 0; turn < turns; turn += 1) {
      const begin = track.begin + turn * length, stop = Math.min(begin + length * Math.min(1, turns - turn), track.end)
      if (begin > end() || !(length > 0)) break
      const bar = h("div", { class: "bar" + (turn ? " again" : "") })
      const left = Math.max(share(begin), 0), right = Math.min(share(stop), 1)
      bar.style.left = left * 100 + "%"
      bar.style.width = Math.max(right - left, 0) * 100 + "%"
      parts.push(bar)
      if (turn < 24) {
        for (const key of track.keyTimes ?? [0, 1]) {
          const at = share(begin + key * length)
          if (at < -0.001 || at > 1.001) continue
          const mark = h("div", { class: "key" })
          mark.style.left = at * 100 + "%"
          parts.push(mark)
        }
      }
    }
    return parts
  }

  function show() {
    if (!film()) return
    rule()
    // What moves one value of one layer after the other is one lane.
    const lanes = [...Map.groupBy(tracks, track => track.path + "\n" + track.key).values()]
    $("labels").replaceChildren(...lanes.map(([track]) => h("button", { type: "button", "data-path": track.path,
      class: track.path === app.selected ? "on" : "", title: `${track.path} · ${track.animation} ${placeOf(track)}`,
      onclick: () => app.select(track.path, "time") },
      icon("moves"), swatch(colorOf(track)),
      h("span", { class: "nm" }, track.name || track.says ? shortNameOf(track) : track.path.split("/").pop()),
      h("span", { class: "mono" }, (track.key ?? "").replace(/^transform\./, "")))))
    $("bars").replaceChildren(...lanes.map(lane))
    place()
  }

  async function load() {
    if (!film()) return
    const { from, duration } = film(), rev = app.picture.rev
    scrub.min = from
    scrub.max = end()
    $("length").textContent = `/ ${duration.toFixed(3)} s`
    place()
    rule()
    try {
      const answer = await ask("tracks")
      if (rev !== app.picture?.rev) return
      tracks = answer.tracks
    } catch { return }
    show()
    document.body.dataset.tracks = tracks.length
  }

  // MARK: playing: three frames are asked for ahead; one that comes too late is left out

  let clock = 0, before = 0, asked = 0, flying = 0, ready = [], drawnFrames = [], run = 0

  function play(on = !app.isPlaying) {
    if (!film() || on === app.isPlaying) return
    app.isPlaying = on
    $("play").replaceChildren(icon(on ? "pause" : "play"))
    $("play").setAttribute("aria-label", on ? "Pause" : "Play")
    document.body.dataset.playing = on
    run += 1
    ready = []
    flying = 0
    drawnFrames = []
    $("rate").textContent = ""
    if (on) {
      const atEnd = app.t >= end() - 1.5 / film().fps
      clock = atEnd ? 0 : app.t - film().from
      asked = clock
      before = performance.now()
      app.hasSought = true
      app.isMoved = true
      requestAnimationFrame(tick)
    }
    app.emit("play")
    if (!on) app.readLayer()
  }

  /** Whether a film goes on at its end. If it begins with the transition of a state, the rest repeats. */
  const again = () => repeats && film().loop !== 0
  function wrapped(time) {
    const { duration, loop } = film()
    if (loop === undefined) return time % duration
    return time < duration || !loop ? Math.min(time, duration) : duration - loop + (time - duration) % loop
  }

  function fly() {
    const { fps, duration, from } = film(), mine = run
    const step = speed / fps
    while (flying < 3 && ready.length < 3) {
      asked = Math.max(asked + step, clock)
      const time = asked
      if (!again() && time > duration) return
      flying += 1
      app.stage.frameAt(from + wrapped(time)).then(frame => {
        if (mine !== run) return
        flying -= 1
        ready.push({ time, frame })
        ready.sort((a, b) => a.time - b.time)
      }, problem => {
        if (mine !== run) return
        flying -= 1
        // What the script says against this time is shown there.
        if (problem.status !== 400) return
        play(false)
        app.seek(from + wrapped(time))
      })
    }
  }

  function tick(now) {
    if (!app.isPlaying || !film()) return
    clock += Math.min((now - before) / 1000, 0.25) * speed
    before = now
    const { from, duration, fps } = film()
    const isOver = !again() && clock >= duration
    const due = ready.filter(each => each.time <= clock + 0.004).at(-1)
    if (due) {
      ready = ready.filter(each => each.time > due.time)
      app.t = from + wrapped(due.time)
      app.stage.put(due.frame)
      place()
      app.emit("time")
      drawnFrames.push(now)
      while (drawnFrames[0] < now - 1000) drawnFrames.shift()
      if (drawnFrames.length > 4) {
        const rate = Math.round((drawnFrames.length - 1) / (now - drawnFrames[0]) * 1000)
        $("rate").textContent = `${Math.min(rate, Math.ceil(fps * speed))} frames/s`
      }
    }
    if (isOver) {
      play(false)
      return app.seek(end())
    }
    fly()
    requestAnimationFrame(tick)
  }

  const first = () => {
    play(false)
    if (film()) app.seek(film().from)
  }
  /** Plays from the film's start. */
  const restart = () => {
    play(false)
    if (!film()) return
    app.t = film().from
    play(true)
  }
  const step = count => {
    play(false)
    if (!film()) return
    const { from, fps } = film()
    app.seek(from + (Math.round((app.t - from) * fps) + count) / fps)
  }

  $("play").addEventListener("click", () => play())
  $("first").addEventListener("click", first)
  $("step").addEventListener("click", () => step(1))
  $("back").addEventListener("click", () => step(-1))
  $("repeat").addEventListener("click", () => {
    repeats = !repeats
    $("repeat").setAttribute("aria-pressed", repeats)
  })
  $("speeds").addEventListener("click", event => {
    if (!event.target.dataset.speed) return
    speed = +event.target.dataset.speed
    for (const button of $("speeds").children) button.setAttribute("aria-pressed", button === event.target)
  })
  scrub.addEventListener("input", () => {
    play(false)
    app.seek(+scrub.value)
  })
  scrub.addEventListener("keydown", event => {
    if (!film() || !event.key.startsWith("Arrow")) return
    step(event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : -1)
    event.preventDefault()
  })
  new ResizeObserver(() => film() && rule()).observe($("lanes"))

  app.on("time", place)
  app.on("select", () => {
    for (const button of $("labels").children) button.classList.toggle("on", button.dataset.path === app.selected)
  })
  app.on("picture", () => {
    if (!film()) play(false)
    ready = []
    load()
  })
  app.on("edits", load)
  app.on("error", () => play(false))
  app.on("lost", () => play(false))

  return { play, first, step, restart }
}
