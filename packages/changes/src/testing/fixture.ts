/** A folder with files, and recorders that share a home. Everything is closed and removed when the test ends. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientInfo, RecordedWorkspace } from "@tandem-ide/server";
import { onTestFinished } from "vitest";
import type { ChangeList, FileChange, OpenChange, Turn } from "../model.js";
import { ChangeRecorder, type ChangeRecorderOptions } from "../recorder.js";

export const claude: ClientInfo = { id: "1", name: "claude-code", version: "2.0.0" };

export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-changes-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A workspace folder. Names are relative to it. */
export class TestFolder {
  readonly path: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;

  /** Creates a folder in a new home, or in another folder's home. */
  constructor(path?: string, other?: TestFolder) {
    this.home = other?.home ?? join(temporaryDirectory(), "home");
    this.path = path ?? join(this.home, "project");
    mkdirSync(this.path, { recursive: true });
    this.env = { PATH: process.env.PATH, HOME: this.home, XDG_STATE_HOME: join(this.home, "state") };
  }

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  bytes(name: string): Buffer {
    return readFileSync(this.at(name));
  }

  /** The texts of all blobs in the stores of this home, except states. */
  stored(): string[] {
    const stores = join(this.home, "state/tandem/changes");
    return readdirSync(stores).flatMap((name) => {
      const git = (...args: string[]) => execFileSync("git", ["-C", join(stores, name), ...args], { encoding: "utf8" });
      const objects = git("cat-file", "--batch-check", "--batch-all-objects").split("\n");
      const blobs = objects.flatMap((line) => (line.includes(" blob ") ? [line.slice(0, 40)] : []));
      return blobs.map((oid) => git("cat-file", "blob", oid)).filter((text) => !text.startsWith('{"format"'));
    });
  }

  /** The names and texts that the current state still refers to. */
  named(): string {
    const [name = ""] = readdirSync(join(this.home, "state/tandem/changes"));
    const store = join(this.home, "state/tandem/changes", name);
    const git = (...args: string[]) => execFileSync("git", ["-C", store, ...args], { encoding: "utf8" });
    const names = git("ls-tree", "-r", "--name-only", "refs/tandem/state").trim().split("\n");
    const texts = names.map((each) => git("cat-file", "blob", `refs/tandem/state:${each}`));
    return [...names, ...texts].join("\n");
  }

  has(name: string): boolean {
    return existsSync(this.at(name));
  }

  remove(name: string): void {
    rmSync(this.at(name), { recursive: true });
  }
}

/** An editor's recorder, with a connected client. */
export class TestEditor {
  readonly changes: ChangeRecorder;
  readonly folders: string[];
  /** Names of hidden files. */
  readonly hidden = new Set<string>();
  /** Paths with unsaved text. */
  readonly unsaved = new Set<string>();

  constructor(folder: TestFolder, options: ChangeRecorderOptions = {}) {
    this.folders = [folder.path];
    this.changes = new ChangeRecorder({ env: folder.env, home: folder.home, ...options });
    onTestFinished(() => this.changes.close());
    const workspace: RecordedWorkspace = {
      folders: this.folders,
      isHidden: (path) => this.hidden.has(path),
      hiddenIn: (_directory, entries) =>
        new Set([...entries].map(({ name }) => name).filter((name) => this.hidden.has(name))),
      isUnsaved: async (path) => this.unsaved.has(path),
    };
    this.changes.attach(workspace);
  }

  /** Connects a client and waits for the first scan. */
  async connect(client: ClientInfo = claude): Promise<this> {
    this.changes.clientsChanged([client]);
    await this.changes.idle();
    return this;
  }

  async prompt(client: ClientInfo = claude): Promise<void> {
    this.changes.promptSent(client);
    await this.changes.idle();
  }

  /** The user saves a file in this editor. */
  async save(folder: TestFolder, name: string, content: string | Uint8Array): Promise<void> {
    this.changes.saved(folder.write(name, content));
    await this.changes.idle();
  }

  /** Scans the disk, and returns the list. */
  async scan(): Promise<ChangeList> {
    await this.changes.refresh();
    return this.changes.list;
  }

  /** Scans, and returns the only turn. */
  async turn(): Promise<Turn> {
    const { turns, problems } = await this.scan();
    const [turn] = turns;
    if (!turn || turns.length > 1) throw new Error(`Not one turn: ${JSON.stringify({ turns, problems })}`);
    return turn;
  }

  /** Opens a file of the only turn. */
  async open(folder: TestFolder, name: string): Promise<OpenChange> {
    const opened = await this.changes.open((await this.turn()).id, folder.at(name));
    if ("whyNot" in opened) throw new Error(opened.whyNot);
    return opened;
  }
}

/** Summarises the files of a list in short lines. */
export function summary(files: readonly FileChange[], folder: TestFolder): string[] {
  return files.map(({ path, oldPath, kind, added, removed }) => {
    const name = path.slice(folder.path.length + 1);
    const old = oldPath === undefined ? "" : `${oldPath.slice(folder.path.length + 1)} → `;
    return `${kind} ${old}${name} +${added} −${removed}`;
  });
}
