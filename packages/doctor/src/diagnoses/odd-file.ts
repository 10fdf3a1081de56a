import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

/** A file among the locks that no client can use. */
export const oddFile: Diagnosis = (facts) => {
  const odd = facts.problems.find(({ code }) => code === "bad-file-name");
  if (!odd) return undefined;
  return {
    severity: "note",
    likelihood: 20,
    title: `${place(odd.path, facts)} is not named after a port.`,
    detail: "A lock is called 12345.lock, after the port. Nobody can use this one; remove it if no program needs it.",
    advice: [],
  };
};
