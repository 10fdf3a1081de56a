import { isJoined } from "../facts/facts.js";
import type { Diagnosis } from "./finding.js";
import { startEditor } from "./locks.js";

const name = "CLAUDE_CODE_SSE_PORT";

/** The terminal belongs to an editor that has gone, or has come back on another port. */
export const stalePort: Diagnosis = (facts) => {
  const variable = facts.environment.variables.find((one) => one.name === name);
  const port = Number.parseInt(variable?.value ?? "", 10);
  if (Number.isNaN(port) || facts.locks.some((lock) => lock.port === port)) return undefined;
  const joined = isJoined(facts);
  return {
    severity: joined ? "note" : "fault",
    likelihood: 88,
    title: `${name} names port ${port}, where no editor is any more.`,
    detail: joined
      ? "Claude Code takes the editor that fits the folder instead."
      : "This terminal was opened by an editor that has ended or was restarted since.",
    advice: [
      { words: "Open a new terminal in the editor, or take the variable away:", command: `unset ${name}` },
      ...(joined || facts.locks.length > 0 ? [] : [startEditor]),
    ],
  };
};
