/** All checks, in the order they run. */
import type { Check } from "../check.js";
import { inReportOrder } from "../report.js";
import { authenticationChecks } from "./authentication.js";
import { connectionChecks } from "./connection.js";
import { diffChecks } from "./diffs.js";
import { errorChecks } from "./errors.js";
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

export const allChecks: readonly Check[] = inReportOrder([
  ...connectionChecks,
  ...frameChecks,
  ...limitChecks,
  ...lockFileChecks,
  ...authenticationChecks,
  ...initializeChecks,
  ...mcpChecks,
  ...errorChecks,
  ...diffChecks,
  ...openFileChecks,
  ...toolChecks,
  ...notificationChecks,
  ...workspaceRequestChecks,
  ...requestModeChecks,
  ...securityChecks,
]);
