/** Reads a lock that may be anybody's. */
import { type LenientLockFile, parseLockFile } from "@tandem/protocol/plain";
import { readSmallFile } from "../../../hub/files/small-file.js";

/** What a lock says; undefined for a file that is none. Throws where there is no regular file of sensible size. */
export function readLock(path: string): LenientLockFile | undefined {
  return parseLockFile(readSmallFile(path));
}
