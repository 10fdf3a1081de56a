import { failures, severityOfFailure } from "./connections.js";
import type { Diagnosis } from "./finding.js";
import { who } from "./words.js";

/** The endpoint leaves the subprotocol out, and Claude Code hangs up. */
export const noMcpEcho: Diagnosis = (facts) => {
  const failure = failures(facts).find(({ code }) => code === "no-subprotocol");
  if (!failure) return undefined;
  return {
    severity: severityOfFailure(facts),
    likelihood: 86,
    title: `${who(failure.lock)} does not answer with the subprotocol "mcp".`,
    detail:
      "Claude Code asks for Sec-WebSocket-Protocol: mcp and hangs up on an answer without that line. This is a fault of the editor's integration.",
    advice: [
      { words: "Update the integration, or report it there." },
      { words: "See what else it lacks:", command: `tandem conformance ${failure.lock.port}` },
    ],
  };
};
