/** Commands for changes on disk. They work in the pane of a change, and in a note at the cursor. */
import { EditorView } from "@codemirror/view";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import { ChangeActions, type ChangeDecision, type LiveMarks } from "@tandem-ide/codemirror";
import { type App, MarkdownView, type Plugin } from "obsidian";
import { propertyOf } from "../untyped-values.js";
import type { ChangePanes } from "./change-panes.js";

export interface ChangeCommandParts {
  readonly app: App;
  readonly changes: ShownChanges;
  readonly panes: ChangePanes;
  readonly marks: LiveMarks;
}

/** Returns the editor of the active note. */
export function activeEditor(app: App): EditorView | undefined {
  const { editor } = app.workspace.getActiveViewOfType(MarkdownView) ?? {};
  const view = propertyOf(editor, "cm");
  return view instanceof EditorView ? view : undefined;
}

export function addChangeCommands(plugin: Plugin, { app, changes, panes, marks }: ChangeCommandParts): void {
  const actions = new ChangeActions(changes, panes.prompts);
  /** Adds a command that is available only while `run` returns something to do. */
  const add = (id: string, name: string, find: () => (() => unknown) | undefined) =>
    plugin.addCommand({
      id,
      name,
      checkCallback: (isChecking) => {
        const run = find();
        if (!isChecking) run?.();
        return run !== undefined;
      },
    });
  const note = () => activeEditor(app);
  const shown = () => {
    const view = note();
    const change = panes.current ?? (view && marks.changeIn(view));
    return change && { turn: change.turn, path: change.path };
  };
  const turn = () => {
    const target = shown();
    const found = changes.list.turns.find(({ id }) => id === target?.turn);
    return found ?? changes.list.turns.find(({ kind }) => kind === "turn");
  };

  add("show-changes", "Show changes on disk", () => () => panes.showList());
  add("show-change", "Show changes to this note", () => {
    const view = note();
    const change = view && marks.changeIn(view);
    return change && (() => panes.open(change.turn, change.path));
  });
  const decisions = [
    ["keep", "Keep"],
    ["undo", "Undo"],
  ] as const satisfies readonly (readonly [ChangeDecision, string])[];
  for (const [decision, verb] of decisions) {
    add(`${decision}-change`, `${verb} change on disk at cursor`, () => {
      const panel = panes.current?.panel;
      if (panel?.view) return () => panel.decideHunk(decision);
      const view = note();
      return view && marks.hasMarkAtCursor(view) ? () => marks.decideAtCursor(view, decision) : undefined;
    });
    add(`${decision}-file`, `${verb} all changes on disk in this file`, () => {
      const target = shown();
      return target && (() => actions[decision](target));
    });
    add(`${decision}-turn`, `${verb} all changes on disk in this turn`, () => {
      const found = turn();
      const isPossible = found && (decision === "keep" || found.kind === "turn");
      return isPossible ? () => actions[decision]({ turn: found.id }) : undefined;
    });
  }
  add("restore-undone", "Restore last undone change", () => {
    const [last] = changes.list.undone;
    return last && (() => actions.restore(last.id));
  });
  add("start-over", "Start over from here: keep all changes on disk", () =>
    changes.list.turns.length > 0 ? () => actions.startOver() : undefined,
  );
}
