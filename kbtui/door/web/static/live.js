"use strict";
// Keeps the page of a room up to date, and lets one look back move by move.
const said = document.body.dataset;
const side = document.getElementById("side");
const board = document.getElementById("board");
const OUTDATED = 4003; // the code with which the door closes for a script that it does not know
let last = Number(said.last);
let shown = last;
let waits = 500;

const bar = document.createElement("div");
bar.className = "timeline";
const slider = document.createElement("input");
slider.type = "range";
slider.min = 0;
const label = document.createElement("output");
bar.append(slider, label);

function place(number) {
  shown = number;
  slider.max = last;
  slider.value = number;
  label.textContent = number === last
    ? said.newest
    : said.entry.replace("{number}", number).replace("{last}", last);
  slider.setAttribute("aria-label", label.textContent);
  const image = board.querySelector("img");
  if (!image) return;
  const source = `/board/${said.code}/${number}.svg`;
  if (image.getAttribute("src") === source) return;
  const next = new Image();
  next.onload = () => {
    if (shown === number) image.src = source;
  };
  next.src = source;
}

function arrange() {
  const image = board.querySelector("img");
  if (image && !bar.isConnected) {
    board.append(bar);
    slider.max = last;
    slider.value = shown;
    place(shown);
  }
}

function show(news) {
  board.hidden = !news.pictured && !news.letters;
  if (news.pictured && !board.querySelector("img")) {
    const image = new Image();
    image.alt = said.alt;
    board.replaceChildren(image);
    arrange();
  } else if (news.letters) {
    const lines = document.createElement("pre");
    lines.textContent = news.letters;
    board.replaceChildren(lines);
  }
}

slider.addEventListener("input", () => place(Number(slider.value)));

// Other games that have begun or ended since this page was made.
function list(news) {
  document.getElementById("ways").innerHTML = news.ways;
  document.getElementById("others").innerHTML = news.games;
}

function hear(text) {
  const news = JSON.parse(text);
  if (news.games !== undefined) {
    list(news);
    return;
  }
  if (news.last === undefined) return; // of a newer door
  const follows = shown === last;
  last = news.last;
  document.title = news.title;
  side.innerHTML = news.side;
  show(news);
  place(follows ? last : Math.min(shown, last));
}

// The door has a newer script. The page is loaded again, but not over and over.
function renew() {
  if (Date.now() - Number(sessionStorage.getItem("renewed")) < 60000) return false;
  sessionStorage.setItem("renewed", Date.now());
  location.reload();
  return true;
}

function connect() {
  const address = `${location.origin.replace(/^http/, "ws")}${said.live}?v=${said.version}`;
  const socket = new WebSocket(address);
  socket.onmessage = (event) => {
    waits = 500;
    document.body.classList.remove("lost");
    hear(event.data);
  };
  socket.onclose = (event) => {
    document.body.classList.add("lost");
    if (event.code === OUTDATED && renew()) return;
    waits = Math.min(waits * 2, 20000);
    setTimeout(connect, waits * (0.5 + Math.random() / 2));
  };
}

arrange();
connect();

// A swipe to the left leads to the next game, one to the right to the previous one.
let touched = null;
addEventListener("touchstart", (event) => {
  const one = event.touches.length === 1 && event.target !== slider;
  touched = one ? event.touches[0] : null;
}, { passive: true });
addEventListener("touchend", (event) => {
  if (!touched || visualViewport.scale > 1) return;
  const { clientX, clientY } = event.changedTouches[0];
  const across = clientX - touched.clientX;
  if (Math.abs(across) < 80 || Math.abs(across) < 2 * Math.abs(clientY - touched.clientY)) return;
  document.querySelector(`nav a[rel=${across < 0 ? "next" : "prev"}]`)?.click();
});
