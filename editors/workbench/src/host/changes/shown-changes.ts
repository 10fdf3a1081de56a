/** What changed on disk while clients were connected, as windows show it. */
import { sep } from "node:path";
import type { Changes } from "@tandem-ide/changes/model";
import { answerChanges, type ChangeAnswers, type ListedChanges, listChanges } from "@tandem-ide/changes/remote";
import type { ChangeObserver } from "@tandem-ide/server";
import type { ChangeFacts } from "../../messages-changes.js";
import type { Workbench } from "../workbench.js";

/** A `ChangeRecorder` from `@tandem-ide/changes`. */
export type RecordedChanges = ChangeObserver & Changes & { close(): Promise<void> };

export class ShownChanges {
  readonly answers: ChangeAnswers;
  readonly #changes: RecordedChanges;
  readonly #workbench: Workbench;
  readonly #stopListening: () => void;
  #listed: { readonly of: Changes["list"]; readonly list: ListedChanges } | undefined;
  #isWaiting = false;

  constructor(changes: RecordedChanges, workbench: Workbench) {
    this.#changes = changes;
    this.#workbench = workbench;
    this.answers = answerChanges(changes, sep);
    this.#stopListening = changes.onChanged(() => this.#changed());
  }

  get listed(): ListedChanges {
    const { list } = this.#changes;
    if (this.#listed?.of !== list) this.#listed = { of: list, list: listChanges(list, sep) };
    return this.#listed.list;
  }

  /** Returns the change that a tab shows, or undefined if it was kept or undone. */
  find({ turn: id, path }: { readonly turn: string; readonly path: string }): ChangeFacts | undefined {
    const turn = this.#changes.list.turns.find((each) => each.id === id);
    const file = turn?.files.find((each) => each.path === path);
    if (!turn || !file) return undefined;
    const { kind, folder, startedAt, agents, operation } = turn;
    return { turn: id, kind, folder, startedAt, agents, ...(operation !== undefined && { operation }), file };
  }

  /** Scans the disk now. */
  refresh(): void {
    // A failure appears in the list, as a problem.
    void this.#changes.refresh().catch(() => {});
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#changes.close();
  }

  /** Combines changes that happen together, because a decision may change several things. */
  #changed(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => {
      this.#isWaiting = false;
      this.#show();
    });
  }

  #show(): void {
    const { tabs, windows } = this.#workbench;
    for (const tab of tabs.changes) if (!this.find(tab)) tabs.close(tab.id);
    windows.broadcast("changes", this.listed);
    this.#workbench.changed();
  }
}
