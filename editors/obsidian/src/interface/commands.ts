/** The commands, as they are in the palette. The one default key is the mention's. */
import type { Plugin } from "obsidian";
import type { Reviews } from "../reviews/reviews.js";
import type { Mentioner } from "./mention.js";
import type { StatusActions } from "./status-bar.js";

export interface CommandParts {
  readonly mentioner: Mentioner;
  readonly reviews: Reviews;
  readonly actions: StatusActions;
}

export function addCommands(plugin: Plugin, { mentioner, reviews, actions }: CommandParts): void {
  const isServing = () => actions.status().state.kind === "serving";
  const isPaused = () => isServing() && actions.status().isPaused;
  /** One that is offered only where it can do something. */
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
    // The key that people know from other editors; Obsidian itself has nothing on it.
    hotkeys: [{ modifiers: ["Mod", "Alt"], key: "k" }],
    callback: () => mentioner.mention(),
  });
  add("show-review", "Show the next review", () => reviews.waiting.length > 0, actions.showReview);
  const panel = () => reviews.current?.panel;
  const hasPanel = () => panel() !== undefined;
  add("accept-review", "Accept the review in front", hasPanel, () => panel()?.accept());
  add("reject-review", "Reject the review in front", hasPanel, () => panel()?.reject());
  add("accept-change", "Accept the change at the cursor of the review", hasPanel, () => panel()?.review.acceptHunk());
  add("reject-change", "Reject the change at the cursor of the review", hasPanel, () => panel()?.review.rejectHunk());
  add("next-change", "Go to the next change of the review", hasPanel, () => panel()?.review.nextChange());
  add("previous-change", "Go to the previous change of the review", hasPanel, () => panel()?.review.previousChange());
  add(
    "pause",
    "Pause sharing",
    () => isServing() && !isPaused(),
    () => actions.setPaused(true),
  );
  add("resume", "Resume sharing", isPaused, () => actions.setPaused(false));
  plugin.addCommand({ id: "restart", name: "Restart the connection", callback: actions.restart });
  add("copy-environment", "Copy the line for a terminal", isServing, actions.copyEnvironment);
  plugin.addCommand({ id: "show-log", name: "Show the log", callback: actions.showLog });
}
