import type { Diagnosis } from "./finding.js";
import { list, place, shellWord, who } from "./words.js";

/** One editor is announced in two directories, and Claude Code reads both. */
export const countedTwice: Diagnosis = (facts) => {
  if (facts.choice.code !== "counted-twice") return undefined;
  const fitting = facts.locks.filter(({ counts }) => counts);
  const [first, second] = fitting;
  if (!first || !second) return undefined;
  return {
    severity: "fault",
    likelihood: 90,
    title: `${who(first)} is announced twice, so Claude Code takes it for two.`,
    detail: `The same lock is in ${list(fitting.map(({ file }) => place(file, facts)))}. With two that fit it picks none.`,
    advice: [
      { words: "Remove the copy:", command: `rm ${shellWord(second.file, facts)}` },
      { words: "Or type /ide in Claude Code and pick." },
    ],
  };
};
