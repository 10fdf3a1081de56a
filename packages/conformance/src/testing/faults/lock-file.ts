/** Faults in the lock file (LCK). */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "./fault.js";

export const lockFileFaults: readonly Fault[] = [
  {
    check: "LCK-01/place",
    what: "the locks are in another directory",
    seen: /^locks\//,
    break(parts) {
      parts.lockDirectory = "config/locks";
    },
  },
  {
    check: "LCK-02/directory-mode",
    what: "the directory is open to all",
    seen: /^0755$/,
    break(parts) {
      parts.directoryMode = 0o755;
    },
  },
  {
    check: "LCK-03/file-mode",
    what: "the lock is open to all",
    seen: /^0644$/,
    break(parts) {
      parts.fileMode = 0o644;
    },
  },
  {
    check: "LCK-05/no-leftovers",
    what: "the temporary file is left",
    seen: /^\.\d+\.lock\.tmp$/,
    break(parts) {
      parts.leftovers = [".<port>.lock.tmp"];
    },
  },
  {
    check: "LCK-06/fields",
    what: "runningInWindows is missing",
    seen: /runningInWindows/,
    break(parts) {
      parts.lockFields = ({ runningInWindows: _, ...rest }) => rest;
    },
  },
  {
    check: "LCK-06/fields",
    what: "the port is different",
    seen: /^1$/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, port: 1 });
    },
  },
  {
    check: "LCK-06/fields",
    what: "the lock is a list of folders",
    seen: /^"\/somewhere/,
    break(parts) {
      parts.lockContent = "/somewhere\n";
    },
  },
  {
    check: "LCK-06/pid",
    what: "the pid isn't running",
    seen: /isn't running/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, pid: 2 ** 31 - 2 });
    },
  },
  {
    check: "LCK-08/real-paths",
    what: "a folder is a symbolic link",
    seen: /by-link/,
    async break(parts, { root, workspace }) {
      await symlink(workspace, join(root, "by-link"));
      parts.lockFields = (lock) => ({ ...lock, workspaceFolders: [join(root, "by-link")] });
    },
  },
  {
    check: "LCK-08/real-paths",
    what: "a folder is relative",
    seen: /^"workspace"$/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, workspaceFolders: ["workspace"] });
    },
  },
  {
    check: "LCK-10/where-clients-look",
    what: "the lock is where no client looks",
    seen: /elsewhere/,
    break(parts) {
      parts.lockDirectory = "elsewhere/ide";
    },
  },
];
