/**
 * Where windows served, so that a window that was reloaded serves there again (CON-09): a client dials the same port with
 * the same token, and never reads the lock again.
 *
 * The addresses are files that only the user may read, in the extension's own folder on the machine that serves. VS Code's
 * mementos and its secret store would carry the token to the machine of the window instead, in a browser even into the
 * browser's storage; and the secret store of a browser forgets at a reload. An address is of use to nobody else: it counts
 * only for the same VS Code process, and a minute after the end it is gone.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { answer, ask, whenAsked } from "./are-you-there.js";

/** The client redials for 15 seconds; whoever comes back later is a new session. */
const memoryMs = 60_000;

const keptAddress = z.object({
  port: z.int(),
  authToken: z.string(),
  /** The workspace: its file or its folders. */
  workspace: z.array(z.string()),
  /** The VS Code process, and the extension host in which the endpoint runs. */
  editor: z.string(),
  server: z.int(),
  /** Clients that were connected when it ended. */
  clients: z.int(),
  /** Sharing was paused. VS Code's own memory may not have it yet when a window is reloaded. */
  isPaused: z.optional(z.boolean()),
  endedAt: z.optional(z.number()),
});

export type KeptAddress = z.infer<typeof keptAddress>;

export type NewAddress = Omit<KeptAddress, "editor" | "server">;

export interface AddressBookOptions {
  readonly folder: string;
  /** Names the VS Code process, also when another process gets its number. */
  readonly editor: string;
  /** This process. */
  readonly server: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => number;
}

function endOf({ endedAt = 0 }: KeptAddress): number {
  return endedAt;
}

function temporaryFor(file: string): string {
  return `${file}.new`;
}

function isOf(workspace: readonly string[], kept: KeptAddress): boolean {
  return kept.workspace.some((each) => workspace.includes(each));
}

export class AddressBook {
  readonly #options: AddressBookOptions;
  #file: string | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(options: AddressBookOptions) {
    this.#options = options;
  }

  /** Asks those who serve this workspace whether their windows are still there, until they answer or `isOver`. */
  async askOthers(workspace: readonly string[], isOver: () => boolean): Promise<void> {
    const isServing = async (file: string) => {
      const kept = await this.#read(file);
      return kept?.editor === this.#options.editor && this.#isServing(kept) && isOf(workspace, kept);
    };
    const ends = async (file: string) => isOver() || !(await isServing(file));
    const askOne = async (file: string) => {
      if (await isServing(file)) await ask(file, () => ends(file));
    };
    await Promise.all((await this.#files()).map(askOne));
  }

  /** Calls `asked` when another window asks; the result ends that. */
  whenAsked(asked: () => void): () => void {
    return this.#file === undefined ? () => {} : whenAsked(this.#file, asked);
  }

  /** The window is there. */
  async answer(): Promise<void> {
    if (this.#file !== undefined) await answer(this.#file);
  }

  /**
   * Takes the address of the window that showed this workspace and is gone; undefined when there is none. A workspace that
   * has just been made of a window (`isMade`, it has no name of the user's yet) may have nothing in common with what was
   * there before: then it is the window that went last.
   */
  async take(workspace: readonly string[], isMade = false): Promise<KeptAddress | undefined> {
    const found: { file: string; kept: KeptAddress }[] = [];
    const isOfThis = (kept: KeptAddress) => isOf(workspace, kept);
    for (const file of await this.#files()) {
      const kept = await this.#read(file);
      if (!kept || this.#isOver(kept)) await this.#remove(file);
      else if (!this.#isServing(kept) && (isMade || isOfThis(kept))) found.push({ file, kept });
    }
    found.sort((a, b) => Number(isOfThis(b.kept)) - Number(isOfThis(a.kept)) || endOf(b.kept) - endOf(a.kept));
    for (const { file, kept } of found) {
      const mine = this.#newFile();
      try {
        // Two windows of one folder may start at the same time; only one of them can move the file.
        await rename(file, mine);
        this.#file = mine;
        return kept;
      } catch {
        // The other one has it.
      }
    }
    return undefined;
  }

  /** Writes where this window serves, and what will be of interest after its end. The last call counts. */
  keep(address: NewAddress): Promise<void> {
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

  /** With what windows that ended in the middle have left beside it. */
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

  async #read(file: string): Promise<KeptAddress | undefined> {
    try {
      return keptAddress.parse(JSON.parse(await readFile(file, "utf8")));
    } catch {
      return undefined;
    }
  }

  /** Its extension host still runs. This one's own counts as gone: the extension was switched off and on. */
  #isServing({ server, endedAt }: KeptAddress): boolean {
    return endedAt === undefined && server !== this.#options.server && this.#options.isAlive(server);
  }

  #isOver(kept: KeptAddress): boolean {
    const { editor, now } = this.#options;
    if (this.#isServing(kept)) return false;
    return kept.editor !== editor || (kept.endedAt !== undefined && now() - kept.endedAt > memoryMs);
  }
}
