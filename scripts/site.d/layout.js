// SPDX-License-Identifier: MIT
// The rules of layout.py for one page: returns the faults, as sentences; `closely` looks at contrasts too. Boxes are
// measured as they lie, and nothing is stored: pixels of text change with each version of the browser and its fonts,
// what a reader stumbles over does not.

(closely) => {
  const faults = [], width = document.documentElement.clientWidth;
  const name = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") +
    [...e.classList].map((word) => "." + word).join("") + ` "${(e.textContent || e.src || "").trim().slice(0, 30)}"`;
  const shown = (e) => {
    if (!e.checkVisibility()) return false; // in details that are closed
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    return style.display !== "none" && style.visibility !== "hidden" && box.width > 0 && box.height > 0;
  };
  const scrolls = (e) => {
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (["auto", "scroll", "hidden", "clip"].includes(style.overflowX)) return true;
    }
    return false;
  };
  const scroller = document.scrollingElement;
  if (scroller.scrollWidth > width + 1) faults.push(`the page scrolls sideways: ${scroller.scrollWidth} of ${width}`);
  const article = document.querySelector("article");
  for (const e of article.querySelectorAll("*")) {
    if (!shown(e) || e.closest("svg, .md-clipboard, .headerlink, .md-code__nav")) continue;
    const box = e.getBoundingClientRect();
    if ((box.right > width + 1 || box.left < -1) && !scrolls(e)) {
      faults.push(`${name(e)} leaves the page: ${box.left} to ${box.right}`);
    }
    if (e.matches("h1, h2, h3, .tile b, .tile small, .button, label, figcaption, .facts, .signature code, .needs") &&
        e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== "inline")
      faults.push(`${name(e)} is cut: ${e.scrollWidth} of ${e.clientWidth}`);
  }
  const overlap = (parent) => {
    const stands = ({ position, float, display }) => position === "static" && float === "none" && display !== "inline";
    const boxes = [...parent.children].filter((e) => shown(e) && stands(getComputedStyle(e)))
      .map((e) => [e, e.getBoundingClientRect()]);
    for (let i = 0; i < boxes.length; i++) {
      for (let j = i + 1; j < Math.min(i + 4, boxes.length); j++) {
        const [a, p] = boxes[i], [b, q] = boxes[j];
        const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (x > 1.5 && y > 1.5) faults.push(`${name(a)} and ${name(b)} overlap by ${x.toFixed()} × ${y.toFixed()}`);
      }
    }
  };
  overlap(article);
  for (const e of article.querySelectorAll("div, figure, .tile, section")) {
    if (shown(e) && !e.closest(".highlight")) overlap(e);
  }
  // Lines of text as they are painted: the boxes of text nodes, clipped by what scrolls or cuts them.
  const others = ".headerlink, .md-clipboard, .md-code__nav, script, style, svg, video, title";
  const lines = [];
  const clips = new Map();
  const clip = (e) => {
    if (!e || e === document.documentElement) return { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
    if (clips.has(e)) return clips.get(e);
    const style = getComputedStyle(e), box = { ...clip(e.parentElement) };
    const inner = e.getBoundingClientRect();
    if (style.overflowX !== "visible") {
      box.left = Math.max(box.left, inner.left);
      box.right = Math.min(box.right, inner.right);
    }
    if (style.overflowY !== "visible") {
      box.top = Math.max(box.top, inner.top);
      box.bottom = Math.min(box.bottom, inner.bottom);
    }
    clips.set(e, box);
    return box;
  };
  // The nearest box that cuts its content without scrolling.
  const cutter = (e) => {
    for (let up = e; up && up !== article; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if ([overflowX, overflowY].some((way) => way === "auto" || way === "scroll")) return null;
      if (overflowX === "hidden" || overflowX === "clip") return up;
    }
    return null;
  };
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const edge = article.getBoundingClientRect().right;
  const cut = new Set(), out = new Set();
  for (let node; (node = texts.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest(others) || !shown(e) || parseFloat(getComputedStyle(e).opacity) === 0) continue;
    range.selectNodeContents(node);
    const limits = clip(e), cuts = cutter(e), column = cuts && cuts.getBoundingClientRect();
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right - left < 1) continue;
      const isOut = column && (right > column.right + 2 || left < column.left - 2 || bottom > column.bottom + 3);
      if (isOut && !cut.has(cuts)) {
        cut.add(cuts);
        faults.push(`${name(cuts)} cuts the text "${node.data.trim().slice(0, 30)}"`);
      }
      if (right > edge + 2 && limits.right > width && !out.has(e)) {
        out.add(e);
        faults.push(`the text "${node.data.trim().slice(0, 30)}" runs out of its column`);
      }
      const box = { left: Math.max(left, limits.left), top: Math.max(top, limits.top),
        right: Math.min(right, limits.right), bottom: Math.min(bottom, limits.bottom), node, e };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) lines.push(box);
    }
  }
  // A line of code has a box of its font's height, which may reach a little into its neighbours.
  lines.sort((a, b) => a.top - b.top);
  const told = new Set();
  for (let i = 0; i < lines.length; i++) {
    const a = lines[i];
    for (let j = i + 1; j < lines.length && lines[j].top < a.bottom - 4; j++) {
      const b = lines[j];
      if (a.node === b.node || told.has(a.e) || getComputedStyle(a.e).position === "sticky") continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 2 && y > 0.3 * Math.min(a.bottom - a.top, b.bottom - b.top)) {
        told.add(a.e);
        const [one, other] = [a, b].map(({ node }) => `"${node.data.trim().slice(0, 30)}"`);
        faults.push(`the texts ${one} and ${other} overlap by ${x.toFixed()} × ${y.toFixed()}`);
      }
    }
  }
  const pictures = [...article.querySelectorAll("img, video")].filter((e) => shown(e))
    .map((e) => [e, e.getBoundingClientRect(), clip(e)]);
  for (const [e, box, limits] of pictures) {
    const [left, right] = [Math.max(box.left, limits.left), Math.min(box.right, limits.right)];
    const over = lines.find((line) => Math.min(line.right, right) - Math.max(line.left, left) > 2 &&
      Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > 4);
    if (over) faults.push(`the text "${over.node.data.trim().slice(0, 30)}" lies over ${e.getAttribute("src")}`);
  }
  for (const e of article.querySelectorAll("img")) {
    if (!e.complete || !e.naturalWidth) { faults.push(`${e.getAttribute("src")} is missing`); continue; }
    const box = e.getBoundingClientRect();
    const fit = getComputedStyle(e).objectFit;
    if (shown(e) && fit === "fill" && e.naturalHeight && box.height > 8) {
      const ratio = box.width / box.height / (e.naturalWidth / e.naturalHeight);
      if (ratio < 0.93 || ratio > 1.07) faults.push(`${e.getAttribute("src")} is squashed: ${ratio.toFixed(2)}`);
    }
  }
  if (closely) {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (color) => {
      canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = "#000"; canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r / 255, g / 255, b / 255]
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const over = (top, under) => [0, 1, 2].map((i) => under[i] + (top[i] - under[i]) * top[3] / 255).concat(255);
    const ground = (e) => {
      const stack = [];
      for (let up = e; up; up = up.parentElement) stack.push(rgba(getComputedStyle(up).backgroundColor));
      return stack.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 255]);
    };
    const seen = new Set();
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const e = node.parentElement;
      if (!node.data.trim() || !shown(e) || e.closest(others)) continue;
      const style = getComputedStyle(e);
      const key = style.color + e.className + e.tagName + getComputedStyle(e.parentElement).backgroundColor;
      if (seen.has(key)) continue;
      seen.add(key);
      const back = ground(e);
      const [a, b] = [light(over(rgba(style.color), back)), light(back)].sort((p, q) => q - p);
      const contrast = (a + 0.05) / (b + 0.05), large = parseFloat(style.fontSize) >= 24;
      if (contrast < (large ? 3 : 4.5)) {
        faults.push(`${name(e)} has a contrast of ${contrast.toFixed(2)}, ${style.color}`);
      }
    }
  }
  return faults;
}
