/** Helpers that need Node: paths, user directories, processes. */
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
