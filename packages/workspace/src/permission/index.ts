/** The user's word before programs of the workspace run. Loads nothing that runs them. */
export { TrustedFolders, type TrustOptions, type WorkspaceQuestion } from "./trusted-folders.js";
