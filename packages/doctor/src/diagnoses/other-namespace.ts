import type { Diagnosis } from "./finding.js";
import { answers, isElsewhere, likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { who } from "./words.js";

/** The editor answers, but its process cannot be seen: it runs in another container. */
export const otherNamespace: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "dead-pid", "foreign-pid").filter((one) => answers(one) && isElsewhere(one, facts));
  if (!lock) return undefined;
  const here = facts.machine.container === undefined ? "on this system" : `in this ${facts.machine.container}`;
  const process = lock.process === "dead" ? "does not exist" : "is another program";
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 80),
    title: `${who(lock)} runs in another container, or outside of this one.`,
    detail: `It answers at its port, but its process ${lock.pid} ${process} ${here}: the two share files and network, not processes. Claude Code takes such an editor for dead and deletes its lock.`,
    advice: [
      { words: "Run Claude Code where the editor runs, in the same container." },
      { words: "Or share the processes too, when the container is started:", command: "docker run --pid=host …" },
    ],
  };
};
