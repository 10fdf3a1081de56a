import { dirname, isAbsolute, join } from "node:path";
import { type Facts, isJoined } from "../facts/facts.js";
import { traitsOf } from "../facts/release-traits.js";
import type { Diagnosed, Diagnosis } from "./finding.js";
import { claudeName, place, shellValue, who } from "./words.js";

const name = "CLAUDE_CONFIG_DIR";

/** Nobody but a shell makes a home directory of a tilde, and a relative path is another one for each program. */
function notAbsolute(value: string, facts: Facts): Diagnosed {
  return {
    severity: isJoined(facts) ? "warning" : "fault",
    likelihood: 93,
    title: `${name} is "${value.slice(0, 30)}", which is not an absolute path.`,
    detail: value.startsWith("~")
      ? "The tilde was in quotes, or in a file that no shell reads, so nobody has put your home directory in its place."
      : "The editor and Claude Code take it from the folder that each was started in, and so look in different places.",
    advice: [
      { words: "Write it out, before both are started:", command: `export ${name}="$HOME/.claude"` },
      { words: "Or do without it:", command: `unset ${name}` },
    ],
  };
}

/** The editor was started where the variable had another value. */
function hidden(facts: Facts): Diagnosed | undefined {
  // The same directory may have two names.
  const lock = facts.running.hidden.find(({ port }) => !facts.locks.some((known) => known.port === port));
  if (!lock || isJoined(facts)) return undefined;
  const here = facts.directories.find(({ isReadByClaude }) => isReadByClaude);
  return {
    severity: "fault",
    likelihood: 91,
    title: `${who(lock)} uses another ${name} than this terminal.`,
    detail: `The editor announced itself in ${place(lock.configDir, facts)}, and Claude Code started here looks in ${here ? place(here.path, facts) : "another directory"}.`,
    advice: [
      { words: "Use the editor's directory here:", command: `export ${name}=${shellValue(lock.configDir, facts)}` },
      { words: "Or start the editor from a terminal like this one." },
    ],
  };
}

/** The editor wrote its lock for another config directory than the one that Claude Code reads. */
export const otherConfigDirectory: Diagnosis = (facts) => {
  const variable = facts.environment.variables.find((one) => one.name === name);
  if (variable && !isAbsolute(variable.value)) return notAbsolute(variable.value, facts);
  const home = join(facts.home, ".claude");
  if (!variable || variable.value === home) return hidden(facts);
  const reads = traitsOf(facts.claude).readsHomeToo;
  if (reads === "yes") return hidden(facts);
  const lock = facts.locks.find(({ file, servesHere }) => servesHere && dirname(dirname(file)) === home);
  const isThereToo = facts.locks.some(({ file, port }) => port === lock?.port && dirname(dirname(file)) !== home);
  if (!lock || isThereToo) return hidden(facts);
  return {
    severity: reads === "no" ? "fault" : "warning",
    likelihood: 91,
    title: `${name} hides ${who(lock)} from Claude Code.`,
    detail: `The editor announced itself in ${place(home, facts)}, and ${claudeName(facts)} looks in ${place(variable.value, facts)}${reads === "no" ? " only" : "; we do not know whether it looks in both"}.`,
    advice: [
      { words: "Use the editor's directory in this terminal:", command: `unset ${name}` },
      { words: "Or start the editor from a terminal in which the variable is set." },
    ],
  };
};
