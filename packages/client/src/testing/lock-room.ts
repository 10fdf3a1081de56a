/** A home of a test's own, with lock directories and folders in it. */
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A process id above every limit that a system sets: nothing has it. */
export const deadPid = 2 ** 30;

export class LockRoom implements AsyncDisposable {
  /** A real path. */
  readonly home: string;
  #age = 0;
  readonly #listeners: (() => Promise<void>)[] = [];

  private constructor(home: string) {
    this.home = home;
  }

  static async make(): Promise<LockRoom> {
    return new LockRoom(await realpath(await mkdtemp(path.join(tmpdir(), "tandem-client-"))));
  }

  /** A folder below the home, made. */
  async folder(name: string): Promise<string> {
    const place = path.join(this.home, name);
    await mkdir(place, { recursive: true });
    return place;
  }

  /** Writes a lock below a config directory of the home; each is older than the one before. */
  async lock(port: number, content: object | string, configDir = ".claude"): Promise<string> {
    const directory = await this.folder(path.join(configDir, "ide"));
    const file = path.join(directory, `${port}.lock`);
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    const time = 1_700_000_000 - this.#age++;
    await utimes(file, time, time);
    return file;
  }

  /** A port that takes connections until the room is left. */
  async listen(): Promise<number> {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.#listeners.push(() => new Promise((resolve) => server.close(() => resolve())));
    return address.port;
  }

  /** A port on which nobody listens. */
  async closedPort(): Promise<number> {
    const port = await this.listen();
    await this.#listeners.pop()?.();
    return port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#listeners.map((close) => close()));
    await rm(this.home, { recursive: true, force: true });
  }
}
