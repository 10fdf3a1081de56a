/** How programs of the user are found and asked, so that nothing of a workspace runs on the way. */
export { ownStart } from "./interpreter.js";
export { neutralDirectory, neutralEnvironment, systemPath } from "./neutral.js";
export { findOutside, isProgram, type PathSearch, type ProgramOnPath, programsOnPath } from "./on-path.js";
export { isShim } from "./shims.js";
export { workspaceAt, workspaceTest } from "./workspace-files.js";
