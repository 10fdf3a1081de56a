/** What the workspace requests may do at an endpoint (WSM-10), and the checks that each mode leaves. */
import type { WorkspaceRequestMode } from "@tandem/protocol";

type Modes = readonly WorkspaceRequestMode[];

/** Where files are read. */
export const whereRead: Modes = ["read", "ask", "write"];
/** Where `writeFile` is served, so that it refuses what no request may write. */
export const whereWriteIsServed: Modes = ["ask", "write"];
/** Where a write succeeds without a user. */
export const whereWritten: Modes = ["write"];

const words: Readonly<Record<WorkspaceRequestMode, string>> = {
  off: "the endpoint serves no workspace requests",
  read: "the endpoint serves workspace requests for reading only",
  ask: "the endpoint asks its user before a workspace request writes",
  write: "the endpoint serves workspace requests and writes without asking",
};

/** Why a check that is made for other modes says nothing about an endpoint in this one. */
export function whyNotIn(mode: WorkspaceRequestMode): string {
  return words[mode];
}
