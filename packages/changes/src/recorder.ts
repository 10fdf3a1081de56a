/** Records changes in the workspace folders of one editor, in a store that all editors and the command share. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Clock, type Environment, Logger, type LogSink, messageOf, stackOf, systemClock } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import type { ChangeObserver, ClientInfo, RecordedWorkspace } from "@tandem-ide/server";
import { describe } from "./describe.js";
import type { FolderChanges } from "./folder-changes.js";
import { FolderRecorder } from "./folder-recorder.js";
import { keep, startOver } from "./keep.js";
import type { ChangeList, ChangeOutcome, Changes, ChangeTarget, OpenChange } from "./model.js";
import { newOwner } from "./owner.js";
import { restore, undo } from "./undo.js";
import { bytesBefore, openChange } from "./views.js";

export interface ChangeRecorderOptions {
  /** Default: this process's environment. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;
  /** Where log entries go. Default: nowhere. */
  readonly log?: LogSink;
  /** The maximum total size of a folder's files, and of its store, in MB. Default: 500. */
  readonly maxBytes?: number;
  /** A folder with more files isn't recorded. Default: 200,000. */
  readonly maxFiles?: number;
  /** After this many days, changes are forgotten and unused stores are removed. Default: 14. */
  readonly maxAgeDays?: number;
  /** Patterns for ignored files to record anyway, in .gitignore syntax. Only files under 1 MB are recorded. */
  readonly includeIgnored?: readonly string[];
  /** Default: the system clock. */
  readonly clock?: Clock;
}

const megabyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;
const gone: ChangeOutcome = { kind: "outdated", message: "This turn no longer has any changes." };

/**
 * @example
 * const changes = new ChangeRecorder();
 * const endpoint = await createEndpoint(editor, { changes });
 * changes.onChanged(() => show(changes.list));
 */
export class ChangeRecorder implements ChangeObserver, Changes {
  readonly #options: ChangeRecorderOptions;
  readonly #log: Logger;
  readonly #owner = newOwner();
  readonly #folders = new Map<string, FolderRecorder>();
  readonly #listeners = new Set<() => void>();
  readonly #prompting = new Set<string>();
  #workspace: RecordedWorkspace | undefined;
  #clients: readonly ClientInfo[] = [];
  #list: ChangeList = { turns: [], undone: [], problems: [] };
  #tasks: Promise<unknown> = Promise.resolve();

  constructor(options: ChangeRecorderOptions = {}) {
    this.#options = options;
    this.#log = new Logger(options.log ?? (() => {}), "info");
  }

