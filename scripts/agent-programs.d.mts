export type AgentProgramName = "gemini" | "qwen" | "copilot";
export const agentPrograms: Readonly<Record<AgentProgramName, { readonly title: string }>>;
export function agentCommand(name: AgentProgramName): string[];
export function isInstalled(name: AgentProgramName): boolean;
export function installAgent(name: AgentProgramName): Promise<void>;
