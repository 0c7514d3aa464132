// SPDX-License-Identifier: MIT
// The rules of layout.py for one page: returns the faults, as sentences; `closely` looks at contrasts too.

(closely) => {
  const faults = [], width = document.documentElement.clientWidth;
  const name = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") +
    [...e.classList].map((word) => "." + word).join("") + ` "${(e.textContent || e.src || "").trim().slice(0, 30)}"`;
  const shown = (e) => {
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
      const other = ".headerlink, .md-clipboard, script, style, svg, video";
      if (!node.data.trim() || !shown(e) || e.closest(other)) continue;
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
