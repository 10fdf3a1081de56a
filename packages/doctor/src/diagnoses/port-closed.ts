import type { Diagnosis } from "./finding.js";
import { likelihoodOf, locksWith, severityOfObstacle } from "./locks.js";
import { place, who } from "./words.js";

/** The editor lives, and its endpoint does not. */
export const portClosed: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "port-closed").filter(
    // Where editors are dialled elsewhere, that is the reason.
    ({ isPidReused, host }) => !isPidReused && host === "127.0.0.1",
  );
  if (!lock) return undefined;
  if (lock.portInside !== undefined)
    return {
      severity: severityOfObstacle(facts),
      likelihood: likelihoodOf(lock, 77),
      title: `The lock of ${who(lock)} names port ${lock.portInside} inside.`,
      detail: `Claude Code goes by the name of the file, ${place(lock.file, facts)}, and nothing answers at port ${lock.port}. The file was renamed or copied.`,
      advice: [{ words: "Restart the editor, which writes its lock again under the right name." }],
    };
  const { container, wsl } = facts.machine;
  const apart = container === undefined ? wsl && "WSL" : `a ${container}`;
  return {
    severity: severityOfObstacle(facts),
    likelihood: likelihoodOf(lock, 77),
    title: `${who(lock)} is running, but nothing answers at that port.`,
    detail: `Process ${lock.pid} lives, and ${lock.host}:${lock.port} takes no connection: the editor's Claude Code integration has stopped or crashed.${
      apart === undefined
        ? ""
        : ` This is ${apart}: if the lock came from outside, the port is one of the other side's network.`
    }`,
    advice: [{ words: "Restart the integration in the editor, or the editor itself." }],
  };
};
