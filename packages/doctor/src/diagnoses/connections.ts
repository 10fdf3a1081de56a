/** Diagnoses of editors that Claude Code picks but can't connect to. */
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";
import type { Diagnosed, Diagnoses, Diagnosis, Severity } from "./finding.js";
import { editorOnPort, shortPath } from "./format.js";
import { restartEditor, updateIntegration } from "./lock-helpers.js";

/** A failed connection to an editor. */
interface Failure {
  readonly lock: LockFacts;
  readonly code: string;
  readonly message: string;
}

/** Returns the failed connections to editors that Claude Code would try. */
function failures({ locks, choice }: Facts): Failure[] {
  return locks.flatMap((lock) => {
    if (lock.code !== "ok" || lock.mirrorOf !== undefined || lock.connection?.outcome !== "failed") return [];
    const isTried = choice.file === undefined || choice.file === lock.file;
    return isTried ? [{ lock, code: lock.connection.code, message: lock.connection.message }] : [];
  });
}

/** If several editors fit, Claude Code tries none of them, so this is only the next obstacle. */
function severityOfFailure({ choice }: Facts): Severity {
  return choice.code === "several-matches" || choice.code === "counted-twice" ? "warning" : "fault";
}

/** A missing or wrong token is answered with HTTP 401, or with close code 1008. */
function isRefusedToken({ code, message }: Failure): boolean {
  return code === "unauthorized" || /\b1008\b/.test(message);
}

/** Makes a diagnosis of the first failure that matches. */
function onFailure(
  matches: (failure: Failure) => boolean,
  describe: (failure: Failure, facts: Facts) => Omit<Diagnosed, "severity" | "likelihood"> & { likelihood?: number },
): Diagnosis {
  return (facts) => {
    const failure = failures(facts).find(matches);
    return failure && { severity: severityOfFailure(facts), likelihood: 85, ...describe(failure, facts) };
  };
}

const refusesMissingToken = onFailure(
  (failure) => isRefusedToken(failure) && !failure.lock.hasToken,
  ({ lock }) => ({
    likelihood: 86,
    title: `${editorOnPort(lock)} requires a token, but its lock file has none.`,
    detail:
      "Claude Code sends the token from the lock file. Without one, this editor rejects it, and Claude Code gives up silently.",
    advice: [{ words: "Restart the editor so it writes a new lock file, or update its integration." }],
  }),
);

export const connectionDiagnoses: Diagnoses = {
  "wrong-token": onFailure(
    (failure) => isRefusedToken(failure) && failure.lock.hasToken,
    ({ lock }, facts) => ({
      likelihood: 86,
      title: `${editorOnPort(lock)} rejects the token in its lock file.`,
      detail: `${shortPath(lock.file, facts)} is from an earlier session of the editor, or from another program that used this port. Claude Code tries once and gives up silently.`,
      advice: [restartEditor],
    }),
  ),

  /** The lock file has no token. */
  "no-token": (facts) => {
    const refused = refusesMissingToken(facts);
    if (refused) return refused;
    const open = facts.locks.find(({ hasToken, connection }) => !hasToken && connection?.outcome === "connected");
    if (!open) return undefined;
    return {
      severity: "warning",
      likelihood: 56,
      title: `${editorOnPort(open)} accepts anyone: its lock file has no token.`,
      detail: "Any program and any user on this machine can connect, see your selection and answer on your behalf.",
      advice: [updateIntegration],
    };
  },

  /** Claude Code closes the connection if the endpoint doesn't echo the subprotocol. */
  "no-mcp-echo": onFailure(
    ({ code }) => code === "no-subprotocol",
    ({ lock }) => ({
      likelihood: 86,
      title: `${editorOnPort(lock)} doesn't respond with the subprotocol "mcp".`,
      detail:
        "Claude Code sends Sec-WebSocket-Protocol: mcp and disconnects if the response lacks that header. This is a bug in the editor's integration.",
      advice: [
        { words: "Update the integration, or report the bug to its authors." },
        { words: "Check what else is wrong:", command: `tandem conformance ${lock.port}` },
      ],
    }),
  ),

  "editor-hangs": onFailure(
    ({ code }) => code === "timeout" || code === "other",
    ({ lock, message }) => ({
      title: `${editorOnPort(lock)} accepts the connection but doesn't answer.`,
      detail: `${message} The editor is suspended or very busy${lock.pid === undefined ? "" : ` (process ${lock.pid})`}.`,
      advice: [{ words: "Check whether the editor still responds. If not, restart it." }],
    }),
  ),

  "editor-busy": onFailure(
    ({ code }) => code === "busy",
    ({ lock }) => ({
      title: `${editorOnPort(lock)} has reached its client limit.`,
      detail: "It returns HTTP 503. Other Claude Code sessions are connected, or one was just replaced.",
      advice: [{ words: "Close a Claude Code session you don't need, or wait half a minute." }],
    }),
  ),

  "editor-forbids": onFailure(
    ({ code }) => code === "forbidden",
    ({ lock, message }) => ({
      title: `${editorOnPort(lock)} rejects connections to "${lock.host.slice(0, 24)}".`,
      detail: message,
      advice: [{ words: "Use 127.0.0.1, or allow that host name in the editor's settings (allowedHosts)." }],
    }),
  ),

  /** Whatever listens on the port isn't the editor, or breaks the protocol. */
  "handshake-fails": onFailure(
    (one) => ["refused", "bad-handshake", "closed", "unreachable"].includes(one.code) && !isRefusedToken(one),
    ({ code, lock, message }) => {
      const isOtherProgram = code === "refused" || code === "unreachable";
      const check = { words: "Check what is wrong with it:", command: `tandem conformance ${lock.port}` };
      return {
        title: isOtherProgram
          ? `Port ${lock.port} belongs to another program, not to ${lock.name.slice(0, 24)}.`
          : `${editorOnPort(lock)} aborts the handshake.`,
        detail: message,
        advice: [
          { words: "Restart the editor so it picks a new port and writes a new lock file." },
          ...(isOtherProgram ? [] : [check]),
        ],
      };
    },
  ),
};
