import { traitsOf } from "../facts/release-traits.js";
import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle } from "./locks.js";
import { who } from "./words.js";

/** In a terminal of an IDE Claude Code takes that IDE or nothing. */
export const ideTerminal: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "needs-ancestor");
  if (!lock) return undefined;
  const program = facts.environment.terminalProgram;
  return {
    severity: severityOfObstacle(facts),
    likelihood: 73,
    title: `This terminal belongs to another editor than ${who(lock)}.`,
    detail: `Its variables${program === undefined ? "" : ` ("${program.slice(0, 30)}")`} say that it is the terminal of an IDE. There Claude Code takes only the editor that started the terminal.`,
    advice: [
      // An old release insists, whoever names the editor.
      ...(traitsOf(facts.claude).connectsByPort === "no"
        ? []
        : [{ words: "Let Tandem start it, which names the editor:", command: `tandem claude --port ${lock.port}` }]),
      { words: "Use a terminal outside of the IDE." },
    ],
  };
};
