import type { Diagnosis } from "./finding.js";
import { answers, likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { who } from "./words.js";

/** The editor answers, but its process cannot be seen: it runs in another container. */
export const otherNamespace: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "dead-pid").filter(answers);
  if (!lock) return undefined;
  const here = facts.machine.container ?? "this system";
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 80),
    title: `${who(lock)} runs in another container, or outside of this one.`,
    detail: `It answers at its port, but its process ${lock.pid} does not exist in ${here}: the two share files and network, not processes. Claude Code takes such an editor for dead and deletes its lock.`,
    advice: [
      { words: "Run Claude Code where the editor runs, in the same container." },
      { words: "Or share the processes too, when the container is started:", command: "docker run --pid=host …" },
    ],
  };
};
