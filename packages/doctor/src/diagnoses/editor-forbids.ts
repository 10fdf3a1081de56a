import { failures, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** The editor does not take connections by this host name. */
export const editorForbids: Diagnosis = (facts) => {
  const failure = failures(facts).find(({ code }) => code === "forbidden");
  if (!failure) return undefined;
  return {
    severity: severityOfFailure(facts),
    likelihood: 85,
    title: `${who(failure.lock)} refuses connections to "${failure.lock.host.slice(0, 24)}".`,
    detail: failure.message,
    advice: [{ words: "Use 127.0.0.1, or allow that name in the editor's settings (allowedHosts)." }],
  };
};
