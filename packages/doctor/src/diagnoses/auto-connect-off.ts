import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

const name = "CLAUDE_CODE_AUTO_CONNECT_IDE";

/** A variable says that it must not connect, and beats everything that says it should. */
export const autoConnectOff: Diagnosis = (facts) => {
  if (facts.choice.code !== "turned-off") return undefined;
  const variable = facts.environment.variables.find((one) => one.name === name);
  const file = variable?.path === undefined ? undefined : place(variable.path, facts);
  const where = file === undefined ? "in this terminal" : `in ${file}`;
  return {
    severity: "fault",
    likelihood: 95,
    title: `${name} is off, so Claude Code never connects by itself.`,
    detail: `It is set to "${variable?.value ?? "false"}" ${where}, and beats --ide and everything else.`,
    advice: [
      file === undefined
        ? { words: "Take it away:", command: `unset ${name}` }
        : { words: `Remove the line ${name} from "env" in ${file}.` },
      { words: "Or type /ide in Claude Code and pick the editor, each time." },
    ],
  };
};
