/** The part that needs Node: paths, the user's directories, processes. */
export { innermostFolder, isInside, tilde, untilde } from "./paths.js";
export { bootTime, isAlive, linuxFacts, startMark, startTime } from "./processes.js";
export { configFile, type Environment, stateFile } from "./user-directories.js";
