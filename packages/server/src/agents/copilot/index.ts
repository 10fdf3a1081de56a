/** Copilot CLI finds the editor by a file and talks MCP over HTTP, on a socket. */
import type { StartAgent } from "../agent.js";
import { CopilotAgent } from "./copilot.js";

export const startCopilot: StartAgent = (hub, settings, address) => new CopilotAgent(hub, settings, address).start();
