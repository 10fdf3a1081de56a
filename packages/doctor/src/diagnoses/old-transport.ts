import type { Diagnosis } from "./finding.js";
import { likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { who } from "./words.js";

/** The lock does not say that WebSocket is spoken. */
export const oldTransport: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "wrong-transport");
  if (!lock) return undefined;
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 71),
    title: `${who(lock)} does not announce WebSocket, so Claude Code speaks SSE.`,
    detail: `Its lock lacks "transport": "ws". Claude Code then tries the older transport, which hardly any editor serves.`,
    advice: [{ words: "Update the editor's Claude Code integration." }],
  };
};
