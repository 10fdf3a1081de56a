import type { Diagnosis } from "./finding.js";
import { claudeName, place, startCommand } from "./words.js";

/** In these the editor is never asked for a review. */
const silent: Readonly<Record<string, string>> = {
  acceptEdits: "edits are made without asking",
  auto: "a model decides instead of you",
  bypassPermissions: "nothing is ever asked",
  dontAsk: "what would have to be asked is refused",
};

/** The settings start Claude Code in a mode that never asks. */
export const permissionMode: Diagnosis = (facts) => {
  const { permissionMode: setting } = facts.settings;
  if (!setting) return undefined;
  const file = place(setting.path, facts);
  const { claude } = facts;
  const asking = (claude.state === "found" && claude.askingMode) || "manual";
  const once = { words: "For once:", command: startCommand(facts) };
  if (setting.value === "manual" && asking === "default")
    return {
      severity: "warning",
      likelihood: 79,
      title: `${claudeName(facts)} does not know the permission mode "manual".`,
      detail: `It is called "default" in this release, which skips the whole of ${file} for it.`,
      advice: [{ words: `Write "default" for permissions.defaultMode in ${file}.` }],
    };
  const what = silent[setting.value];
  if (what === undefined) return undefined;
  return {
    severity: "warning",
    likelihood: 75,
    title: `Reviews never come: the permission mode is "${setting.value}".`,
    detail: `In this mode ${what}, so no proposed edit is shown in the editor. It is set in ${file}.`,
    advice: [once, { words: `For good: write "${asking}" for permissions.defaultMode in ${file}.` }],
  };
};
