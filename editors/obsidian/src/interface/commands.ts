/** The commands of the palette. Only the mention has a default hotkey. */
import type { Plugin } from "obsidian";
import type { VaultChanges } from "../changes/vault-changes.js";
import type { Reviews } from "../reviews/reviews.js";
import type { Mentioner } from "./mention.js";
import type { StatusActions } from "./status-bar.js";

export interface CommandParts {
  readonly mentioner: Mentioner;
  readonly reviews: Reviews;
  readonly changes: VaultChanges;
  readonly actions: StatusActions;
}

export function addCommands(plugin: Plugin, { mentioner, reviews, changes, actions }: CommandParts): void {
  const isServing = () => actions.status().state.kind === "serving";
  const isPaused = () => isServing() && actions.status().isPaused;
  /** Adds a command that is available only while it can run. */
  const add = (id: string, name: string, canRun: () => boolean, run: () => void) =>
    plugin.addCommand({
      id,
      name,
      checkCallback: (isChecking) => {
        if (!canRun()) return false;
        if (!isChecking) run();
        return true;
      },
    });
  plugin.addCommand({
    id: "mention",
    name: "Mention in Claude",
    // The same key as in other editors. Obsidian doesn't use it.
    hotkeys: [{ modifiers: ["Mod", "Alt"], key: "k" }],
    callback: () => mentioner.mention(),
  });
  add("show-review", "Go to next review", () => reviews.pending.length > 0, actions.showReview);
  const hasSeveral = () => reviews.pending.length > 1;
  add("accept-all-reviews", "Accept all reviews", hasSeveral, () => actions.decideAll(true));
  add("reject-all-reviews", "Reject all reviews", hasSeveral, () => actions.decideAll(false));
  plugin.addCommand({ id: "show-decisions", name: "Show past decisions", callback: actions.showEnded });
  const panel = () => reviews.current?.panel;
  const hasPanel = () => panel() !== undefined;
  add("accept-review", "Accept review", hasPanel, () => panel()?.accept());
  add("reject-review", "Reject review", hasPanel, () => panel()?.reject());
  add("reject-with-reason", "Reject review with a reason", hasPanel, () => panel()?.askReason());
  add("comment", "Comment on line in review", hasPanel, () => panel()?.review.comment());
  add("accept-change", "Accept change at cursor", hasPanel, () => panel()?.review.acceptHunk());
  add("reject-change", "Reject change at cursor", hasPanel, () => panel()?.review.rejectHunk());
  const hasChange = () => hasPanel() || changes.stepper !== undefined;
  const step = (by: 1 | -1) => {
    const review = panel()?.review;
    if (!review) changes.stepper?.(by);
    else if (by > 0) review.nextChange();
    else review.previousChange();
  };
  add("next-change", "Go to next change", hasChange, () => step(1));
  add("previous-change", "Go to previous change", hasChange, () => step(-1));
  add(
    "pause",
    "Pause sharing",
    () => isServing() && !isPaused(),
    () => actions.setPaused(true),
  );
  add("resume", "Resume sharing", isPaused, () => actions.setPaused(false));
  plugin.addCommand({ id: "restart", name: "Restart connection", callback: actions.restart });
  add("copy-environment", "Copy terminal setup", isServing, actions.copyEnvironment);
  plugin.addCommand({ id: "show-log", name: "Show log", callback: actions.showLog });
}
