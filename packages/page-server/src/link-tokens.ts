/** The one-time tokens of the links that sign a browser in. */
import type { Clock } from "@tandem-ide/base";
import { digestOf, randomSecret } from "./secrets.js";

/** How many unused tokens stay valid. */
const maxTokens = 16;
const maxInvalid = 20;
const invalidWindowMs = 60_000;

export class LinkTokens {
  readonly #clock: Clock;
  /** By digest, oldest first. The function is called when the token is revoked. */
  readonly #tokens = new Map<string, () => void>();
  /** When invalid tokens arrived, oldest first. */
  #invalid: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Creates a token. `onRevoked` is called once: on use, replacement by newer tokens, or `revokeAll`. */
  issue(onRevoked: () => void = () => {}): string {
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size < maxTokens) break;
      this.#revoke(oldest);
    }
    const token = randomSecret();
    this.#tokens.set(digestOf(token), onRevoked);
    return token;
  }

  /**
   * Checks a token and invalidates it. A valid token is accepted even after many invalid ones, because any user on this
   * machine can send invalid ones and nobody can guess a valid one.
   */
  use(token: string): "valid" | "invalid" | "too-many-invalid" {
    if (this.#revoke(digestOf(token))) return "valid";
    const now = this.#clock.now();
    this.#invalid = this.#invalid.filter((time) => now - time < invalidWindowMs);
    if (this.#invalid.length >= maxInvalid) return "too-many-invalid";
    this.#invalid.push(now);
    return "invalid";
  }

  revokeAll(): void {
    for (const digest of [...this.#tokens.keys()]) this.#revoke(digest);
  }

  #revoke(digest: string): boolean {
    const onRevoked = this.#tokens.get(digest);
    if (!onRevoked) return false;
    this.#tokens.delete(digest);
    onRevoked();
    return true;
  }
}
