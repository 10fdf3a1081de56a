import type { Diagnosis } from "./finding.js";
import { answers, likelihoodOf, mayBeOutside, removal, severityOfObstacle, startEditor } from "./locks.js";
import { who } from "./words.js";

/** The editor has ended, and another program got its process number. */
export const pidReused: Diagnosis = (facts) => {
  const stale = facts.locks.filter((lock) => lock.isPidReused && lock.mirrorOf === undefined && !answers(lock));
  const [first] = stale.sort((a, b) => Number(b.servesHere) - Number(a.servesHere));
  if (!first) return undefined;
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(first, 79),
    title: `${who(first)} is gone; another program has its process number.`,
    detail: `Process ${first.pid} started after the lock was written, and nothing answers at the port. Claude Code takes the editor for alive and never removes such a lock.`,
    advice: [startEditor],
    fixes: stale.filter((lock) => !mayBeOutside(lock, facts)).map(removal),
  };
};
