import type { AgentName } from "@tandem-ide/base";
import type { StartAgent } from "./agent.js";

/** All agents. Each is loaded when it is started. */
export const agents: Readonly<Record<AgentName, () => Promise<StartAgent>>> = {
  "claude-code": async () => (await import("./claude-code/index.js")).startClaudeCode,
  gemini: async () => (await import("./gemini/index.js")).startGemini,
  copilot: async () => (await import("./copilot/index.js")).startCopilot,
  qwen: async () => (await import("./gemini/index.js")).startQwen,
};
