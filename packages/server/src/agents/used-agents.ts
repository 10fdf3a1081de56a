/** Finds out which agents the user has, so that nothing listens for an agent that isn't used. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type AgentName, agentNames, type Environment } from "@tandem-ide/base";

/** The directory that exists where an agent is used. Undefined for those that are always served. */
const homes: Readonly<Record<AgentName, ((env: Environment, home: string) => string) | undefined>> = {
  "claude-code": undefined,
  gemini: (env, home) => join(env.GEMINI_CLI_HOME || home, ".gemini"),
  copilot: (env, home) => env.COPILOT_HOME || join(home, ".copilot"),
  qwen: (env, home) => env.QWEN_HOME || join(home, ".qwen"),
};

export function usedAgents(env: Environment, home: string): readonly AgentName[] {
  return agentNames.filter((name) => {
    const directory = homes[name]?.(env, home);
    return directory === undefined || isDirectory(directory);
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // Its parent is a file, or inaccessible.
  }
}
