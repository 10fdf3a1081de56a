import { failures, isRefusedToken, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** The lock holds no token. */
export const noToken: Diagnosis = (facts) => {
  const refused = failures(facts).find((failure) => isRefusedToken(failure) && !failure.lock.hasToken);
  if (refused)
    return {
      severity: severityOfFailure(facts),
      likelihood: 86,
      title: `The lock of ${who(refused.lock)} holds no token, and it wants one.`,
      detail:
        "Claude Code sends the token that it finds in the lock. Without one this editor refuses it, once and silently.",
      advice: [{ words: "Restart the editor, which writes its lock again; or update its integration." }],
    };
  const open = facts.locks.find(({ hasToken, connection }) => !hasToken && connection?.outcome === "connected");
  if (!open) return undefined;
  return {
    severity: "warning",
    likelihood: 56,
    title: `${who(open)} takes anybody: its lock holds no token.`,
    detail: "Any program and any user of this machine may connect, see your selection and answer for you.",
    advice: [{ words: "Update the editor's Claude Code integration." }],
  };
};
