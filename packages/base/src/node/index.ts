/** The part that needs Node: paths, the user's directories, processes. */
export { innermostFolder, isInside, tilde, untilde } from "./paths.js";
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
