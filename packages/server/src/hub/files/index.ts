/** Reads, lists and writes files, for editors without a file API. */
export { type CodeFiles, codeFiles, harmlessDotNames } from "./code-files.js";
export { describeFileError } from "./file-error.js";
export { type ListOptions, listFiles } from "./list-files.js";
export { type FolderEntry, listFolder } from "./list-folder.js";
export { FolderMoved, type PinnedFolder, pinFolder, pinNewFolder } from "./pinned-folder.js";
export { readTextFile, type TextFile } from "./read-text.js";
export { type ReplaceOptions, replaceFile } from "./replace-file.js";
export { readSmallFile } from "./small-file.js";
export { temporaryNameOf, UnfinishedWrites, type UserEnvironment } from "./unfinished-writes.js";
export { watchOutdated } from "./watch-outdated.js";
