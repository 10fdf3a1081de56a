/** Reads a lock. Before the directory was ours alone somebody may have put a pipe there, which would never begin. */
import { type LenientLockFile, parseLockFile } from "@tandem/protocol";
import { readRulesFile } from "../files/rules-file.js";

/** The lock of a file; undefined for one that is none. Throws where there is no regular file of sensible size. */
export function readLock(path: string): LenientLockFile | undefined {
  return parseLockFile(readRulesFile(path));
}
