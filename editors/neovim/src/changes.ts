/** Shows in Neovim what changed on disk, and passes on what the user keeps and undoes. */
import { messageOf } from "@tandem-ide/base";
import type { ChangeList, ChangeOutcome, Changes } from "@tandem-ide/changes/model";
import type { ChangeObserver } from "@tandem-ide/server";
import type { Bridge } from "./bridge.js";
import { type ChangeRow, changeRows } from "./change-rows.js";
import { changeMarks, shownChange } from "./change-views.js";
import { LazyRecorder, type Recorder } from "./lazy-recorder.js";
import type { EventParams, RequestParams } from "./messages.js";
import { OpenFiles } from "./open-files.js";

export interface NeovimChangesOptions {
  readonly bridge: Pick<Bridge, "notify">;
  readonly load: () => Promise<Recorder>;
  readonly warn: (message: string) => void;
}

const nothingToRestore: ChangeOutcome = { kind: "refused", message: "There is nothing to restore" };

/** Returns the newest turn that changed a file. */
function newestTurn({ turns }: ChangeList, path: string): string | undefined {
  return turns.find(({ files }) => files.some((file) => file.path === path))?.id;
}

export class NeovimChanges {
  /** For the endpoint. */
  readonly observer: ChangeObserver;
  readonly #options: NeovimChangesOptions;
  readonly #recorder: LazyRecorder;
  readonly #open = new OpenFiles();
  /** The marks that Neovim has, by path. Empty if there are none for a file, and no entry if that was not sent yet. */
  readonly #sent = new Map<string, string>();
  #changes: Changes | undefined;
  #isShown = false;
  #files = 0;
  readonly #began = Date.now();
  #hasNotified = false;
  #problems: ReadonlySet<string> = new Set();
  #update: Promise<void> | undefined;
  #isOutdated = false;

  constructor(options: NeovimChangesOptions) {
    const { load, warn } = options;
    this.#options = options;
    this.#recorder = new LazyRecorder({ load, warn, loaded: (changes) => this.#loaded(changes) });
    this.observer = this.#recorder;
  }

  /** Loads the recorder, for the changes of an earlier session. */
  load(): void {
    this.#recorder.load();
  }

  async close(): Promise<void> {
    await this.#recorder.close();
  }

