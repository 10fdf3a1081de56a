import { failures, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** The editor has as many clients as it takes. */
export const editorBusy: Diagnosis = (facts) => {
  const failure = failures(facts).find(({ code }) => code === "busy");
  if (!failure) return undefined;
  return {
    severity: severityOfFailure(facts),
    likelihood: 85,
    title: `${who(failure.lock)} has as many clients as it takes.`,
    detail: "It answers HTTP 503. Other sessions of Claude Code are connected, or one has just been replaced.",
    advice: [{ words: "Close a session of Claude Code that you do not need, or wait half a minute." }],
  };
};
