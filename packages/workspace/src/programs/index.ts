/** How programs of the user are found and asked, so that nothing of a workspace runs on the way. */
export {
  commandFiles,
  type FoundProgram,
  findCommand,
  findOutside,
  isProgram,
  type PathSearch,
  programsFor,
} from "./find-command.js";
export { ownStart, startable } from "./interpreter.js";
export { neutralDirectory, neutralEnvironment, systemPath } from "./neutral.js";
export { isShim } from "./shims.js";
export { workspaceAt, workspaceTest } from "./workspace-files.js";
