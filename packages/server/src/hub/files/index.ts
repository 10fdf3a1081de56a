/** Files as Tandem reads, lists and writes them, for editors that have no means of their own. */

export { type CodeFiles, codeFiles, harmlessDotNames } from "./code-files.js";
export { type ListOptions, listFiles } from "./list-files.js";
export { type FolderEntry, listFolder } from "./list-folder.js";
export { readTextFile, type TextFile } from "./read-text.js";
export { type ReplaceOptions, replaceFile } from "./replace-file.js";
export { readSmallFile } from "./small-file.js";
export { UnfinishedWrites, type UserPlace } from "./unfinished-writes.js";
export { whyUnreadable } from "./why-unreadable.js";
