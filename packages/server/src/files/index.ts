/** Files as Tandem reads, lists and writes them, for editors that have no means of their own. */

export { isInside } from "../workspace.js";
export { type ListOptions, listFiles } from "./list-files.js";
export { type FolderEntry, listFolder } from "./list-folder.js";
export { readTextFile, type TextFile } from "./read-text.js";
export { replaceFile } from "./replace-file.js";
export { readSmallFile } from "./small-file.js";
export { whyUnreadable } from "./why-unreadable.js";
