// SPDX-License-Identifier: MIT
// A worker for pages that are opened from files, where browsers start none: a hidden frame runs the search's script, in
// the page's own thread. Zensical looks for the word iframe-worker in this file's name, and then loads no other shim.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "Search";
      document.body.append(this.frame);
      this.waiting = [];
      const inside = this.frame.contentWindow;
      // Cloned, as a worker's messages are: both sides change what they get.
      inside.postMessage = (data) => {
        const copy = structuredClone(data);
        setTimeout(() => this.onmessage?.({ data: copy }));
      };
      const script = inside.document.createElement("script");
      script.src = new URL(address, document.baseURI);
      script.onload = () => {
        const waiting = this.waiting;
        this.waiting = null;
        for (const data of waiting) this.postMessage(data);
      };
      script.onerror = (error) => this.onerror?.(error);
      inside.document.body.append(script);
    }
    postMessage(data) {
      const copy = structuredClone(data);
      if (this.waiting) this.waiting.push(copy);
      else setTimeout(() => this.frame?.contentWindow.dispatchEvent(new MessageEvent("message", { data: copy })));
    }
    terminate() {
      this.frame?.remove();
      this.frame = null;
    }
  };
}
