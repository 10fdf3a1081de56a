/** The user's permission to run programs of the workspace. Doesn't load the code that runs them. */
export { TrustedFolders, type TrustOptions, type WorkspaceQuestion } from "./trusted-folders.js";
