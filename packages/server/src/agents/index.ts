import type { StartAgent } from "./agent.js";

/** All agents. Each is loaded when it is started. */
export const agents: Readonly<Record<string, () => Promise<StartAgent>>> = {
  "claude-code": async () => (await import("./claude-code/index.js")).startClaudeCode,
};
