import { dirname, join } from "node:path";
import { traitsOf } from "../facts/release-traits.js";
import type { Diagnosis } from "./finding.js";
import { claudeName, place, who } from "./words.js";

/** The editor wrote its lock for another config directory than the one that Claude Code reads. */
export const otherConfigDirectory: Diagnosis = (facts) => {
  const variable = facts.environment.variables.find(({ name }) => name === "CLAUDE_CONFIG_DIR");
  const home = join(facts.home, ".claude");
  if (!variable || variable.value === home) return undefined;
  const reads = traitsOf(facts.claude).readsHomeToo;
  if (reads === "yes") return undefined;
  const lock = facts.locks.find(({ file, servesHere }) => servesHere && dirname(dirname(file)) === home);
  const isThereToo = facts.locks.some(({ file, port }) => port === lock?.port && dirname(dirname(file)) !== home);
  if (!lock || isThereToo) return undefined;
  return {
    severity: reads === "no" ? "fault" : "warning",
    likelihood: 91,
    title: `CLAUDE_CONFIG_DIR hides ${who(lock)} from Claude Code.`,
    detail: `The editor announced itself in ${place(home, facts)}, and ${claudeName(facts)} looks in ${place(variable.value, facts)}${reads === "no" ? " only" : "; whether it looks in both is not known"}.`,
    advice: [
      { words: "Use the editor's directory in this terminal:", command: "unset CLAUDE_CONFIG_DIR" },
      { words: "Or start the editor from a terminal in which the variable is set." },
    ],
  };
};
