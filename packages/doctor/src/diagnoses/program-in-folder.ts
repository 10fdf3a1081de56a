import type { Diagnosis } from "./finding.js";
import { list, place } from "./words.js";

/** PATH, or TANDEM_CLAUDE, leads to programs of the folder itself, which nobody has agreed to run. */
export const programInFolder: Diagnosis = (facts) => {
  const { programsInFolder: found } = facts;
  const [first] = found;
  if (first === undefined) return undefined;
  const others = found.slice(1).map((path) => place(path, facts));
  return {
    severity: "warning",
    likelihood: 70,
    title: `${place(first, facts)} in this folder comes first on your PATH; the doctor did not run it.`,
    detail:
      "Whoever wrote the folder decides what that program does, and typing its name in a shell here starts it." +
      (others.length === 0 ? "" : ` The same holds for ${list(others)}.`),
    advice: [
      { words: "Take this folder, and entries that do not begin with a slash, out of your PATH." },
      { words: "To ask that program all the same, name it:", command: "tandem doctor --claude-path <file>" },
    ],
  };
};
