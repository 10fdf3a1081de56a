/** The two ways a check ends other than by passing. */

/**
 * The endpoint did something else than it must. Both texts are shown to whoever mends it.
 *
 * @example
 * if (code !== 1009) throw new Failure("close 1009", `close ${code}`);
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly expected: string;
  readonly seen: string;

  constructor(expected: string, seen: string) {
    super(`expected ${expected}, saw ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

/**
 * The check says nothing about this endpoint, and why.
 *
 * @example
 * if (process.platform === "win32") throw new NotApplicable("file modes exist on POSIX only");
 */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
