/** Sets the mode of workspace requests in the test endpoint (WSM-10). By default it writes, and its lock has no mode. */
import type { WorkspaceRequestMode } from "@tandem-ide/protocol";
import type { Parts } from "./parts.js";
import { requestMethods } from "./request-methods.js";

/** A user who never decides. */
function undecided(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The request has ended")));
  });
}

/** Applies the mode, and writes it to the lock. */
export function setMode(parts: Parts, mode: WorkspaceRequestMode): void {
  const { lockFields } = parts;
  parts.lockFields = (lock) => lockFields({ ...lock, workspaceRequests: mode });
  if (mode === "off") for (const method of requestMethods.keys()) parts.methods.delete(method);
  if (mode === "read") parts.methods.delete("writeFile");
  if (mode === "ask") parts.askUser = undecided;
}
