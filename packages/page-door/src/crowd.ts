/**
 * Who is connected. Any program of this machine can open connections, and hold them. Those that have shown nothing are
 * strangers: they have a share of their own, get one answer and little time, and when there are too many the one that came
 * first goes. So the user's next request always finds room, however many wait.
 */
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem/base";

/** More than the system hands over at once (the backlog), so that nobody is pushed out before being heard. */
const maxStrangers = 1024;
/** A browser says at once what it wants. */
const strangerMs = 5000;
/** Connections of the user's own browsers. */
const maxKnown = 100;

export class Crowd {
  readonly #clock: Clock;
  /** What calls off the end of each; who came first is first. */
  readonly #strangers = new Map<Duplex, () => void>();
  readonly #answered = new WeakSet<Duplex>();
  readonly #known = new Set<Duplex>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A connection has come. */
  add(socket: Duplex): void {
    const [first] = this.#strangers.keys();
    if (first && this.#strangers.size >= maxStrangers) this.#end(first);
    const callOff = this.#clock.after(strangerMs, () => this.#end(socket));
    this.#strangers.set(socket, callOff);
    socket.once("close", () => {
      this.#forget(socket);
      this.#known.delete(socket);
    });
  }

  /** The user's browser is at the other end. False where it has too many connections already. */
  know(socket: Duplex): boolean {
    if (this.#known.has(socket)) return true;
    if (this.#known.size >= maxKnown) return false;
    this.#forget(socket);
    this.#known.add(socket);
    return true;
  }

  /** A stranger asks something. False for a second time: no browser sends another request before the answer. */
  mayAsk(socket: Duplex): boolean {
    if (this.#answered.has(socket)) {
      this.#end(socket);
      return false;
    }
    this.#answered.add(socket);
    return true;
  }

  #forget(socket: Duplex): void {
    this.#strangers.get(socket)?.();
    this.#strangers.delete(socket);
  }

  #end(socket: Duplex): void {
    this.#forget(socket);
    socket.destroy();
  }
}
