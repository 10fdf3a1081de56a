import { traitsOf } from "../facts/release-traits.js";
import type { Diagnosis } from "./finding.js";
import { claudeName } from "./words.js";

/** What an old release does otherwise. */
export const oldRelease: Diagnosis = (facts) => {
  if (traitsOf(facts.claude).redials !== "no") return undefined;
  return {
    severity: "note",
    likelihood: 60,
    title: `${claudeName(facts)} is old: it connects with --ide only, and never again.`,
    detail:
      "CLAUDE_CODE_SSE_PORT alone does not make it connect, and after a drop it does not dial again. Releases from 2.1.112 on do both.",
    advice: [{ words: "Update it:", command: "claude update" }],
  };
};
