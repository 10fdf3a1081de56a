import { failures, isRefusedToken, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { place, who } from "./words.js";

/** The token in the lock is not the editor's. */
export const wrongToken: Diagnosis = (facts) => {
  const refused = failures(facts).find((failure) => isRefusedToken(failure) && failure.lock.hasToken);
  if (!refused) return undefined;
  const { lock } = refused;
  return {
    severity: severityOfFailure(facts),
    likelihood: 86,
    title: `${who(lock)} refuses the token that is in its lock.`,
    detail: `${place(lock.file, facts)} is of an earlier session of the editor, or of another program that had this port. Claude Code tries once and says nothing.`,
    advice: [{ words: "Restart the editor, which writes its lock again." }],
  };
};
