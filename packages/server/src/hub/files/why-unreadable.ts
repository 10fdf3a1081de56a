/** What the system says about a path, for people. */
import { messageOf, systemErrorCode } from "@tandem/base";

/** Why a path cannot be read or written, in words. */
export function whyUnreadable(error: unknown): string {
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
    case "EEXIST": // What making a folder says of a file in its way.
      return "A part of the path is a file, not a directory";
    case "ENAMETOOLONG":
      return "The path is too long";
    case "ELOOP":
      return "Too many links";
    default:
      return messageOf(error);
  }
}
