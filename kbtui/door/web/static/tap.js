"use strict";
// Plays by taps: a group of moves, places on the picture one after the other, then a button.
const said = document.body.dataset;
const find = (id) => document.getElementById(id);
const main = document.querySelector("main");
const OUTDATED = 4003; // the code with which the door closes for a script that it does not know
const shown = {};
let group = null; // what the player wants to do
let picked = []; // places tapped so far
let socket = null;
let line = said.line;
let waits = 500;
let asked = false; // a move is on its way
let why = ""; // what the door has just said, perhaps its last words

// ---- the connection -----------------------------------------------------------------------------

// Whether it could be sent.
function ask(request) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(request));
  return true;
}

function connect() {
  const address = `${location.origin.replace(/^http/, "ws")}${line}?v=${said.version}`;
  socket = new WebSocket(address);
  socket.onopen = () => ask({ name: localStorage.getItem("name") || "" });
  socket.onmessage = (event) => {
    waits = 500;
    document.body.classList.remove("lost");
    const news = JSON.parse(event.data);
    Object.assign(shown, news);
    asked = false;
    why = news.said || "";
    show(news);
  };
  socket.onclose = (event) => {
    document.body.classList.add("lost");
    if (event.code === OUTDATED && renew()) return;
    if (!shown.inside && shown.said) { // refused: there is nothing to come back to by itself
      find("enter").hidden = false;
      return;
    }
    find("said").textContent = why || said.lost;
    why = "";
    waits = Math.min(waits * 2, 20000);
    setTimeout(connect, waits * (0.5 + Math.random() / 2));
  };
}

// The door has a newer script. The page is loaded again, but not over and over.
function renew() {
  if (Date.now() - Number(sessionStorage.getItem("renewed")) < 60000) return false;
  sessionStorage.setItem("renewed", Date.now());
  sessionStorage.setItem("playing", "yes");
  location.reload();
  return true;
}

function enter() {
  find("enter").hidden = true;
  main.hidden = false;
  connect();
}

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = find("name").value.trim();
  find("name").value = name;
  if (!find("enter").reportValidity()) return; // it was nothing but blanks
  localStorage.setItem("name", name);
  enter();
});
find("name").value = localStorage.getItem("name") || "";

// ---- what is shown ------------------------------------------------------------------------------

function show(news) {
  if (shown.code && line !== `/taps/${shown.code}`) {
    line = `/taps/${shown.code}`; // a new room: a reload leads to the same one
    history.replaceState(null, "", `/tap/${shown.code}`);
  }
  find("code").textContent = shown.code || said.day;
  if (shown.title) document.title = shown.title;
  find("said").textContent = shown.said || "";
  find("prompt").textContent = shown.prompt || "";
  if (news.side !== undefined) find("side").innerHTML = shown.side;
  if (news.outcome !== undefined) find("day").innerHTML = shown.outcome;
  if (news.svg !== undefined) find("picture").innerHTML = shown.svg;
  if (news.choices !== undefined || news.svg !== undefined) begin();
  find("notes").replaceChildren(...(shown.notes || []).map((text) => {
    const row = document.createElement("li");
    row.textContent = text;
    return row;
  }));
  buttons();
  if (news.options !== undefined) options();
  find("talk").hidden = Boolean(said.day); // nobody else is there
  if (news.talk !== undefined) talk();
}

// What the host of a waiting room can choose.
function options() {
  find("options").hidden = !shown.options.length;
  find("questions").replaceChildren(...shown.options.map(([id, name, about, answers, at]) => {
    const label = document.createElement("label");
    const title = document.createElement("b");
    const told = document.createElement("small");
    const select = document.createElement("select");
    select.dataset.id = id;
    select.append(...answers.map((text, number) => new Option(text, number, false, number === at)));
    if (at < 0) select.selectedIndex = -1;
    select.addEventListener("change", () => ask({ do: "option", id, at: select.selectedIndex }));
    title.textContent = name;
    told.textContent = about;
    label.append(title, select, told);
    return label;
  }));
}

