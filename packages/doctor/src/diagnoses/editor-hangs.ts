import { failures, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** Something takes the connection and says nothing. */
export const editorHangs: Diagnosis = (facts) => {
  const failure = failures(facts).find(({ code }) => code === "timeout" || code === "other");
  if (!failure) return undefined;
  const { lock } = failure;
  return {
    severity: severityOfFailure(facts),
    likelihood: 85,
    title: `${who(lock)} takes the connection and then does not answer.`,
    detail: `${failure.message} The editor is stopped or very busy${lock.pid === undefined ? "" : ` (process ${lock.pid})`}.`,
    advice: [{ words: "See whether the editor still reacts; if not, restart it." }],
  };
};
