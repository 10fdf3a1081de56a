/** A temporary home directory with lock directories and folders. */
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A process id above every system's limit, so no process has it. */
export const deadPid = 2 ** 30;

export class LockFixture implements AsyncDisposable {
  /** A real path. */
  readonly home: string;
  #age = 0;
  readonly #listeners: (() => Promise<void>)[] = [];

  private constructor(home: string) {
    this.home = home;
  }

  static async make(): Promise<LockFixture> {
    return new LockFixture(await realpath(await mkdtemp(path.join(tmpdir(), "tandem-client-"))));
  }

  /** Creates a folder below the home directory. */
  async folder(name: string): Promise<string> {
    const folder = path.join(this.home, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Writes a lock to a config directory. Each lock is older than the previous one. */
  async lock(port: number, content: object | string, configDir = ".claude"): Promise<string> {
    const directory = await this.folder(path.join(configDir, "ide"));
    const file = path.join(directory, `${port}.lock`);
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    const time = 1_700_000_000 - this.#age++;
    await utimes(file, time, time);
    return file;
  }

  /** Returns a port that accepts connections until the fixture is disposed. */
  async listen(): Promise<number> {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.#listeners.push(() => new Promise((resolve) => server.close(() => resolve())));
    return address.port;
  }

  /** Returns a port on which nothing listens. */
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
