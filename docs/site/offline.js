// The search of a page that is opened as a file: its index is in this file, and what would be a worker runs in a
// hidden frame, whose global functions stand for those of a worker.
window.Worker = class extends EventTarget {
  constructor(url) {
    super();
    const early = [];
    this.postMessage = (message) => early.push(message);
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.srcdoc = `<script>window.postMessage = (data) => frameElement.reply(data)</script>
      <script src="${new URL(url, document.baseURI)}"></script>`;
    frame.reply = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    frame.addEventListener("load", () => {
      this.postMessage = (data) => frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
      early.forEach(this.postMessage);
    });
    document.addEventListener("DOMContentLoaded", () => document.body.append(frame));
    if (document.readyState !== "loading") document.body.append(frame);
  }
};