  async openFiles({ paths }: EventParams<"open_files">): Promise<void> {
    if (!(await this.#open.set(paths))) return;
    for (const path of this.#sent.keys()) if (!this.#open.files.has(path)) this.#sent.delete(path);
    this.#changed();
  }

  shown({ isShown }: EventParams<"changes_shown">): void {
    this.#isShown = isShown;
  }

  focused(): void {
    // A failure is one of the list's problems.
    this.#changes?.refresh().catch(() => {});
  }

  /** Whether the list already shows the file as deleted or renamed, so the user didn't just do that. */
  isListedAsGone(path: string): boolean {
    const files = this.#changes?.list.turns.flatMap((turn) => turn.files) ?? [];
    return files.some((file) => (file.kind === "deleted" && file.path === path) || file.oldPath === path);
  }

  async list({ toggled }: RequestParams<"changes">): Promise<{ readonly rows: readonly ChangeRow[] }> {
    const { list } = await this.#recorder.get();
    return { rows: changeRows(list, new Set(toggled)) };
  }

  async open({ path, turn }: RequestParams<"open_change">) {
    const changes = await this.#recorder.get();
    const real = this.#open.files.get(path) ?? path;
    const wanted = turn ?? newestTurn(changes.list, real);
    if (wanted === undefined) return { whyNot: `No changes in ${path}` };
    const change = await changes.open(wanted, real);
    if ("whyNot" in change) return change;
    const oldPath = changes.list.turns
      .find(({ id }) => id === wanted)
      ?.files.find((file) => file.path === real)?.oldPath;
    return { ...shownChange(change), ...(oldPath !== undefined && { oldPath }) };
  }

  async decide(params: RequestParams<"decide_change">): Promise<ChangeOutcome> {
    const { decision, path, isTurn, hunks, isConfirmed } = params;
    const changes = await this.#recorder.get();
    const real = path === undefined ? undefined : (this.#open.files.get(path) ?? path);
    const turn = params.turn ?? (real === undefined ? undefined : newestTurn(changes.list, real));
    if (turn === undefined) return { kind: "refused", message: `No changes in ${path ?? "this file"}` };
    const target = { turn, ...(real !== undefined && !isTurn && { path: real }), ...(hunks && { hunks }) };
    if (decision === "keep") return await changes.keep(target);
    const { files = [] } = changes.list.turns.find(({ id }) => id === turn) ?? {};
    const paths = isTurn ? files.flatMap((file) => [file.path, file.oldPath]) : [real];
    return this.#reloadAfter(await changes.undo(target, isConfirmed), paths);
  }

  /** Reloads the buffers of files that were written, including those that don't follow other changes on disk. */
  #reloadAfter(outcome: ChangeOutcome, paths: readonly (string | undefined)[]): ChangeOutcome {
    for (const [path, real] of outcome.kind === "done" ? this.#open.files : [])
      if (paths.includes(real)) this.#options.bridge.notify("reload", { path });
    return outcome;
  }

  async restore({ id, isConfirmed }: RequestParams<"restore_change">): Promise<ChangeOutcome> {
    const changes = await this.#recorder.get();
    const undone = changes.list.undone.find((each) => id === undefined || each.id === id);
    if (!undone) return nothingToRestore;
    return this.#reloadAfter(await changes.restore(undone.id, isConfirmed), undone.paths);
  }

  async startOver(): Promise<ChangeOutcome> {
    return await (await this.#recorder.get()).startOver();
  }

  #loaded(changes: Changes): void {
    this.#changes = changes;
    changes.onChanged(() => this.#changed());
    this.#changed();
  }

  /** Sends Neovim what has changed. Changes in the meantime are sent afterwards. */
  #changed(): void {
    this.#isOutdated = true;
    this.#update ??= this.#sendUpdates()
      .catch((error: unknown) => this.#options.warn(`Changes can't be shown: ${messageOf(error)}`))
      .finally(() => {
        this.#update = undefined;
      });
  }

  async #sendUpdates(): Promise<void> {
    while (this.#isOutdated && this.#changes) {
      this.#isOutdated = false;
      this.#sendList(this.#changes.list);
      await this.#sendMarks(this.#changes);
    }
  }

  #sendList({ turns, problems }: ChangeList): void {
    const { bridge, warn } = this.#options;
    const messages = problems.map(({ message }) => message);
    const newProblems = messages.filter((message) => !this.#problems.has(message));
    for (const message of newProblems) warn(message);
    this.#problems = new Set(messages);
    // Not for turns of earlier sessions, which the user has seen.
    const isNew = turns.some(({ kind, startedAt }) => kind === "turn" && startedAt >= this.#began);
    if (isNew && !this.#hasNotified) {
      this.#hasNotified = true;
      const message = "Files changed outside Neovim. Review them with :TandemChanges";
      bridge.notify("notify", { level: "info", message });
    }
    const files = new Set(turns.flatMap((turn) => turn.files.map(({ path }) => path))).size;
    const isChanged = files !== this.#files || newProblems.length > 0;
    if (this.#isShown || isChanged) bridge.notify("changes_changed", { files, problems: messages });
    this.#files = files;
  }

  async #sendMarks(changes: Changes): Promise<void> {
    const listed = new Set(changes.list.turns.flatMap(({ files }) => files.map(({ path }) => path)));
    for (const [path, real] of this.#open.files) {
      const change = listed.has(real) ? await changes.openFile(real).catch(() => undefined) : undefined;
      const marks = change && change.hunks.length > 0 ? changeMarks(path, change) : { path };
      const state = change ? `${change.turn} ${change.version}` : "";
      if (this.#sent.get(path) === state) continue;
      this.#sent.set(path, state);
      this.#options.bridge.notify("change_marks", marks);
    }
  }
}
