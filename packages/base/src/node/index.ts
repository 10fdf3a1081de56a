/** Helpers that need Node: paths, user directories, processes. */
export { type AgentPlace, agentPlaces, foldersInDiscoveryFile, type OtherAgent } from "./agent-places.js";
export { expandTilde, innermostFolder, isInside, tilde } from "./paths.js";
export {
  bootTime,
  isAlive,
  isRunning,
  linuxFacts,
  linuxStart,
  type ProcessState,
  processState,
  startMark,
  startTime,
} from "./processes.js";
export { configFile, stateFile } from "./user-directories.js";
