// SPDX-License-Identifier: MIT
// A worker for pages that are opened from files, where browsers start none: a hidden frame runs the search's script, in
// the page's own thread. Zensical looks for the word iframe-worker in this file's name, and then loads no other shim.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const focused = document.activeElement;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "Search";
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      const script = inside.document.createElement("script");
      script.src = new URL(address, document.baseURI);
      script.onload = () => {
        const waiting = this.waiting;
        this.waiting = null;
        for (const data of waiting) this.postMessage(data);
      };
      script.onerror = (error) => this.onerror?.(error);
      inside.document.body.append(script);
      focused?.focus?.(); // making the frame takes the focus from the search's field
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else setTimeout(() => this.frame?.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame?.remove();
      this.frame = null;
    }
  };
}
