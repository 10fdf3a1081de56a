import type { Diagnosis } from "./finding.js";

/** There is no program to connect. */
export const claudeMissing: Diagnosis = ({ claude }) => {
  if (claude.state !== "missing") return undefined;
  return {
    severity: "fault",
    likelihood: 40,
    title:
      claude.wanted === "claude"
        ? "Claude Code is not installed, or not on your PATH."
        : `Claude Code is not where it was said to be: ${claude.wanted}`,
    detail: `No program of the name ${claude.wanted} was found. An alias of your shell cannot be seen from here.`,
    advice: [
      { words: "Install it:", command: "npm install -g @anthropic-ai/claude-code" },
      { words: "Or say where it is:", command: "tandem doctor --claude-path <file>" },
    ],
  };
};
