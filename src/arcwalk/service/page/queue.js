// Work that is done one thing after the other, in the order in which it was asked for.

/** Fires `busy` when work begins or ends. */
export class Queue extends EventTarget {
  #last = Promise.resolve();
  #waiting = 0;

  get isBusy() {
    return this.#waiting > 0;
  }

  /** Do something when everything before it is done; it must not fail. */
  add(work) {
    this.#count(1);
    this.#last = this.#last.then(work).finally(() => this.#count(-1));
    return this.#last;
  }

  #count(more) {
    this.#waiting += more;
    this.dispatchEvent(new CustomEvent("busy"));
  }
}
