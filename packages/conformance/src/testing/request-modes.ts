/** The endpoint for tests in one of the modes of workspace requests (WSM-10). Unless told, it writes and its lock is silent. */
import type { WorkspaceRequestMode } from "@tandem/protocol";
import type { Parts } from "./parts.js";
import { requestMethods } from "./request-methods.js";

/** A user who never decides. */
function undecided(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The request has ended")));
  });
}

/** Serves as the mode says, and says so in the lock. */
export function setMode(parts: Parts, mode: WorkspaceRequestMode): void {
  const { lockFields } = parts;
  parts.lockFields = (lock) => lockFields({ ...lock, workspaceRequests: mode });
  if (mode === "off") for (const method of requestMethods.keys()) parts.methods.delete(method);
  if (mode === "read") parts.methods.delete("writeFile");
  if (mode === "ask") parts.askUser = undecided;
}
