import type { Diagnosis } from "./finding.js";
import { place, shellWord } from "./words.js";

/** The program is there and does not run. */
export const claudeFails: Diagnosis = (facts) => {
  const { claude } = facts;
  if (claude.state !== "fails") return undefined;
  return {
    severity: "fault",
    likelihood: 89,
    title: "Claude Code is installed, but it does not run.",
    detail: `${place(claude.path, facts)} --version gives no version: ${claude.why}.`,
    advice: [
      { words: "See what it says:", command: `${shellWord(claude.path, facts)} --version` },
      { words: "Install it again:", command: "npm install -g @anthropic-ai/claude-code" },
    ],
  };
};
