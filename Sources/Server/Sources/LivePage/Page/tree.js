// SPDX-License-Identifier: MIT
// The layers as a tree. Rows are made for what is scrolled to, so that ten thousand sublayers cost as much as twenty.

import { $, h, icon, classIcon, nameOf, shortNameOf, colorOf, swatch, latest } from "./dom.js"
import { ask } from "./server.js"

const rowHeight = 27

/** So many rows are asked for at once. */
const pageSize = 200

export function makeTree(app) {
  const tree = $("tree"), rows = $("rows"), search = $("search")
  /** What is known of a layer, by path; `below` are the paths of its sublayers, with gaps where none was asked for. */
  let known = new Map(), root = null
  let opened = new Set(), wasOpened = new Set()
  /** The rows from top to bottom: { path, level, index, of, parent }; without a path where it is not known yet. */
  let list = []
  /** What a search found; null without one. */
  let found = null

  app.rowOf = path => known.get(path)

  /** The row of a layer, which is asked for if it is not known. */
  app.learn = async path => {
    if (!path) return null
    if (!known.has(path)) await read(path)
    return known.get(path)
  }

  async function read(path) {
    const { layers: [own] } = await ask("tree", { of: path, count: 0, t: app.t })
    known.set(own.path, { ...known.get(own.path), ...own })
  }

  /** Asks for a page of what is below a layer, the root without a path, and notes it. Returns the layer's path. */
  async function turnTo(path, page, next) {
    const from = page * pageSize
    const { layers: [own, ...rows] } = await ask("tree", { of: path, from, count: pageSize, t: app.t })
    const map = next ?? known, before = map.get(own.path), below = before?.below ?? new Array(own.children)
    below.length = own.children
    map.set(own.path, { ...before, ...own, below })
    rows.forEach((row, index) => {
      below[from + index] = row.path
      map.set(row.path, { ...map.get(row.path), ...row, parent: own.path, index: from + index })
    })
    return own.path
  }

  const pageOf = index => Math.floor(index / pageSize)
  const hasPage = (path, page) => known.get(path)?.below?.[page * pageSize] !== undefined

  /** The rows that are seen, and a few more: from, to. */
  const span = () => [Math.max(0, Math.floor(tree.scrollTop / rowHeight) - 4),
    Math.min(list.length, Math.ceil((tree.scrollTop + tree.clientHeight) / rowHeight) + 4)]

  /** Asks for what is open, level by level, and as far as it is seen. */
  const load = latest(async () => {
    const picture = app.picture
    if (!picture) return
    const next = new Map()
    // Who has scrolled far down stays there.
    const seen = new Map()
    for (const { parent, index } of list.slice(...span())) {
      if (parent && pageOf(index)) seen.set(parent, (seen.get(parent) ?? new Set()).add(pageOf(index)))
    }
    try {
      root = await turnTo(undefined, 0, next)
      if (app.picture !== picture) return
      const fresh = !wasOpened.has(root)
      let level = [root]
      for (let depth = 0; level.length && next.size < 20_000; depth += 1) {
        // At first what fits is open.
        const open = level.filter(path => {
          const row = next.get(path)
          return row.children > 0 && (opened.has(path) || (fresh && depth < 3 && row.children <= (depth ? 40 : 400)))
        })
        for (const path of open) {
          opened.add(path)
          if (!next.get(path).below) await turnTo(path, 0, next)
          const pages = [...seen.get(path) ?? []].filter(page => page * pageSize < next.get(path).children)
          for (const page of pages) await turnTo(path, page, next)
        }
        level = open.flatMap(path => next.get(path).below.filter(each => each !== undefined))
      }
      wasOpened.add(root)
    } catch { /* what is known by then */ }
    if (next.size) known = next
    if (found) await find()
    render()
    if (app.selected) reveal(app.selected)
    document.body.dataset.tree = picture.rev
  })

  function flatten() {
    if (found) return found.map((path, index) => ({ path, level: 1, index, of: found.length }))
    const all = []
    const add = (path, level, index, of, parent) => {
      all.push({ path, level, index, of, parent })
      const layer = path !== undefined && opened.has(path) ? known.get(path) : null
      if (!layer) return
      for (let each = 0; each < layer.children; each += 1)
        add(layer.below?.[each], level + 1, each, layer.children, path)
    }
    if (root && known.has(root)) add(root, 1, 0, 1)
    return all
  }

  function render() {
    list = flatten()
    rows.style.height = list.length * rowHeight + 8 + "px"
    draw()
  }

  function draw() {
    const [from, to] = span()
    const made = list.slice(from, to).map((item, offset) => row(item, from + offset))
    if (found && !found.length)
      made.push(h("p", { class: "nothing" }, `No layer has “${search.value}” in its name, class or text.`))
    rows.replaceChildren(...made)
    const index = list.findIndex(item => item.path === app.selected)
    if (app.selected && index >= 0) tree.setAttribute("aria-activedescendant", "row" + index)
    else tree.removeAttribute("aria-activedescendant")
    if (list.slice(from, to).some(item => item.path === undefined)) fillGaps()
  }

  /** Asks for the rows that are seen and not known, page by page; what was scrolled past meanwhile is left out. */
  const fillGaps = latest(async () => {
    for (;;) {
      const gap = list.slice(...span()).find(item => item.path === undefined)
      if (!gap) return
      try { await turnTo(gap.parent, pageOf(gap.index)) } catch { return }
      if (!hasPage(gap.parent, pageOf(gap.index))) return
      render()
    }
  })

  function row(item, index) {
    if (item.path === undefined) return gap(item, index)
    const layer = known.get(item.path) ?? { path: item.path, class: "Layer", name: item.path }
    const unseen = app.isUnseen?.(item.path) ?? false
    const foldable = layer.children > 0 && !found
    const isOpen = opened.has(item.path)
    const element = h("div", {
      class: "row" + (unseen || layer.hidden ? " off" : "") + (item.path === app.hovered ? " hover" : ""),
      role: "treeitem", id: "row" + index,
      "aria-level": item.level, "aria-posinset": item.index + 1, "aria-setsize": item.of,
      "aria-selected": String(item.path === app.selected),
      "aria-expanded": foldable ? String(isOpen) : null, "data-path": item.path,
      title: [layer.path, layer.draws?.join(", "), layer.line ? "line " + layer.line : ""].filter(Boolean).join("\n"),
      onpointerenter: () => app.hover(item.path), onpointerleave: () => app.hover(null),
      onclick: () => app.select(item.path, "tree"), ondblclick: () => foldable && toggle(item.path),
    },
      h("span", { class: "fold", onclick: event => { if (foldable) { event.stopPropagation(); toggle(item.path) } } },
        foldable ? icon("chevron") : ""),
      icon(classIcon(layer)), swatch(colorOf(layer)),
      h("span", { class: "nm" + (layer.name ? "" : " none") }, shortNameOf(layer)),
      h("span", { class: "cls" }, kindOf(layer)),
      h("span", { class: "sign" }, layer.moves ? sign("moves", "m", "moves") : null,
        layer.hidden ? sign("hidden", "h", "hidden") : null, unseen ? sign("warn", "w", "is not seen") : null))
    return placed(element, item, index)
  }

  /** What is said of a layer besides what it is called: the class, of a mask what it paints. */
  const kindOf = layer => layer.mask && !layer.name ? layer.says ?? ""
    : layer.class !== "Layer" && nameOf(layer) !== layer.class ? layer.class.replace(/(.)Layer$/, "$1") : ""

  /** The place of a row that is asked for. */
  const gap = (item, index) => placed(h("div", { class: "row gap", role: "treeitem", id: "row" + index,
    "aria-level": item.level, "aria-posinset": item.index + 1, "aria-setsize": item.of, "aria-busy": "true" },
  h("span", { class: "nm none" }, "…")), item, index)

  function placed(element, item, index) {
    element.style.top = index * rowHeight + "px"
    element.style.setProperty("--level", item.level)
    return element
  }

  const sign = (name, kind, words) => {
    const picture = icon(name, "i s " + kind)
    picture.removeAttribute("aria-hidden")
    picture.setAttribute("role", "img")
    picture.setAttribute("aria-label", words)
    return picture
  }

  async function toggle(path) {
    if (opened.has(path)) opened.delete(path)
    else {
      opened.add(path)
      await fill(path)
    }
    render()
  }

  async function fill(path) {
    if (hasPage(path, 0)) return
    try { await turnTo(path, 0) } catch { opened.delete(path) }
  }

  /** Opens what is above a layer, and scrolls to it. */
  const reveal = latest(async path => {
    const layer = await app.learn(path).catch(() => null)
    if (!layer) return
    if (!found) {
      // Paths are names from the root, so all beginnings of one are layers.
      const parts = path.split("/")
      try {
        for (let count = 1; count < parts.length; count += 1) {
          const above = parts.slice(0, count).join("/"), below = parts.slice(0, count + 1).join("/")
          // What a search found has no place yet.
          if (known.get(below)?.index === undefined) await read(below)
          const { index } = known.get(below)
          opened.add(above)
          if (known.get(above)?.below?.[index] !== below) await turnTo(above, pageOf(index))
        }
      } catch { return }
      render()
    }
    const index = list.findIndex(item => item.path === path)
    if (index < 0) return
    const top = index * rowHeight
    if (top < tree.scrollTop) tree.scrollTop = top - rowHeight
    else if (top + rowHeight > tree.scrollTop + tree.clientHeight) {
      tree.scrollTop = top + 2 * rowHeight - tree.clientHeight
    }
    draw()
  })

  async function find() {
    const text = search.value.trim()
    if (!text) {
      found = null
      return
    }
    try {
      const { layers } = await ask("search", { text, t: app.t })
      for (const row of layers) known.set(row.path, { ...known.get(row.path), ...row })
      found = layers.map(row => row.path)
    } catch { found = [] }
  }
  const search_ = latest(async () => {
    await find()
    tree.scrollTop = 0
    render()
    document.body.dataset.search = search.value
    if (!found && app.selected) reveal(app.selected)
  })
  search.addEventListener("input", () => search_())
  search.addEventListener("keydown", event => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      const first = (found ?? list.map(item => item.path))[0]
      if (first && !(found ?? []).includes(app.selected)) app.select(first, "tree")
      tree.focus()
    } else if (event.key === "Escape") {
      search.value = ""
      search_()
      tree.focus()
    } else return
    event.preventDefault()
  })
  tree.addEventListener("scroll", draw)
  new ResizeObserver(draw).observe(tree)

  app.on("picture", () => load())
  app.on("edits", () => load())
  app.on("findings", draw)
  app.on("hover", draw)
  app.on("select", from => {
    draw()
    if (app.selected) reveal(app.selected)
    if (from === "stage" && found) {
      search.value = ""
      search_()
    }
  })

  const position = () => app.selected ? list.findIndex(item => item.path === app.selected) : -1
  async function move(step) {
    if (!list.length) return
    const now = position(), next = now < 0 ? 0 : Math.min(Math.max(now + step, 0), list.length - 1)
    const { path, parent, index } = list[next]
    if (path === undefined) {
      try { await turnTo(parent, pageOf(index)) } catch { return }
      render()
    }
    app.select(path ?? known.get(parent).below[index], "tree")
  }
  async function open() {
    const path = app.selected
    if (!path || found) return
    if (!opened.has(path) && known.get(path)?.children > 0) await toggle(path)
    else if (opened.has(path) && known.get(path)?.below?.length) app.select(known.get(path).below[0], "tree")
  }
  async function close() {
    const path = app.selected
    if (!path || found) return
    if (opened.has(path) && known.get(path)?.children > 0) return await toggle(path)
    const parent = known.get(path)?.parent
    if (parent) app.select(parent, "tree")
  }
  /** Each key counts from where the one before has come to, though that may first have to be asked for. */
  let keys = Promise.resolve()
  const inTurn = body => (...values) => { keys = keys.then(() => body(...values)) }
  return { move: inTurn(move), open: inTurn(open), close: inTurn(close) }
}
