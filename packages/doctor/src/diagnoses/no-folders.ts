import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle } from "./locks.js";
import { place, who } from "./words.js";

/** The editor has a file open, or nothing, and no folder. */
export const noFolders: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "no-folders");
  if (!lock) return undefined;
  return {
    severity: severityOfObstacle(facts),
    likelihood: 59,
    title: `${who(lock)} has no folder open.`,
    detail:
      "Claude Code takes an editor only when the folder it is started in is open there; without one it never fits.",
    advice: [{ words: `Open ${place(facts.cwd, facts)} as a folder in the editor.` }],
  };
};
