/**
 * A file that sends the browser on to a link. The arguments of a program can be read by every user of the machine, so a
 * browser is started with the path of this file, which only its owner can read.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Clock } from "@tandem/base";

const lifetimeMs = 60_000;

/** Owns the files until they are gone. */
export class RedirectFiles {
  readonly #clock: Clock;
  /** What is being written or removed. */
  readonly #work = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Writes a file to a link that `issue` makes, and removes it when the link is void or a minute has passed. */
  write(issue: (onVoid: () => void) => string): Promise<string> {
    if (this.#isClosed) return Promise.reject(new Error("The page's server is closed."));
    return this.#track(this.#write(issue));
  }

  /** Resolves when nothing is left of those whose link is void. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  async #write(issue: (onVoid: () => void) => string): Promise<string> {
    let isVoid = false;
    let remove = (): void => {
      isVoid = true;
    };
    const path = await writeRedirectFile(issue(() => remove()));
    const cancel = this.#clock.after(lifetimeMs, () => remove());
    remove = () => {
      remove = () => {};
      cancel();
      void this.#track(removeRedirectFile(path));
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

/** Writes the file in a directory of its own; links have no letters that HTML would need escaped. */
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

/** Removes the file with its directory. That somebody was faster is no error. */
async function removeRedirectFile(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true }).catch(() => {});
}
