/** The tokens of links that let a browser in, each once. */
import type { Clock } from "@tandem/base";
import { digestOf, randomSecret } from "./secrets.js";

/** A link that nobody used is no reason to keep more than these. */
const maxTokens = 16;
const maxWrong = 20;
const wrongWindowMs = 60_000;

export class LinkTokens {
  readonly #clock: Clock;
  /** By digest, oldest first; the function is called when the token is void. */
  readonly #tokens = new Map<string, () => void>();
  /** When wrong tokens came, oldest first. */
  #wrong: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new token. `onVoid` is called once, when it was used, pushed out by newer ones, or all are voided. */
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
   * Takes a token, which is void from then on. Nobody guesses one, so many wrong ones do not shut out who has the right
   * one: any user of this machine can send those.
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