  get list(): ChangeList {
    return this.#list;
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  attach(workspace: RecordedWorkspace): void {
    this.#workspace = workspace;
    this.foldersChanged();
  }

  foldersChanged(): void {
    const all = this.#workspace?.folders ?? [];
    // A folder inside another one is recorded with it.
    const folders = new Set(all.filter((folder) => !all.some((each) => each !== folder && isInside(each, folder))));
    for (const [folder, recorder] of this.#folders) {
      if (folders.has(folder)) continue;
      this.#folders.delete(folder);
      this.#inBackground(recorder, () => recorder.close());
    }
    for (const folder of folders) if (!this.#folders.has(folder)) this.#add(folder);
    this.#changed();
  }

  #add(folder: string): void {
    const workspace = this.#workspace;
    if (!workspace) return;
    const { env = process.env, home, maxBytes = 500 * megabyte, maxFiles = 200_000 } = this.#options;
    const { maxAgeDays = 14, includeIgnored = [], clock = systemClock } = this.#options;
    const recorder = new FolderRecorder({
      folder,
      workspace,
      owner: this.#owner,
      env,
      home,
      maxBytes,
      maxFiles,
      maxAgeMs: maxAgeDays * dayMs,
      includeIgnored,
      clock,
      log: this.#log,
      onChanged: () => this.#changed(),
    });
    this.#folders.set(folder, recorder);
    if (this.#clients.length > 0) this.#inBackground(recorder, () => this.#setClients(recorder));
    else if (recorder.isOn) this.#inBackground(recorder, async () => void (await recorder.open()));
  }

  /** Runs a task of a folder after its earlier ones. */
  #inBackground(recorder: FolderRecorder, task: () => Promise<void>): void {
    this.#tasks = this.#tasks.then(() => recorder.run(task));
  }

  clientsChanged(clients: readonly ClientInfo[]): void {
    this.#clients = clients;
    for (const id of this.#prompting) if (!clients.some((client) => client.id === id)) this.#prompting.delete(id);
    for (const recorder of this.#folders.values())
      if (clients.length > 0 || recorder.isOn) this.#inBackground(recorder, () => this.#setClients(recorder));
  }

  async #setClients(recorder: FolderRecorder): Promise<void> {
    const agents = [...new Set(this.#clients.map(({ name }) => name ?? "An agent"))];
    await recorder.setClients(agents, this.#prompting.size > 0);
  }

  promptSent(client: ClientInfo): void {
    const isFirst = !this.#prompting.has(client.id);
    this.#prompting.add(client.id);
    for (const recorder of this.#folders.values())
      this.#inBackground(recorder, async () => {
        if (isFirst) await this.#setClients(recorder);
        await recorder.promptSent();
      });
  }

  accepted(path: string, content: string): void {
    this.#claim(path, (changes, name) => changes.claims.accepted(name, content));
  }

  saved(path: string): void {
    const at = Date.now();
    const recorder = this.#claim(path, (changes, name) => changes.claims.saved(name, at));
    recorder?.scanSoon();
  }

  #claim(path: string, claim: (changes: FolderChanges, name: string) => void): FolderRecorder | undefined {
    const real = realFolderOf(path);
    const recorder = this.#recorderOf(real);
    if (!recorder?.isOn) return undefined;
    void recorder.run(async () => {
      const changes = await recorder.open();
      if (changes) claim(changes, changes.toName(real));
    });
    return recorder;
  }

  #recorderOf(path: string): FolderRecorder | undefined {
    return [...this.#folders].find(([folder]) => isInside(folder, path))?.[1];
  }

  async open(turn: string, path: string): Promise<OpenChange | { readonly whyNot: string }> {
    const changes = await this.#recorderOf(path)?.open();
    if (!changes) return { whyNot: "This file no longer has any changes" };
    try {
      return await openChange(changes, turn, path);
    } catch (error) {
      return { whyNot: describe(error) };
    }
  }

  async openFile(path: string): Promise<OpenChange | undefined> {
    const real = realFolderOf(path);
    const recorder = this.#recorderOf(real);
    const changes = recorder?.isOn ? await recorder.open() : undefined;
    const links = changes?.state.files.get(changes.toName(real))?.links ?? [];
    const [oldest] = links;
    if (!oldest) return undefined;
    const opened = await this.open(oldest.turn, real);
    return "whyNot" in opened ? undefined : opened;
  }

  /**
   * Returns the bytes of a file before a turn, by default before the oldest one that is listed, for editors that decode files
   * themselves. Empty for a created file, undefined if the turn has no such change.
   */
  async bytesBefore(path: string, turn?: string): Promise<Uint8Array | undefined> {
    const real = realFolderOf(path);
    const recorder = this.#recorderOf(real);
    const changes = recorder?.isOn ? await recorder.open() : undefined;
    const id = turn ?? changes?.state.files.get(changes.toName(real))?.links[0]?.turn;
    if (id === undefined || !changes) return undefined;
    return await bytesBefore(changes, id, real).catch(() => undefined);
  }

  async keep(target: ChangeTarget): Promise<ChangeOutcome> {
    return await this.#decide(target, (changes) => keep(changes, target));
  }

  async undo(target: ChangeTarget, confirmed = false): Promise<ChangeOutcome> {
    return await this.#decide(target, (changes) => undo(changes, target, confirmed));
  }

  async #decide(
    { turn }: ChangeTarget,
    decide: (changes: FolderChanges) => Promise<ChangeOutcome>,
  ): Promise<ChangeOutcome> {
    const folder = this.#list.turns.find(({ id }) => id === turn)?.folder;
    return await this.#inFolder(folder, decide);
  }

  async #inFolder(
    folder: string | undefined,
    decide: (changes: FolderChanges) => Promise<ChangeOutcome>,
  ): Promise<ChangeOutcome> {
    const recorder = folder === undefined ? undefined : this.#folders.get(folder);
    const changes = await recorder?.open();
    if (!changes) return gone;
    try {
      const outcome = await changes.inOrder(() => decide(changes));
      await recorder?.built();
      return outcome;
    } catch (error) {
      this.#log.error(`Couldn't keep, undo or restore changes: ${messageOf(error)}`, { stack: stackOf(error) });
      return { kind: "refused", message: `The operation failed. ${describe(error)}` };
    }
  }

  async restore(undone: string, confirmed = false): Promise<ChangeOutcome> {
    const folder = this.#list.undone.find(({ id }) => id === undone)?.folder;
    return await this.#inFolder(folder, (changes) => restore(changes, undone, confirmed));
  }

  async refresh(): Promise<void> {
    for (const recorder of this.#folders.values())
      if (recorder.isOn)
        await recorder.run(async () => {
          await recorder.scan();
          await recorder.built();
        });
  }

  async startOver(): Promise<ChangeOutcome> {
    // An agent that has just connected is known from now on. Until then, changes aren't listed.
    await this.#tasks;
    for (const recorder of this.#folders.values()) {
      const changes = recorder.isOn ? await recorder.open() : undefined;
      await changes?.inOrder(() => startOver(changes));
      await recorder.built();
    }
    return { kind: "done", message: "Kept everything. The next change starts a new turn" };
  }

  #changed(): void {
    const lists = [...this.#folders.values()].map(({ list }) => list);
    const newest = <T>(items: T[], timeOf: (item: T) => number) => items.sort((a, b) => timeOf(b) - timeOf(a));
    this.#list = {
      turns: newest(
        lists.flatMap(({ turns }) => [...turns].reverse()),
        ({ startedAt }) => startedAt,
      ),
      undone: newest(
        lists.flatMap(({ undone }) => [...undone].reverse()),
        ({ at }) => at,
      ),
      problems: lists.flatMap(({ problems }) => problems),
    };
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves once everything that was reported so far is recorded and listed. */
  async idle(): Promise<void> {
    await this.#tasks;
    for (const recorder of this.#folders.values()) await recorder.idle();
  }

  /** Stops recording. */
  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#tasks;
    for (const recorder of this.#folders.values()) await recorder.run(() => recorder.close());
    this.#folders.clear();
  }
}

/** Resolves links in the folder of a path, but not the path itself, because it may be gone or a link. */
function realFolderOf(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
