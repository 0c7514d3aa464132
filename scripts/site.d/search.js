// SPDX-License-Identifier: MIT
// The search of the site, a worker in place of Zensical's. That one finds only sections that have every word of a
// question, and puts those first that have any of its words in their heading, even "to". This one leaves words without
// content out, knows other words for things, and ranks sections by how rare their words are, and how well placed.
//
// Messages: {type: 0, data: {items}} with sections as {location, title, path, text}, answered by {type: 1}; then
// {type: 2, data: {input, page}} by {type: 3, data: {items, pagination}}. An item is the section's number with its
// matches, ranges of characters to mark: `value` is how many of them were typed, or -1 for another spelling.
"use strict";
(() => {
  const PAGE = 10, MOST = 60;

  const EMPTY = new Set(("a about all am an and any are as at be by can could create do does export for from " +
    "generate get had has have how i if in into is it its like make me my not of on or please save should so some " +
    "that the their them then there this to use used using want was way we what when where which who will with " +
    "without work works would you your").split(" "));

  // Words of readers, and those that the pages have for them. Readers' words count too, those of a phrase less.
  const MEANT = Object.entries({
    // Layers
    "z order": "zposition painting", "z index": "zposition painting", "to front": "zposition painting",
    "text shadow": "shadow", "box shadow": "shadow", "drop shadow": "shadow", "border radius": "cornerradius",
    "round corner": "cornerradius", "rounded corner": "cornerradius", "background image": "contents",
    "fill mode": "fillmode", angle: "direction startpoint rotation", rotate: "rotation", transparency: "opacity",
    transparent: "opacity alpha", fade: "opacity", crop: "contentsrect crop", clip: "maskstobounds mask",
    flexbox: "stack flex", center: "centre alignment", align: "alignment", color: "colour", gray: "grey",
    // Text
    "line break": "wrapped", "word wrap": "wrapped", wrap: "wrapped", "line spacing": "lineheight",
    "custom font": "font", "own font": "font", typeface: "font", ttf: "font", otf: "font", webfont: "font",
    woff2: "font", bold: "fontweight", italic: "fontstyle", caption: "text",
    // Pictures
    picture: "image", photo: "image", bitmap: "image", png: "image", jpg: "jpeg", retina: "scale", hidpi: "scale",
    "2x": "scale", dpi: "scale", resolution: "scale", pdf: "print", poster: "print",
    // Time
    tween: "animation", easing: "timingfunction", ease: "timingfunction", loop: "repeatcount repetition",
    repeat: "repeatcount repetition", delay: "begintime", pause: "hold speed", bounce: "spring",
    "key frame": "keyframe",
    video: "film", movie: "film", mp4: "film", webm: "film", record: "film", "frame rate": "fps", audio: "sound",
    music: "sound", mp3: "sound", wav: "sound", particle: "emitter", confetti: "emitter", snow: "emitter",
    // Data
    "bar chart": "bars", "line chart": "lines", "pie chart": "donut", graph: "chart", plot: "chart", axis: "axes",
    axe: "axes", excel: "csv table", spreadsheet: "csv table", database: "data", "each row": "batches",
    "per row": "batches", "every row": "batches", "mail merge": "batches", parameter: "arguments",
    // The program
    "command line": "options program", "exit status": "exit", "error code": "exit", "return code": "exit",
    "get started": "started", "hello world": "started", tutorial: "started", example: "recipes", quickstart: "started",
    installation: "install", setup: "install", download: "install", apt: "debian", deb: "debian",
    ubuntu: "debian linux",
    fedora: "linux", alpine: "linux", pip: "python", wheel: "python", luarocks: "lua", docker: "container",
    podman: "container", dockerfile: "container", preview: "live watch", reload: "live watch",
    autocomplete: "completion",
    debug: "diagnosis", invisible: "seen diagnosis", visible: "seen", blank: "blank seen",
    "not shown": "seen diagnosis",
    "not visible": "seen diagnosis", "not show": "seen diagnosis", fast: "performance", slow: "performance",
    benchmark: "performance", speed: "performance", "c++": "cpp",
    // Services
    http: "service url", server: "service", rest: "service", k8s: "kubernetes", cluster: "machines",
    parallel: "threads",
    "open graph": "cards", "og image": "cards url", "social card": "cards", secure: "security", safe: "security",
    malicious: "untrusted", hostile: "untrusted", seccomp: "isolation",
  });

  // Pages that answer questions before others, and those that list or compare. Addresses are relative or whole.
  const LIKING = [
    [/\bguide\/faces\.html/, 0.45], [/\bguide\/from-/, 0.75], [/\bguide\/(farm|signed-urls)\.html/, 0.95],
    [/\bguide\//, 1.2], [/\bgallery\//, 0.5], [/\breference\/(elsewhere|warnings)\.html/, 0.5],
    [/\breference\/swift\//, 0.5], [/\bGraphicsContext\.html/, 0.8], [/\bunsupported\.html/, 0.5],
    [/\bsecurity\.html#/, 0.7], [/\bsecurity\.html/, 1.2],
    [/\b(pages|index|reference\/(properties|filters))\.html/, 0.6],
  ];

  const WORD = /c\+\+|[\p{L}\p{N}]+/giu;
  const clean = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace("c++", "cpp");
  // Plurals are their singulars.
  const stem = (word) => /[^aious]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;

  // Calls `found` with each word of a text and its place, tags and entities left out, then with the parts of names such
  // as cornerRadius.
  function words(text, found) {
    const plain = text.replace(/<[^>]*>|&\w+;/g, (tag) => " ".repeat(tag.length));
    for (const { 0: word, index } of plain.matchAll(WORD)) {
      found(stem(clean(word)), index, word.length, false);
      const parts = [...word.matchAll(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu)];
      if (parts.length > 1) {
        for (const part of parts) found(stem(clean(part[0])), index + part.index, part[0].length, true);
      }
    }
  }

  // How many letters to change to get from one word to another, at most two.
  function distance(a, b) {
    if (Math.abs(a.length - b.length) > 2) return 3;
    let before = [], last = [...Array(b.length + 1).keys()];
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
        if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return last[b.length];
  }

  class Index {
    constructor(items) {
      // For each word the sections that have it, with how often in the title, in the page's names, and in the text.
      this.items = items;
      this.terms = new Map();
      this.sections = items.map(({ location, title, path, text }, id) => {
        const count = (from, field) => words(from, (word, _start, _length, isPart) => {
          let having = this.terms.get(word);
          if (!having) this.terms.set(word, having = new Map());
          let counts = having.get(id);
          if (!counts) having.set(id, counts = [0, 0, 0]);
          // A heading's own words count more than the parts of a name.
          if (field === 0) counts[0] = Math.max(counts[0], isPart ? 0.5 : 1); else counts[field] += 1;
        });
        count(title, 0);
        count((path ?? []).join(" "), 1);
        count(text, 2);
        const titles = (title.match(WORD) ?? []).map(clean), length = (text.match(WORD) ?? []).length;
        const liking = LIKING.find(([page]) => page.test(location))?.[1] ?? 1;
        // The head of a page of the reference, above its entries.
        const isBare = !length && /\breference\//.test(location);
        return { titles, length, page: location.split("#")[0], liking: isBare ? liking * 0.75 : liking };
      });
      this.average = this.sections.reduce((sum, { length }) => sum + length, 0) / items.length;
      this.vocabulary = [...this.terms.keys()].sort();
      this.meant = new Map(MEANT.map(([said, meant]) => [said, meant.split(" ").map(stem)]));
    }

    rarity(term) {
      const count = this.terms.get(term)?.size ?? 0;
      return Math.log(1 + (this.items.length - count + 0.5) / (count + 0.5));
    }

    // The words of the index that a typed word may be, with how well they fit.
    spellings(word, isLast) {
      const found = new Map();
      const add = (term, fit, typed) => {
        if (this.terms.has(term) && (found.get(term)?.fit ?? 0) < fit) found.set(term, { fit, typed });
      };
      add(stem(word), 1, word.length);
      for (const other of this.meant.get(stem(word)) ?? this.meant.get(word) ?? []) add(other, 0.75, -1);
      const root = word.replace(/(ing|ed|er|ion|ally|ly)$/, "");
      if (root !== word && root.length > 3) {
        add(root, 0.7, -1);
        add(root + "e", 0.7, -1);
        add(root + "al", 0.7, -1);
      }
      if (stem(word).length > 1) {
        const start = stem(word);
        let low = 0, high = this.vocabulary.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (this.vocabulary[middle] < start) low = middle + 1; else high = middle;
        }
        for (; low < this.vocabulary.length && this.vocabulary[low].startsWith(start); low++) {
          const term = this.vocabulary[low];
          add(term, (isLast ? 0.8 : 0.5) * Math.sqrt(start.length / term.length), start.length);
        }
      }
      if (!found.size && word.length > 3) {
        for (const term of this.vocabulary) {
          const changes = distance(word, term);
          if (changes <= (word.length > 5 ? 2 : 1)) add(term, 0.5 / changes, -1);
        }
      }
      return found;
    }

    // The things that a question asks for, each with the word that was typed, if it is one, and its spellings.
    things(input) {
      const things = [];
      let asked = (input.match(WORD) ?? []).map(clean);
      for (let size = 3; size > 1; size--) {
        for (let at = 0; at + size <= asked.length; at++) {
          const said = asked.slice(at, at + size);
          const meant = this.meant.get(said.join(" ")) ?? this.meant.get(said.map(stem).join(" "));
          if (!meant) continue;
          const spellings = new Map();
          for (const word of said) {
            if (EMPTY.has(word) || !this.terms.has(stem(word))) continue;
            spellings.set(stem(word), { fit: 0.35, typed: word.length });
          }
          for (const term of meant) if (this.terms.has(term)) spellings.set(term, { fit: 0.9, typed: -1 });
          things.push({ spellings });
          asked.splice(at, size, "");
        }
      }
      asked = asked.filter((word) => word);
      const full = asked.filter((word) => !EMPTY.has(word));
      // A question of empty words alone, such as "from" or "with", may be the name of something.
      const rest = full.length || things.length ? full : asked;
      rest.forEach((word, at) => things.push({ typed: word, spellings: this.spellings(word, at === rest.length - 1) }));
      return things;
    }

    ranked(things) {
      const scores = new Map(), pages = new Map();
      const weights = things.map(({ spellings }) => {
        const best = Math.max(...[...spellings.values()].map(({ fit }) => fit));
        return Math.max(1, ...[...spellings].filter(([, { fit }]) => fit === best).map(([term]) => this.rarity(term)));
      });
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      things.forEach(({ spellings }, thing) => {
        for (const [term, { fit }] of spellings) {
          for (const [id, [title, path, text]] of this.terms.get(term)) {
            const { length, titles, page } = this.sections[id];
            const often = text / (text + 1.2 * (0.4 + 0.6 * length / this.average));
            const place = title * 3 / (1 + 0.12 * (titles.length - 1)) + (path ? 1.6 : 0) + 1.5 * often;
            const score = fit * weights[thing] * place;
            let found = scores.get(id);
            if (!found) scores.set(id, found = []);
            if (!found[thing] || found[thing].score < score) found[thing] = { score, fit, title };
            let near = pages.get(page);
            if (!near) pages.set(page, near = []);
            near[thing] = Math.max(near[thing] ?? 0, fit);
          }
        }
      });
      const results = [];
      for (const [id, found] of scores) {
        const { titles, liking, page } = this.sections[id], near = pages.get(page);
        let score = 0, covered = 0, named = 0, written = 0;
        things.forEach(({ typed }, thing) => {
          const match = found[thing];
          if (match) score += match.score;
          // A thing that stands elsewhere on the page is a third of one that stands here.
          covered += weights[thing] * Math.max(Math.min(1, (match?.fit ?? 0) * 1.25), (near[thing] ?? 0) * 0.35);
          if (match && match.fit > 0.5) named += match.title;
          if (typed && titles.includes(typed)) written += 1;
        });
        // A heading that says what was asked and nothing else, and as it was written.
        score *= 1 + 0.6 * Math.min(1, named / Math.max(1, titles.length)) + 0.3 * written / things.length;
        results.push({ id, score: score * liking * (covered / whole) ** 2 });
      }
      results.sort((a, b) => b.score - a.score || a.id - b.id);
      const least = (results[0]?.score ?? 0) * 0.12;
      return results.filter(({ score }) => score >= least).slice(0, MOST).map(({ id }) => id);
    }

    // The ranges of a text to mark. Of long texts only those from where most things stand together.
    marks(text, things, isLong) {
      const found = [];
      words(text, (word, start, length) => {
        things.forEach(({ spellings }, thing) => {
          const typed = spellings.get(word)?.typed;
          if (typed) found.push({ start, end: start + length, value: typed < 0 ? -1 : Math.min(typed, length), thing });
        });
      });
      found.sort((a, b) => a.start - b.start || b.end - a.end);
      let best = 0, most = 0;
      for (let i = 0; isLong && i < found.length; i++) {
        const near = new Set();
        for (let j = i; j < found.length && found[j].start < found[i].start + 240; j++) near.add(found[j].thing);
        if (near.size > most) [best, most] = [i, near.size];
      }
      const ranges = [];
      for (const { start, end, value } of found.slice(best)) {
        if (!ranges.length || ranges.at(-1).end <= start) ranges.push({ start, end, value });
      }
      return ranges;
    }

    item(id, things) {
      const { title, path, text } = this.items[id];
      const match = (field, from, isLong) =>
        ({ field, value: { highlight: { ranges: this.marks(from, things, isLong) } } });
      const names = { field: "path", value: { highlight: { ranges: [] } } };
      let before = 0;
      for (const name of path ?? []) {
        names.value.highlight.ranges.push(...this.marks(name, things, false)
          .map(({ start, end, value }) => ({ start: start + before, end: end + before, value })));
        before += name.length;
      }
      return { id, matches: [match("title", title, false), names, match("text", text, true)] };
    }

    answer({ input, page }) {
      const things = this.things(typeof input === "string" ? input : "");
      if (!things.length) return { items: [], pagination: { total: 0 } };
      const found = this.ranked(things), from = page?.from ?? 0;
      const items = found.slice(from, from + PAGE).map((id) => this.item(id, things));
      const pagination = { total: found.length };
      if (from >= PAGE) pagination.prev = { from: from - PAGE, size: PAGE };
      if (from + PAGE < found.length) pagination.next = { from: from + PAGE, size: PAGE };
      return { items, pagination };
    }
  }

  let index;
  self.onmessage = ({ data: { type, data } }) => {
    try {
      if (type === 0) {
        index = new Index(data.items);
        self.postMessage({ type: 1 });
      } else if (type === 2) {
        self.postMessage({ type: 3, data: index.answer(data) });
      }
    } catch {
      self.postMessage({ type: 4 });
    }
  };
})();
