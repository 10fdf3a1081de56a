/** What a check throws if it doesn't pass. */

/**
 * The behaviour is wrong. Both texts are shown to whoever fixes it.
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
 * The check doesn't apply, with the reason.
 *
 * @example
 * if (process.platform === "win32") throw new NotApplicable("file modes exist on POSIX only");
 */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}
