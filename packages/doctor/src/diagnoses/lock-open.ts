import type { Diagnosis } from "./finding.js";
import { count, octal, place, shellWord } from "./words.js";

/** Others may read a token. */
export const lockOpen: Diagnosis = (facts) => {
  const open = facts.locks.flatMap(({ file, mode, owner, hasToken, process }) =>
    // The token of an editor that is gone opens nothing.
    hasToken && process !== "dead" && mode !== undefined && owner === facts.uid && (mode & 0o077) !== 0
      ? [{ file, mode }]
      : [],
  );
  const [first] = open;
  if (!first) return undefined;
  return {
    severity: "warning",
    likelihood: 55,
    title:
      open.length === 1
        ? `${place(first.file, facts)} can be read by other users (mode ${octal(first.mode)}).`
        : `${count(open.length)} lock files can be read by other users.`,
    detail: "The token inside lets whoever has it see your selection and answer for you in the editor.",
    advice: open.map(({ file }) => ({ words: "Close it:", command: `chmod 600 ${shellWord(file, facts)}` })),
    fixes: open.map(({ file, mode }) => ({ kind: "set-mode", path: file, mode: 0o600, was: mode })),
  };
};
