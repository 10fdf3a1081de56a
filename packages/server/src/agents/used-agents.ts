/** Finds out which agents the user has, so that nothing listens for an agent that isn't used. */
import { statSync } from "node:fs";
import { type AgentName, agentNames, type Environment } from "@tandem-ide/base";
import { agentPlaces } from "@tandem-ide/base/node";

/** Claude Code is always served. */
export function usedAgents(env: Environment, home: string): readonly AgentName[] {
  const places = agentPlaces(env, home);
  return agentNames.filter((name) => name === "claude-code" || isDirectory(places[name].home));
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // Its parent is a file, or inaccessible.
  }
}
