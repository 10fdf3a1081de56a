/** What the user can do with changes on disk: show, keep, undo, restore. */
import type { ChangeOutcome, ChangeTarget } from "@tandem-ide/changes/model";
import type { ChangeDecision } from "@tandem-ide/codemirror";
import type { ActionParts } from "../actions/action-parts.js";
import type { ChangeList } from "./change-list.js";
import type { ChangePane } from "./change-pane.js";

export interface ShownFile {
  readonly turn: string;
  readonly path: string;
}

export class ChangeActions {
  readonly #parts: ActionParts;
  readonly #list: ChangeList;

  constructor(parts: ActionParts, list: ChangeList) {
    this.#parts = parts;
    this.#list = list;
  }

  /** The change in the active tab. */
  get active(): ChangePane | undefined {
    const pane = this.#parts.panes.get(this.#parts.layout.active?.id ?? null);
    return pane?.kind === "change" ? pane : undefined;
  }

  /** Opens a file's change as a tab. A preview is replaced by the next one. */
  async show({ turn, path }: ShownFile, { preview, focus }: { preview: boolean; focus: boolean }): Promise<void> {
    const { connection, layout, store, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const { group } = store.view.peek();
      const { tab } = await connection.request("changes.show", { turn, path, preview, group });
      layout.bring(tab, focus);
    });
  }

  /** Opens the change after the one in the active tab, in the order of the list, wrapping around. */
  async showNext(): Promise<void> {
    const files = this.#list.listed.peek().turns.flatMap(({ id, kind, files: own = [] }) => {
      return kind === "git" ? [] : own.map(({ path }) => ({ turn: id, path }));
    });
    const { active } = this.#parts.layout;
    const at = files.findIndex(
      ({ turn, path }) => active?.kind === "change" && active.change.turn === turn && active.path === path,
    );
    const next = files[(at + 1) % files.length];
    if (next) await this.show(next, { preview: true, focus: true });
    else this.#parts.toasts.showInfo("No changes to review.", "no-changes");
  }

  /** Keeps or undoes a turn, a file or hunks. Returns true if it was done. */
  async decide(decision: ChangeDecision, target: ChangeTarget): Promise<boolean> {
    const { connection } = this.#parts;
    if (decision === "keep") return await this.#run(() => connection.request("changes.keep", { target }), "Keep");
    return await this.#run((isConfirmed) => connection.request("changes.undo", { target, isConfirmed }), "Undo");
  }

  /** Brings back what an undo replaced or removed. */
  async restore(undone: string): Promise<void> {
    const { connection } = this.#parts;
    await this.#run((isConfirmed) => connection.request("changes.restore", { undone, isConfirmed }), "Restore");
  }

  async restoreLast(): Promise<void> {
    const [last] = this.#list.listed.peek().undone;
    if (last) await this.restore(last.id);
  }

  /** Keeps everything, after the user has confirmed it. */
  startOver(): void {
    const count = this.#list.fileCount.peek();
    this.#parts.store.dialog.value = {
      kind: "confirm",
      title: "Start over from here?",
      text: `This keeps the changes in ${count === 1 ? "1 file" : `${count} files`}. Nothing on disk changes, but you can no longer undo them here. The next change starts a new turn.`,
      button: "Keep all and start over",
      run: () => void this.#run(() => this.#parts.connection.request("changes.start-over", {}), "Keep"),
    };
  }

  /** Shows the outcome. Returns true if it was done. */
  async #run(
    ask: (isConfirmed: boolean) => Promise<ChangeOutcome>,
    verb: "Keep" | "Undo" | "Restore",
  ): Promise<boolean> {
    const { store, toasts } = this.#parts;
    const run = async (isConfirmed: boolean): Promise<boolean> => {
      const outcome = await toasts.attempt(() => ask(isConfirmed));
      if (outcome === false) return false;
      switch (outcome.kind) {
        case "done":
          this.#showDone(outcome);
          return true;
        case "question":
          store.dialog.value = {
            kind: "confirm",
            title: verb === "Restore" ? "Restore?" : `${verb} these changes?`,
            text: outcome.question,
            button: verb,
            run: () => void run(true),
          };
          return false;
        case "outdated":
          toasts.show({ kind: "warning", text: outcome.message, topic: "change" });
          return false;
        case "refused":
          toasts.show({ kind: "error", text: outcome.message, topic: "change" });
          return false;
      }
    };
    return await run(false);
  }

  #showDone({ message, undone }: Extract<ChangeOutcome, { kind: "done" }>): void {
    const { toasts } = this.#parts;
    const text = /[.!?]$/.test(message) ? message : `${message}.`;
    const restore = undone !== undefined && { action: { label: "Restore", run: () => void this.restore(undone) } };
    toasts.show({ kind: "info", text, topic: "change", ...restore });
  }
}
