import type { Diagnosis } from "./finding.js";
import { claudeName, startCommand } from "./words.js";

/** Current releases start in a mode that never asks, unless they are told otherwise. */
export const modeUnset: Diagnosis = (facts) => {
  const { claude, settings } = facts;
  if (settings.permissionMode || claude.state !== "found" || claude.askingMode !== "manual") return undefined;
  return {
    severity: "note",
    likelihood: 90,
    title: "Reviews in the editor come only in the permission mode manual.",
    detail: `${claudeName(facts)} starts in the mode auto, in which edits are made without a review.`,
    advice: [{ words: "Start it so:", command: startCommand(facts) }],
  };
};
