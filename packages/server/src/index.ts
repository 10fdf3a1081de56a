/** Editor in, endpoint out. */
export { createIde } from "./create-ide.js";
export type * from "./editor.js";
export { StartError, type StartErrorCode } from "./errors.js";
export type { ClientStatus, Ide, IdeStatus } from "./ide.js";
export type { IdeOptions } from "./options.js";
export type { DirectoryEntry, Withheld } from "./privacy.js";
export { privacyFileName, readPrivacyFile } from "./privacy-file.js";
export { builtInRules } from "./privacy-rules.js";
