import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

/** The user once chose to see proposals in the terminal. */
export const diffTool: Diagnosis = (facts) => {
  const { diffTool: setting } = facts.settings;
  if (!setting || setting.value === "auto") return undefined;
  return {
    severity: "warning",
    likelihood: 74,
    title: `Reviews never come: the setting diffTool is "${setting.value.slice(0, 20)}".`,
    detail: `Claude Code shows proposed edits in the terminal only, and not in the editor. It is set in ${place(setting.path, facts)}.`,
    advice: [{ words: 'Type /config in Claude Code and set "Diff tool" to auto.' }],
  };
};
