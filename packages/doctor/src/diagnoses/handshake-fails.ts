import { failures, isRefusedToken, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** What answers at the port does not speak the protocol, or speaks it wrongly. */
export const handshakeFails: Diagnosis = (facts) => {
  const failure = failures(facts).find(
    (one) => ["refused", "bad-handshake", "closed", "unreachable"].includes(one.code) && !isRefusedToken(one),
  );
  if (!failure) return undefined;
  const isStranger = failure.code === "refused" || failure.code === "unreachable";
  return {
    severity: severityOfFailure(facts),
    likelihood: 85,
    title: isStranger
      ? `At port ${failure.lock.port} is not ${failure.lock.name.slice(0, 24)} but some other program.`
      : `${who(failure.lock)} breaks off the handshake.`,
    detail: failure.message,
    advice: [
      { words: "Restart the editor, which takes a port of its own and writes its lock again." },
      ...(isStranger
        ? []
        : [{ words: "See what is wrong with it:", command: `tandem conformance ${failure.lock.port}` }]),
    ],
  };
};
