/** The coding agents that an endpoint can serve, by the names that options use, with the names for people. */
export const agentTitles = {
  "claude-code": "Claude Code",
  gemini: "Gemini CLI",
  qwen: "Qwen Code",
  copilot: "Copilot CLI",
} as const;

export type AgentName = keyof typeof agentTitles;

export const agentNames: readonly AgentName[] = ["claude-code", "gemini", "qwen", "copilot"];

/** Returns true for the name of an agent. */
export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(agentTitles, name);
}
