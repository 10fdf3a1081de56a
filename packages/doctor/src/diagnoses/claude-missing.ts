import { basename } from "node:path";
import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

/** There is no program to connect. */
export const claudeMissing: Diagnosis = (facts) => {
  const { claude, programsInFolder } = facts;
  if (claude.state !== "missing") return undefined;
  const passedOver = programsInFolder.find((path) => basename(path).startsWith(basename(claude.wanted)));
  return {
    severity: "fault",
    likelihood: 40,
    title:
      claude.wanted === "claude"
        ? "Claude Code is not installed, or not on your PATH."
        : `Claude Code is not where it was said to be: ${claude.wanted}`,
    detail:
      passedOver === undefined
        ? `No program of the name ${claude.wanted} was found. An alias of your shell cannot be seen from here.`
        : `${place(passedOver, facts)} is a file of this folder, so it was not run, and there is no other ${claude.wanted}.`,
    advice: [
      { words: "Install it:", command: "npm install -g @anthropic-ai/claude-code" },
      { words: "Or say where it is:", command: "tandem doctor --claude-path <file>" },
    ],
  };
};
