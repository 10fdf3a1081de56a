/**
 * Stores the addresses of windows, so that a reloaded window gets the same one (CON-09): a client reconnects to the same port
 * with the same token, without reading the lock file again.
 *
 * The addresses are files that only the user can read, in the extension's folder on the machine of the endpoint. VS Code's
 * mementos and secret storage would send the token to the machine of the window, or even into a browser's storage, and a
 * browser's secret storage does not survive a reload. An address is only valid for the same VS Code process, and expires one
 * minute after the window was closed.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { answer, ask, whenAsked } from "./window-check.js";

/** Clients try to reconnect for 15 seconds. */
const memoryMs = 60_000;

const storedAddress = z.object({
  port: z.int(),
  authToken: z.string(),
  /** The workspace file and the folders. */
  workspace: z.array(z.string()),
  /** The VS Code process, and the extension host in which the endpoint runs. */
  editor: z.string(),
  server: z.int(),
  /** How many clients were connected. */
  clients: z.int(),
  /** Whether sharing was paused. VS Code may not have saved its own state when a window is reloaded. */
  isPaused: z.optional(z.boolean()),
  endedAt: z.optional(z.number()),
});

export type StoredAddress = z.infer<typeof storedAddress>;

export type NewAddress = Omit<StoredAddress, "editor" | "server">;

export interface AddressBookOptions {
  readonly folder: string;
  /** Identifies the VS Code process, even if its process id is reused. */
  readonly editor: string;
  /** This process. */
  readonly server: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => number;
}

function temporaryFor(file: string): string {
  return `${file}.new`;
}

function belongsTo(workspace: readonly string[], stored: StoredAddress): boolean {
  return stored.workspace.some((each) => workspace.includes(each));
}

export class AddressBook {
  readonly #options: AddressBookOptions;
  #file: string | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(options: AddressBookOptions) {
    this.#options = options;
  }

  /** Asks other endpoints of this workspace whether their windows still exist, until they answer or `isClosed`. */
  async askOthers(workspace: readonly string[], isClosed: () => boolean): Promise<void> {
    const isServing = async (file: string) => {
      const stored = await this.#read(file);
      return stored?.editor === this.#options.editor && this.#isServing(stored) && belongsTo(workspace, stored);
    };
    const askOne = async (file: string) => {
      if (await isServing(file)) await ask(file, async () => isClosed() || !(await isServing(file)));
    };
    await Promise.all((await this.#files()).map(askOne));
  }

  /** Calls `asked` when another window asks, until the returned function is called. */
  whenAsked(asked: () => void): () => void {
    return this.#file === undefined ? () => {} : whenAsked(this.#file, asked);
  }

  /** Answers that the window exists. */
  async answer(): Promise<void> {
    if (this.#file !== undefined) await answer(this.#file);
  }

  /**
   * Takes over the address of a closed window of this workspace; returns undefined if there is none. An untitled workspace
   * (`isUntitled`) that VS Code has just created may have nothing in common with the previous one, so it gets the address of
   * the window that was closed last.
   */
  async take(workspace: readonly string[], isUntitled = false): Promise<StoredAddress | undefined> {
    const found: { file: string; stored: StoredAddress; isOfThis: boolean; endedAt: number }[] = [];
    for (const file of await this.#files()) {
      const stored = await this.#read(file);
      if (!stored || this.#isExpired(stored)) {
        await this.#remove(file);
        continue;
      }
      const isOfThis = belongsTo(workspace, stored);
      if (!this.#isServing(stored) && (isUntitled || isOfThis))
        found.push({ file, stored, isOfThis, endedAt: stored.endedAt ?? 0 });
    }
    found.sort((a, b) => Number(b.isOfThis) - Number(a.isOfThis) || b.endedAt - a.endedAt);
    for (const { file, stored } of found) {
      const mine = this.#newFile();
      try {
        // Of two windows that start at the same time, only one can move the file.
        await rename(file, mine);
        this.#file = mine;
        return stored;
      } catch {
        // Another window has taken it.
      }
    }
    return undefined;
  }

  /** Stores the address of this window. The last call wins. */
  store(address: NewAddress): Promise<void> {
    const written = this.#written.then(() => this.#write(address));
    this.#written = written.catch(() => {});
    return written;
  }

  async #write(address: NewAddress): Promise<void> {
    const { folder, editor, server } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#file ??= this.#newFile();
    const temporary = temporaryFor(this.#file);
    await writeFile(temporary, JSON.stringify({ ...address, editor, server }), { mode: 0o600 });
    await rename(temporary, this.#file);
  }

  /** Also removes the related files. */
  async #remove(file: string): Promise<void> {
    for (const each of [file, temporaryFor(file)]) await rm(each, { force: true });
    await answer(file);
  }

  #newFile(): string {
    return join(this.#options.folder, `${randomUUID()}.json`);
  }

  async #files(): Promise<string[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    return names.filter((name) => name.endsWith(".json")).map((name) => join(this.#options.folder, name));
  }

  async #read(file: string): Promise<StoredAddress | undefined> {
    try {
      return storedAddress.parse(JSON.parse(await readFile(file, "utf8")));
    } catch {
      return undefined;
    }
  }

  /** Whether its extension host is running. This process does not count: the extension was disabled and enabled again. */
  #isServing({ server, endedAt }: StoredAddress): boolean {
    return endedAt === undefined && server !== this.#options.server && this.#options.isAlive(server);
  }

  #isExpired(stored: StoredAddress): boolean {
    const { editor, now } = this.#options;
    if (this.#isServing(stored)) return false;
    return stored.editor !== editor || (stored.endedAt !== undefined && now() - stored.endedAt > memoryMs);
  }
}
