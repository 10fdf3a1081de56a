import type { Diagnosis } from "./finding.js";
import { answers, removal } from "./locks.js";
import { count, list, who } from "./words.js";

/** More than one lock fits, and Claude Code picks none of them. */
export const severalEditors: Diagnosis = (facts) => {
  if (facts.choice.code !== "several-matches") return undefined;
  const fitting = facts.locks.filter(({ counts }) => counts);
  const silent = fitting.filter((lock) => !answers(lock));
  const reused = silent.filter(({ isPidReused }) => isPidReused);
  const [example] = fitting.filter(answers).concat(fitting);
  const why = facts.environment.variables.some(({ name }) => name === "CLAUDE_CODE_IDE_SKIP_VALID_CHECK")
    ? "CLAUDE_CODE_IDE_SKIP_VALID_CHECK makes every lock fit, whatever its folders are"
    : "Claude Code connects by itself only when exactly one fits";
  return {
    severity: "fault",
    likelihood: 90,
    title: `${count(fitting.length)} editors fit this folder, so Claude Code picks none.`,
    detail: `They are ${list(fitting.map(who))}. ${why}.${
      silent.length > 0 ? ` Nothing answers at ${list(silent.map(({ port }) => `port ${port}`))}.` : ""
    }`,
    advice: [
      { words: "Close the one that you do not want, or type /ide in Claude Code and pick." },
      ...(example ? [{ words: "Or name one:", command: `tandem claude --port ${example.port}` }] : []),
    ],
    fixes: reused.map(removal),
  };
};
