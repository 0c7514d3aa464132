// SPDX-License-Identifier: MIT
// The layers as a tree. Rows are made for what is scrolled to, so that ten thousand sublayers cost as much as twenty.

import { $, h, icon, classIcon, nameOf, latest } from "./dom.js"
import { ask } from "./server.js"

const rowHeight = 27

export function makeTree(app) {
  const tree = $("tree"), rows = $("rows"), search = $("search")
  /** What is known of a layer, by path; `below` are the paths of its sublayers, once they were asked for. */
  let known = new Map(), root = null
  let opened = new Set(), wasOpened = new Set()
  /** The rows from top to bottom: { path, level, index, of }. */
  let list = []
  /** What a search found; null without one. */
  let found = null

  app.rowOf = path => known.get(path)

  /** The row of a layer, which is asked for if it is not known. */
  app.learn = async path => {
    if (!path) return null
    if (!known.has(path)) {
      const { layers } = await ask("tree", { of: path, t: app.t })
      take(layers, path)
    }
    return known.get(path)
  }

  function take(layers, path) {
    const [own, ...below] = layers
    if (!own) return
    known.set(own.path, { ...known.get(own.path), ...own, below: below.map(row => row.path) })
    for (const row of below) known.set(row.path, { ...known.get(row.path), ...row, parent: own.path })
    if (path === undefined) root = own.path
  }

  /** Asks for what is open, level by level. */
  const load = latest(async () => {
    const picture = app.picture
    if (!picture) return
    const before = known
    known = new Map()
    try {
      take((await ask("tree", { t: app.t })).layers)
      if (app.picture !== picture) return
      const fresh = !wasOpened.has(root)
      let level = [root]
      for (let depth = 0; level.length && known.size < 20_000; depth += 1) {
        // At first what fits is open.
        const open = level.filter(path => {
          const row = known.get(path)
          return row.children > 0 && (opened.has(path) || (fresh && depth < 3 && row.children <= (depth ? 40 : 400)))
        })
        for (const path of open) {
          opened.add(path)
          if (!known.get(path).below) take((await ask("tree", { of: path, t: app.t })).layers, path)
        }
        level = open.flatMap(path => known.get(path).below ?? [])
      }
      wasOpened.add(root)
    } catch {
      if (!known.size) known = before
    }
    if (found) await find()
    render()
    if (app.selected) reveal(app.selected)
    document.body.dataset.tree = picture.rev
  })

  function flatten() {
    if (found) return found.map((path, index) => ({ path, level: 1, index, of: found.length }))
    const all = []
    const add = (path, level, index, of) => {
      all.push({ path, level, index, of })
      const below = opened.has(path) ? known.get(path)?.below ?? [] : []
      below.forEach((each, position) => add(each, level + 1, position, below.length))
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
    const from = Math.max(0, Math.floor(tree.scrollTop / rowHeight) - 4)
    const to = Math.min(list.length, Math.ceil((tree.scrollTop + tree.clientHeight) / rowHeight) + 4)
    const made = list.slice(from, to).map((item, offset) => row(item, from + offset))
    if (found && !found.length) made.push(h("p", { class: "nothing" }, `No layer has “${search.value}” in its name or class.`))
    rows.replaceChildren(...made)
    const index = list.findIndex(item => item.path === app.selected)
    if (index >= 0) tree.setAttribute("aria-activedescendant", "row" + index)
    else tree.removeAttribute("aria-activedescendant")
  }

  function row(item, index) {
    const layer = known.get(item.path) ?? { path: item.path, class: "Layer", name: item.path }
    const unseen = app.isUnseen?.(item.path) ?? false
    const foldable = layer.children > 0 && !found
    const isOpen = opened.has(item.path)
    const element = h("div", {
      class: "row" + (unseen || layer.hidden ? " off" : "") + (item.path === app.hovered ? " hover" : ""), role: "treeitem", id: "row" + index,
      "aria-level": item.level, "aria-posinset": item.index + 1, "aria-setsize": item.of, "aria-selected": String(item.path === app.selected),
      "aria-expanded": foldable ? String(isOpen) : null, "data-path": item.path,
      title: [layer.path, layer.draws?.join(", "), layer.line ? "line " + layer.line : ""].filter(Boolean).join("\n"),
      onpointerenter: () => app.hover(item.path), onpointerleave: () => app.hover(null),
      onclick: () => app.select(item.path, "tree"), ondblclick: () => foldable && toggle(item.path),
    },
      h("span", { class: "fold", onclick: event => { if (foldable) { event.stopPropagation(); toggle(item.path) } } }, foldable ? icon("chevron") : ""),
      icon(classIcon(layer)), h("span", { class: "nm" + (layer.name ? "" : " none") }, nameOf(layer)),
      h("span", { class: "cls" }, layer.name && layer.class !== "Layer" ? layer.class.replace(/(.)Layer$/, "$1") : ""),
      h("span", { class: "sign" }, layer.moves ? sign("moves", "m", "moves") : null, layer.hidden ? sign("hidden", "h", "hidden") : null,
        unseen ? sign("warn", "w", "is not seen") : null))
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
    if (known.get(path)?.below) return
    try { take((await ask("tree", { of: path, t: app.t })).layers, path) } catch { opened.delete(path) }
  }

  /** Opens what is above a layer, and scrolls to it. */
  const reveal = latest(async path => {
    let layer = await app.learn(path).catch(() => null)
    if (!layer) return
    if (!found) {
      // Paths are names from the root, so all beginnings of one are layers.
      const parts = path.split("/")
      for (let count = 1; count < parts.length; count += 1) {
        const above = parts.slice(0, count).join("/")
        if (!known.has(above)) continue
        opened.add(above)
        await fill(above)
      }
      render()
    }
    const index = list.findIndex(item => item.path === path)
    if (index < 0) return
    const top = index * rowHeight
    if (top < tree.scrollTop) tree.scrollTop = top - rowHeight
    else if (top + rowHeight > tree.scrollTop + tree.clientHeight) tree.scrollTop = top + 2 * rowHeight - tree.clientHeight
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

  const position = () => list.findIndex(item => item.path === app.selected)
  return {
    move(step) {
      if (!list.length) return
      const now = position(), next = now < 0 ? 0 : Math.min(Math.max(now + step, 0), list.length - 1)
      app.select(list[next].path, "tree")
    },
    async open() {
      const path = app.selected
      if (!path || found) return
      if (!opened.has(path) && known.get(path)?.children > 0) await toggle(path)
      else if (opened.has(path) && known.get(path)?.below?.length) app.select(known.get(path).below[0], "tree")
    },
    close() {
      const path = app.selected
      if (!path || found) return
      if (opened.has(path) && known.get(path)?.children > 0) return void toggle(path)
      const parent = known.get(path)?.parent
      if (parent) app.select(parent, "tree")
    },
  }
}
