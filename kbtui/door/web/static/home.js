"use strict";
// Refreshes the lists of games, without moving anything that has not changed.
const rooms = document.getElementById("rooms");
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/rooms");
    const text = await answer.text();
    if (answer.ok && rooms.dataset.shown !== text) {
      rooms.innerHTML = text;
      rooms.dataset.shown = text;
    }
  } catch {
    // The next try may succeed.
  }
}, 10000);
