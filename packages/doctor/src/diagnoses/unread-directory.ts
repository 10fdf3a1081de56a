import { dirname } from "node:path";
import type { Diagnosis } from "./finding.js";
import { likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { place, who } from "./words.js";

/** The lock is where Claude Code never looks. */
export const unreadDirectory: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "unread-directory");
  if (!lock) return undefined;
  const right = facts.directories.find(({ isReadByClaude, path }) => isReadByClaude && path.endsWith("ide"));
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 72),
    title: `${who(lock)} announced itself where Claude Code never looks.`,
    detail: `Its lock is in ${place(dirname(lock.file), facts)}. Claude Code reads ${right ? place(right.path, facts) : "another directory"}.`,
    advice: [{ words: "Update the editor's integration, or set its lock directory." }],
  };
};
