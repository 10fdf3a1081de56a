import type { Diagnosis } from "./finding.js";
import { answers, isElsewhere, likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { who } from "./words.js";

/** Editor and Claude Code run as two users. */
export const otherUser: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "foreign-pid").filter((one) => !(answers(one) && isElsewhere(one, facts)));
  if (!lock) return undefined;
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 79),
    title: `${who(lock)} runs as another user than you.`,
    detail: `Process ${lock.pid} is not yours, and Claude Code takes an editor of another user for dead. Was one of the two started with sudo?`,
    advice: [{ words: "Start editor and Claude Code as the same user, without sudo." }],
  };
};
