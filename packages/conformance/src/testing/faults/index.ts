/** Every fault that the suite must find. */
import { connectionFaults } from "./connection.js";
import { diffFaults } from "./diffs.js";
import { entryFaults } from "./entry.js";
import { errorFaults } from "./errors.js";
import type { Fault } from "./fault.js";
import { initializeFaults } from "./initialize.js";
import { mcpFaults } from "./mcp.js";
import { notificationFaults } from "./notifications.js";
import { requestModeFaults } from "./request-modes.js";
import { requestFaults } from "./requests.js";
import { securityFaults } from "./security.js";
import { toolFaults } from "./tools.js";
import { wireFaults } from "./wire.js";

export const allFaults: readonly Fault[] = [
  ...connectionFaults,
  ...wireFaults,
  ...entryFaults,
  ...initializeFaults,
  ...mcpFaults,
  ...errorFaults,
  ...diffFaults,
  ...toolFaults,
  ...notificationFaults,
  ...requestFaults,
  ...requestModeFaults,
  ...securityFaults,
];
