/** Finds and runs the user's programs without running code from a workspace. */
export {
  commandFiles,
  type FoundProgram,
  findCommand,
  findOutside,
  isProgram,
  type PathSearch,
  programsFor,
} from "./find-command.js";
export { spawnCommand, trustedCommand } from "./interpreter.js";
export { neutralDirectory, neutralEnvironment, systemPath } from "./neutral.js";
export { isShim } from "./shims.js";
export { workspaceAt, workspaceTest } from "./workspace-files.js";
