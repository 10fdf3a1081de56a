/** What workspace requests can do (WSM-10), and which checks each mode allows. */
import type { WorkspaceRequestMode } from "@tandem-ide/protocol";

type Modes = readonly WorkspaceRequestMode[];

/** Modes that read files. */
export const readModes: Modes = ["read", "ask", "write"];
/** Modes that serve `writeFile`, and so must refuse some paths. */
export const writeFileModes: Modes = ["ask", "write"];
/** Modes in which a write succeeds without the user's approval. */
export const unattendedWriteModes: Modes = ["write"];

/** Why a check for other modes doesn't apply. */
export const whyNotApplicable: Readonly<Record<WorkspaceRequestMode, string>> = {
  off: "the endpoint serves no workspace requests",
  read: "the endpoint only serves workspace requests that read",
  ask: "the endpoint asks the user before a workspace request writes",
  write: "the endpoint serves workspace requests and writes without asking",
};
