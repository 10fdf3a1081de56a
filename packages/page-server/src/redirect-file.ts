/**
 * Files that redirect a browser to a link. Every user of the machine can read a program's arguments, so the browser is
 * started with the path of this file, which only its owner can read.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Clock } from "@tandem-ide/base";

const lifetimeMs = 60_000;

export class RedirectFiles {
  readonly #clock: Clock;
  /** Files being written or removed. */
  readonly #work = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Writes a file for the link from `issue`, and removes it when the link becomes void or after a minute. */
  write(issue: (onRevoked: () => void) => string): Promise<string> {
    if (this.#isClosed) return Promise.reject(new Error("The page server is closed."));
    return this.#track(this.#write(issue));
  }

  /** Resolves when the files of void links are removed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  async #write(issue: (onRevoked: () => void) => string): Promise<string> {
    let isVoid = false;
    let remove = (): void => {
      isVoid = true;
    };
    const path = await writeRedirectFile(issue(() => remove()));
    const cancel = this.#clock.after(lifetimeMs, () => remove());
    remove = () => {
      remove = () => {};
      cancel();
      // A failure means that the directory is already gone.
      void this.#track(rm(dirname(path), { recursive: true, force: true }).catch(() => {}));
    };
    if (isVoid) remove();
    return path;
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work);
    const done = () => this.#work.delete(work);
    work.then(done, done);
    return work;
  }
}

/** Writes the file in a new directory. Links need no HTML escaping. */
async function writeRedirectFile(link: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tandem-"));
  const path = join(directory, "open-tandem.html");
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="refresh" content="0; url=${link}" />
    <title>Tandem</title>
  </head>
  <body>
    <p><a href="${link}">Open Tandem</a></p>
  </body>
</html>
`;
  try {
    await writeFile(path, html, { mode: 0o600, flag: "wx" });
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return path;
}
