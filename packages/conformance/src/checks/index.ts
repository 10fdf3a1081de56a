/** Every check, in the order of a run. */
import type { Check } from "../check.js";
import { authenticationChecks } from "./authentication.js";
import { connectionChecks } from "./connection.js";
import { diffChecks } from "./diffs.js";
import { errorChecks } from "./errors.js";
import { frameErrorChecks } from "./frame-errors.js";
import { frameChecks } from "./frames.js";
import { initializeChecks } from "./initialize.js";
import { limitChecks } from "./limits.js";
import { lockFileChecks } from "./lock-file.js";
import { mcpChecks } from "./mcp.js";
import { notificationChecks } from "./notifications.js";
import { openFileChecks } from "./open-file.js";
import { requestModeChecks } from "./request-modes.js";
import { securityChecks } from "./security.js";
import { toolChecks } from "./tools.js";
import { workspaceRequestChecks } from "./workspace-requests.js";

function byName(a: Check, b: Check): number {
  const [idA = "", idB = ""] = [a.name.split("/")[0], b.name.split("/")[0]];
  return idA < idB ? -1 : idA > idB ? 1 : 0;
}

/** Within a section by id; the sort is stable, so checks of one id keep the order in which they are written. */
function section(...lists: readonly (readonly Check[])[]): Check[] {
  return lists.flat().sort(byName);
}

export const allChecks: readonly Check[] = [
  ...section(connectionChecks, frameChecks, frameErrorChecks, limitChecks),
  ...lockFileChecks,
  ...authenticationChecks,
  ...initializeChecks,
  ...mcpChecks,
  ...errorChecks,
  ...section(diffChecks, openFileChecks, toolChecks),
  ...notificationChecks,
  ...workspaceRequestChecks,
  ...requestModeChecks,
  ...securityChecks,
];
