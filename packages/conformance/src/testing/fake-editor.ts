/** An editor in memory: tabs, one of them active, and a selection in it. */
import { basename } from "node:path";
import { type SelectionRange, toSelectionRange } from "@tandem-ide/protocol";

export interface Tab {
  readonly path: string;
  readonly text: string;
}

export interface FakeSelection {
  readonly path: string;
  readonly text: string;
  readonly range: SelectionRange;
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The selection from one offset to another. */
export function selectionBetween(tab: Tab, start: number, end: number): FakeSelection {
  const range = toSelectionRange({ start: positionAt(tab.text, start), end: positionAt(tab.text, end) });
  return { path: tab.path, text: tab.text.slice(start, end), range };
}

export class FakeEditor {
  tabs: Tab[] = [];
  selection: FakeSelection | undefined;
  /** Called when the selection changes. */
  readonly listeners = new Set<() => void>();
  /** False keeps the selection of a closed file. */
  forgetsClosed = true;

  get active(): Tab | undefined {
    return this.tabs.find((tab) => tab.path === this.selection?.path);
  }

  open(tab: Tab, selection: FakeSelection): void {
    this.tabs = [...this.tabs.filter(({ path }) => path !== tab.path), tab];
    this.select(selection);
  }

  select(selection: FakeSelection | undefined): void {
    this.selection = selection;
    for (const tell of this.listeners) tell();
  }

  /** Closes a tab by its label; false if there is none. */
  close(label: string): boolean {
    const tab = this.tabs.find(({ path }) => basename(path) === label);
    if (!tab) return false;
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (this.forgetsClosed && this.selection?.path === tab.path) this.select(undefined);
    return true;
  }
}
