import { basename } from "node:path";
import type { Diagnosis } from "./finding.js";
import { octal, place, shellWord } from "./words.js";

/** Others may look into the lock directory, or write there. */
export const directoryOpen: Diagnosis = (facts) => {
  for (const { path, mode, owner, state } of facts.directories) {
    if (state !== "directory" || mode === undefined || basename(path) !== "ide") continue;
    if (owner !== facts.uid || (mode & 0o077) === 0) continue;
    const isWritable = (mode & 0o022) !== 0;
    return {
      severity: isWritable ? "warning" : "note",
      likelihood: 50,
      title: `${place(path, facts)} is open to other users (mode ${octal(mode)}).`,
      detail: isWritable
        ? "They could put a lock there that leads Claude Code to a program of theirs."
        : "They see which editors run. The tokens are in the files, which have modes of their own. Tandem closes it at its next start.",
      advice: [{ words: "Close it:", command: `chmod 700 ${shellWord(path, facts)}` }],
      fixes: [{ kind: "set-mode", path, mode: 0o700, was: mode }],
    };
  }
  return undefined;
};
