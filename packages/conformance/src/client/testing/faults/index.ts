/** Every fault of a client that the kit must find. */
import { diallingFaults } from "./dialling.js";
import type { ClientFault } from "./fault.js";
import { frameFaults, versionFaults } from "./frames.js";
import { handshakeFaults, toldFaults } from "./handshake.js";
import { messageFaults } from "./messages.js";
import { toolFaults } from "./tools.js";

export const allClientFaults: readonly ClientFault[] = [
  ...diallingFaults,
  ...frameFaults,
  ...versionFaults,
  ...handshakeFaults,
  ...messageFaults,
  ...toolFaults,
  ...toldFaults,
];