function talk() {
  const lines = find("lines");
  lines.replaceChildren(...shown.talk.map((text) => {
    const row = document.createElement("li");
    row.textContent = text;
    return row;
  }));
  lines.scrollTop = lines.scrollHeight;
}

find("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = find("line").value.trim();
  if (!text || ask({ do: "say", text })) find("line").value = ""; // else it can be sent later
});

function button(text, act, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.className = kind;
  made.addEventListener("click", act);
  return made;
}

function buttons() {
  const made = (shown.buttons || []).map(([name, text]) => button(text, () => ask({ do: name })));
  if (shown.code && !shown.svg) made.push(button(said.share, share));
  find("buttons").replaceChildren(...made);
}

async function share() {
  const address = `${location.origin}/join/${shown.code}`;
  try {
    await navigator.clipboard.writeText(address);
    find("said").textContent = said.copied;
  } catch {
    find("said").textContent = address; // the browser lets nobody copy: it can be marked by hand
  }
}

// ---- choosing a move ----------------------------------------------------------------------------

const choices = () => shown.choices || [];
const starts = (places) => picked.every((place, step) => places[step] === place);
const open = () => choices().filter((each) => each[1] === group && starts(each[2]));

function begin() {
  const groups = [...new Set(choices().map((each) => each[1]))].filter(Boolean);
  if (!groups.includes(group)) group = groups[0] ?? null;
  picked = [];
  draw();
}

function draw() {
  const groups = [...new Set(choices().map((each) => each[1]))].filter(Boolean);
  find("groups").replaceChildren(
    ...(groups.length > 1 ? groups : []).map((name) =>
      button(name, () => { group = name; picked = []; draw(); }, name === group ? "on" : ""),
    ),
  );
  const whole = picked.length ? open().filter((each) => each[2].length === picked.length) : [];
  const bare = choices().filter((each) => !each[1]);
  const rows = (whole.length ? whole : bare).map(([token, , , label]) =>
    button(label, () => make(token), whole.length ? "go" : ""),
  );
  if (picked.length) rows.push(button(said.cancel, () => { picked = []; draw(); }));
  find("moves").replaceChildren(...rows);
  mark();
}

function make(token) {
  if (asked) return;
  asked = ask({ do: "move", move: token });
}

function next() {
  const found = new Set();
  for (const each of open()) {
    if (each[2].length > picked.length) found.add(each[2][picked.length]);
  }
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

function ring(place, kind) {
  const [x, y, radius] = shown.spots[place];
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("cx", x);
  circle.setAttribute("cy", y);
  circle.setAttribute("r", radius * 0.75);
  circle.setAttribute("class", kind);
  return circle;
}

function mark() {
  const svg = find("picture").querySelector("svg");
  if (!svg) return;
  svg.querySelectorAll("circle.spot, circle.picked").forEach((each) => each.remove());
  const free = picked.length && !next().size ? others() : next();
  svg.append(...[...free].map((place) => ring(place, "spot")));
  svg.append(...picked.map((place) => ring(place, "picked")));
}

// Once all is chosen, another last place can still be tapped instead.
function others() {
  const before = picked.slice(0, -1);
  const found = new Set();
  for (const each of choices()) {
    const fits = each[1] === group && before.every((place, step) => each[2][step] === place);
    if (fits && each[2].length === picked.length) found.add(each[2][before.length]);
  }
  return found;
}

// A finger is wider than a hex: the nearest place counts, if it is near.
find("picture").addEventListener("click", (event) => {
  const svg = find("picture").querySelector("svg");
  if (!svg || !shown.spots) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    svg.getScreenCTM().inverse(),
  );
  const isDone = picked.length && !next().size;
  let best = null;
  let least = Infinity;
  for (const place of isDone ? others() : next()) {
    const [x, y, radius] = shown.spots[place];
    const far = Math.hypot(x - point.x, y - point.y) / radius;
    if (far < least) [best, least] = [place, far];
  }
  if (best === null || least > 2.5) return;
  if (isDone) picked.pop();
  picked.push(best);
  draw();
});

// Who played when the page was loaded again continues.
if (sessionStorage.getItem("playing")) {
  sessionStorage.removeItem("playing");
  enter();
}
