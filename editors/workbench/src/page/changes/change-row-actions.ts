/** What the rows of the list of changes do. */
import type { ChangeTarget } from "@tandem-ide/changes/model";
import { type ChangeRow, reviewKeys } from "@tandem-ide/codemirror";
import type { App } from "../app-parts.js";
import type { IconName } from "../ui/icons.js";

export interface RowAction {
  readonly id: "keep" | "undo" | "restore";
  readonly icon: IconName;
  readonly label: string;
  readonly keys: string;
  /** Why it is disabled, if it is. */
  readonly whyNot?: string | undefined;
  run(): void;
}

/** Opens the change of a file row, or the file itself if it is part of a git operation. Expands or collapses other rows. */
export async function openRow(
  { changes, changeList, files }: App,
  row: ChangeRow,
  how: { readonly preview: boolean; readonly focus: boolean },
): Promise<void> {
  // The texts before a git operation aren't stored: git has them.
  if (row.kind === "file" && row.turn.kind === "git") await files.open(row.file.path, how);
  else if (row.kind === "file") await changes.show({ turn: row.turn.id, path: row.file.path }, how);
  else changeList.toggle(row);
}

/** Returns the buttons of a row. */
export function actionsOf({ changes }: App, row: ChangeRow): readonly RowAction[] {
  const { acceptHunk: keep, rejectHunk: undo } = reviewKeys;
  switch (row.kind) {
    case "turn": {
      const target: ChangeTarget = { turn: row.turn.id };
      const keepAll: RowAction = {
        ...{ id: "keep", icon: "check", keys: keep },
        label: row.turn.kind === "git" ? "Remove from this list" : "Keep all files in this turn",
        run: () => void changes.decide("keep", target),
      };
      const undoAll: RowAction = {
        ...{ id: "undo", icon: "undo", label: "Undo all files in this turn", keys: undo },
        run: () => void changes.decide("undo", target),
      };
      return row.turn.kind === "git" ? [keepAll] : [undoAll, keepAll];
    }
    case "file": {
      const target: ChangeTarget = { turn: row.turn.id, path: row.file.path };
      const { whyNotUndoable: whyNot } = row.file;
      return [
        {
          ...{ id: "undo", icon: "undo", label: "Undo", keys: undo, whyNot },
          run: () => void changes.decide("undo", target),
        },
        { ...{ id: "keep", icon: "check", label: "Keep", keys: keep }, run: () => void changes.decide("keep", target) },
      ];
    }
    case "undone":
      return [
        {
          ...{ id: "restore", icon: "restore", label: "Restore undone changes", keys: "Enter" },
          run: () => void changes.restore(row.undone.id),
        },
      ];
    default:
      return [];
  }
}
