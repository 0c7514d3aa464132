// SPDX-License-Identifier: MIT
// Plays films: those with data-play="seen" while they are in view, those with data-play="point" while the pointer or
// the focus is on their card. Nothing moves by itself where the reader asks for reduced motion.
"use strict";
(() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const play = (film) => film.play().catch(() => {});
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting && !still.matches) play(entry.target);
      else if (!entry.target.paused) entry.target.pause(); // pausing one that never played would fetch it
    }
  }, { threshold: 0.4 });
  for (const film of document.querySelectorAll("video[data-play]")) {
    const card = film.closest("a") || film;
    if (film.dataset.play === "seen" || matchMedia("(hover: none)").matches) {
      seen.observe(film);
      continue;
    }
    card.addEventListener("pointerenter", () => play(film));
    card.addEventListener("focus", () => play(film));
    for (const end of ["pointerleave", "blur"]) {
      card.addEventListener(end, () => {
        film.pause();
        film.load(); // shows the poster again
      });
    }
  }
})();
