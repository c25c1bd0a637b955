// Dragging a word to its new head, with a mouse, a pen or a finger.

const LEAST = 6; // pixels: less is a click

/** Let the user drag words of a tree; `attach(word, head)` is called when one is dropped on another. */
export function enableDragging(view, attach, signal) {
  let drag = null; // the word, where it was picked up, and where the pointer is

  view.words.addEventListener("pointerdown", (event) => {
    const own = event.target.closest("button");
    if (!own || drag || event.button !== 0) return;
    drag = { word: Number(own.dataset.word), own, from: event, at: event, moves: false };
    own.setPointerCapture(event.pointerId);
  });

  view.words.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.at = event;
    if (!drag.moves && Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) >= LEAST) {
      drag.moves = true;
      view.select(drag.word);
      view.hold();
      requestAnimationFrame(scroll);
    }
    if (drag.moves) draw();
  });

  view.words.addEventListener("pointerup", () => {
    const { word, moves } = drag ?? {};
    const head = moves ? draw() : null;
    end();
    if (moves) view.focus(word);
    if (head !== null && head !== word) attach(word, head);
  });

  view.words.addEventListener("pointercancel", end);
  view.words.addEventListener("lostpointercapture", end);
  document.addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal });

  function draw() {
    const head = view.headAt(drag.at.clientX, drag.at.clientY);
    view.drawBand(drag.word, head);
    return head;
  }

  function end() {
    const moved = drag?.moves;
    drag = null;
    if (moved) view.letGo();
  }

  function scroll() {
    if (!drag?.moves) return;
    if (view.scrollAt(drag.at.clientX, drag.at.clientY)) draw();
    requestAnimationFrame(scroll);
  }
}
