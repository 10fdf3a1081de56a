/** The one-time tokens of the links that sign a browser in. */
import type { Clock } from "@tandem-ide/base";
import { digestOf, randomSecret } from "./secrets.js";

/** How many unused tokens stay valid. */
const maxTokens = 16;
const maxWrong = 20;
const wrongWindowMs = 60_000;

export class LinkTokens {
  readonly #clock: Clock;
  /** By digest, oldest first. The function is called when the token becomes void. */
  readonly #tokens = new Map<string, () => void>();
  /** When wrong tokens arrived, oldest first. */
  #wrong: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Creates a token. `onVoid` is called once: when it's used, replaced by newer tokens, or voided with all others. */
  issue(onVoid: () => void = () => {}): string {
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size < maxTokens) break;
      this.#void(oldest);
    }
    const token = randomSecret();
    this.#tokens.set(digestOf(token), onVoid);
    return token;
  }

  /**
   * Checks a token and voids it. A right token is accepted even after many wrong ones, because any user of this machine
   * can send wrong ones and nobody can guess a right one.
   */
  use(token: string): "right" | "wrong" | "too-many-wrong" {
    if (this.#void(digestOf(token))) return "right";
    const now = this.#clock.now();
    this.#wrong = this.#wrong.filter((time) => now - time < wrongWindowMs);
    if (this.#wrong.length >= maxWrong) return "too-many-wrong";
    this.#wrong.push(now);
    return "wrong";
  }

  voidAll(): void {
    for (const digest of [...this.#tokens.keys()]) this.#void(digest);
  }

  #void(digest: string): boolean {
    const onVoid = this.#tokens.get(digest);
    if (!onVoid) return false;
    this.#tokens.delete(digest);
    onVoid();
    return true;
  }
}
