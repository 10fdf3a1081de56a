/** Privacy rules at the door of the workspace requests (PRV-01, SEC-02). */
import { errorCodes, RpcError } from "@tandem/protocol";
import type { Privacy } from "../../../hub/privacy/privacy.js";

/** Refuses with -32602 and the path as it was given. */
export function refuseWithheld(path: string, given: string, privacy: Privacy): void {
  const withheld = privacy.judge(path);
  if (withheld) throw new RpcError(errorCodes.invalidParams, `${withheld.message}: ${given}`);
}
