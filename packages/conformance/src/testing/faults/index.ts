/** All faults that the suite must find. */

import { authenticationFaults } from "./authentication.js";
import { connectionFaults } from "./connection.js";
import { diffFaults } from "./diffs.js";
import { errorFaults } from "./errors.js";
import type { Fault } from "./fault.js";
import { frameFaults } from "./frames.js";
import { initializeFaults } from "./initialize.js";
import { limitFaults } from "./limits.js";
import { lockFileFaults } from "./lock-file.js";
import { mcpFaults } from "./mcp.js";
import { notificationFaults } from "./notifications.js";
import { openFileFaults } from "./open-file.js";
import { requestModeFaults } from "./request-modes.js";
import { securityFaults } from "./security.js";
import { toolFaults } from "./tools.js";
import { requestFaults } from "./workspace-requests.js";

export const allFaults: readonly Fault[] = [
  ...connectionFaults,
  ...limitFaults,
  ...frameFaults,
  ...lockFileFaults,
  ...authenticationFaults,
  ...initializeFaults,
  ...mcpFaults,
  ...errorFaults,
  ...diffFaults,
  ...openFileFaults,
  ...toolFaults,
  ...notificationFaults,
  ...requestFaults,
  ...requestModeFaults,
  ...securityFaults,
];
