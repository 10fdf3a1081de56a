/** What the system says about a path, for people. */
import { messageOf, systemErrorCode } from "../errors.js";

/** Why a path cannot be read, in words. */
export function whyUnreadable(error: unknown): string {
  switch (systemErrorCode(error)) {
    case "ENOENT":
      return "File not found";
    case "EISDIR":
      return "Is a directory";
    case "EACCES":
    case "EPERM":
      return "Permission denied";
    case "ENOTDIR":
      return "A part of the path is a file, not a directory";
    case "ENAMETOOLONG":
      return "The path is too long";
    case "ELOOP":
      return "Too many links";
    default:
      return messageOf(error);
  }
}
