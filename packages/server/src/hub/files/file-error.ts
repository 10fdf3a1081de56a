import { messageOf, systemErrorCode } from "@tandem-ide/base";

/** Describes why a path can't be read or written. */
export function describeFileError(error: unknown): string {
  switch (systemErrorCode(error)) {
    case "ENOENT":
      return "File not found";
    case "EISDIR":
      return "Is a directory";
    case "EACCES":
    case "EPERM":
      return "Permission denied";
    case "EROFS":
      return "The disk is read-only";
    case "ENOSPC":
    case "EDQUOT":
      return "There is no space left on the disk";
    case "ENOTDIR":
    case "EEXIST": // A file is in the way of a new folder.
      return "Part of the path is a file, not a directory";
    case "ENAMETOOLONG":
      return "The path is too long";
    case "ELOOP":
      return "Too many symbolic links";
    default:
      return messageOf(error);
  }
}
