/** The part that needs Node: paths, the user's directories, processes. */
export { isInside, tilde, untilde } from "./paths.js";
export { bootTime, isAlive, linuxFacts, startMark, startTime } from "./processes.js";
export { configFile, stateFile } from "./user-directories.js";
