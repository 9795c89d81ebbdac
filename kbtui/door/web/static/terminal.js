"use strict";
// Prepares the terminal before its own script starts it, and says what became of the connection.
const said = document.body.dataset;
const terminal = document.getElementById("terminal");
const over = document.getElementById("over");

// On a phone a terminal cannot be read: there the board is tapped on.
const small = "(pointer: coarse) and (max-width: 620px), (pointer: coarse) and (max-height: 480px)";
if (matchMedia(small).matches) {
  location.replace(said.taps);
}

// A reload in this tab finds the same program; another tab is another player.
let tab = sessionStorage.getItem("tab");
if (!/^[a-z0-9]{16}$/.test(tab || "")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  tab = [...bytes].map((byte) => "abcdefghijklmnopqrstuvwxyz012345"[byte % 32]).join("");
  sessionStorage.setItem("tab", tab);
}
terminal.dataset.sessionWebsocketUrl =
  `${location.origin.replace(/^http/, "ws")}${said.line}/${tab}`;

const sizes = [10, 12, 14, 16, 18, 20, 24];
let size = Number(localStorage.getItem("size")) || 16;
terminal.dataset.fontSize = size;

function resize(step) {
  const next = sizes[sizes.indexOf(size) + step];
  if (next) {
    localStorage.setItem("size", next);
    location.reload(); // the program waits
  }
}
document.getElementById("smaller").addEventListener("click", () => resize(-1));
document.getElementById("larger").addEventListener("click", () => resize(1));
document.getElementById("full").addEventListener("click", () => {
  document.documentElement.requestFullscreen?.();
});
document.getElementById("copy")?.addEventListener("click", (event) => {
  const address = `${location.origin}/join/${said.code}`;
  navigator.clipboard?.writeText(address).then(() => {
    event.target.textContent = `${event.target.textContent} \u2713`;
  }, () => {});
});

function tell(text) {
  over.querySelector("p").textContent = text;
  over.hidden = false;
}
over.querySelector("button").addEventListener("click", () => location.reload());

// Only once the door answers: a page that cannot be loaded would try nothing more.
function comeBack(waits) {
  setTimeout(async () => {
    try {
      if ((await fetch("/healthz")).ok) return location.reload();
    } catch {
      // It is still closed.
    }
    comeBack(Math.min(waits * 2, 30000));
  }, waits);
}

const words = { 1000: said.ended, 4001: said.elsewhere, 4002: said.busy };
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("open", () => {
      sessionStorage.setItem("tries", 0);
      setTimeout(() => terminal.querySelector("textarea")?.focus());
    });
    this.addEventListener("close", (event) => {
      const known = words[event.code];
      tell(known || said.lost);
      if (known) return;
      const tries = Number(sessionStorage.getItem("tries")) + 1;
      sessionStorage.setItem("tries", tries);
      comeBack(Math.min(500 * 2 ** tries, 30000));
    });
  }
};
