import { dirname } from "node:path";
import type { Diagnosis } from "./finding.js";
import { place, shellValue } from "./words.js";

/** It is installed where the shell does not look. */
export const claudeNotOnPath: Diagnosis = (facts) => {
  const { claude } = facts;
  if (claude.state !== "found" || claude.isOnPath) return undefined;
  // Its own installer makes an alias for this one.
  const isAliased = claude.path.endsWith("/.claude/local/claude");
  const folder = shellValue(dirname(claude.path), facts);
  return {
    severity: isAliased ? "note" : "warning",
    likelihood: 60,
    title: `Claude Code is not on your PATH; it is ${place(claude.path, facts)}`,
    detail: isAliased
      ? "Its installer makes an alias for it, which only your own shell knows."
      : "Typing claude starts it only where an alias names it, and editors do not know your aliases.",
    advice: isAliased ? [] : [{ words: "Add its folder:", command: `export PATH="$PATH:"${folder}`.replace('""', "") }],
  };
};
