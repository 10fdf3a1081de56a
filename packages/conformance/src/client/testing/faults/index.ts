/** All client faults that the kit must find. */
import { connectingFaults } from "./connecting.js";
import type { ClientFault } from "./fault.js";
import { frameFaults, versionFaults } from "./frames.js";
import { handshakeFaults, notificationFaults } from "./handshake.js";
import { messageFaults } from "./messages.js";
import { toolFaults } from "./tools.js";

export const allClientFaults: readonly ClientFault[] = [
  ...connectingFaults,
  ...frameFaults,
  ...versionFaults,
  ...handshakeFaults,
  ...messageFaults,
  ...toolFaults,
  ...notificationFaults,
];
