/** Diagnoses of the config directory and the lock directory. */
import { basename } from "node:path";
import type { DirectoryFacts } from "../facts/directories.js";
import { type Facts, isJoined } from "../facts/facts.js";
import type { Diagnosed, Diagnoses } from "./finding.js";
import { octal, shellWord, shortPath } from "./format.js";

function describeOwner({ mode, owner }: NonNullable<DirectoryFacts["obstacle"]>, { uid }: Facts): string {
  if (mode === undefined || owner === undefined) return "The system denies access.";
  return `It belongs to ${owner === uid ? "you" : `user ID ${owner}, and you are ${uid}`}; its mode is ${octal(mode)}.`;
}

/** Returns what keeps editors from writing locks to a directory or Claude Code from reading them. */
function obstacleAt(directory: DirectoryFacts, facts: Facts): Diagnosed | undefined {
  const { path, state, mode, owner, isUsable, why, obstacle } = directory;
  const finding = (title: string, detail: string, command: string, words = "Fix it:"): Diagnosed => ({
    severity: isJoined(facts) ? "warning" : "fault",
    likelihood: 92,
    title,
    detail,
    advice: [{ words, command }],
  });
  const name = shortPath(path, facts);
  const word = shellWord(path, facts);
  if (state === "not-a-directory")
    return finding(
      `${name} isn't a directory, so editors can't write lock files.`,
      "Editors write their lock files there, and Claude Code looks for them there.",
      `mv ${word} ${word}.old`,
    );
  if (owner !== undefined && facts.uid !== undefined && owner !== facts.uid)
    return facts.uid === 0
      ? finding(
          `You are root, but ${name} belongs to another user (user ID ${owner}).`,
          "Run Claude Code, the editor and this command as that user.",
          "tandem doctor",
          "Try again without sudo:",
        )
      : finding(
          `${name} belongs to another user (user ID ${owner}).`,
          `Your user ID is ${facts.uid}. This happens if an editor was once started with sudo. Editors don't write their token to a directory that another user owns.`,
          `sudo chown -R "$(id -u)" ${word}`,
        );
  if (state === "directory" && !isUsable && mode !== undefined && (mode & 0o700) === 0o700)
    return finding(
      `${name} can't be written to, although its mode allows it.`,
      "The file system may be mounted read-only or have its own access rules (an ACL, SELinux).",
      `touch ${word}/try`,
      "See the system's error message:",
    );
  if (state === "directory" && !isUsable && mode !== undefined)
    return {
      ...finding(
        `You don't have access to ${name} (mode ${octal(mode)}).`,
        "Editors can't write their lock files there, or Claude Code can't list them.",
        `chmod 700 ${word}`,
      ),
      fixes: [{ kind: "set-mode", path, mode: 0o700, was: mode }],
    };
  if (state === "dangling-link")
    return finding(
      `${name} is a broken link, so editors can't write lock files.`,
      "Editors write their lock files there, and Claude Code looks for them there. The link's target was moved or isn't mounted.",
      `ls -l ${word}`,
      "See where the link points, then create that directory or remove the link:",
    );
  if (state === "cannot-create" && obstacle && facts.home.startsWith(obstacle.path) && facts.home !== obstacle.path)
    return finding(
      `Your home directory doesn't exist: ${facts.home}`,
      `Editors write their lock files below it. You can't create it in ${shortPath(obstacle.path, facts)}.`,
      "echo $HOME; id",
      "Check whether HOME is right:",
    );
  // The directory above is checked first, and explains this one.
  if (state === "cannot-create" && obstacle)
    return finding(
      `${name} doesn't exist and can't be created: you don't have access to ${shortPath(obstacle.path, facts)}.`,
      `Editors write their lock files below it. ${describeOwner(obstacle, facts)}`,
      `ls -ld ${shellWord(obstacle.path, facts)}`,
      "See who owns it. You must own your home directory, and HOME must point to it:",
    );
  if (state !== "unreachable" || why === "ENOTDIR") return undefined;
  if (why !== "EACCES" || !obstacle)
    return finding(
      `${name} can't be reached (${why}).`,
      "There may be a symbolic link loop.",
      `ls -ld ${word}`,
      "See the system's error message:",
    );
  const isMine = obstacle.owner === facts.uid;
  return finding(
    `You don't have access to ${shortPath(obstacle.path, facts)}, so ${name} can't be reached.`,
    `Editors write their lock files there. ${describeOwner(obstacle, facts)}`,
    isMine ? `chmod u+rwx ${shellWord(obstacle.path, facts)}` : `ls -ld ${word}`,
    isMine ? "Fix it:" : "See the system's error message:",
  );
}

export const directoryDiagnoses: Diagnoses = {
  "lock-directory": (facts) => {
    for (const directory of facts.directories) {
      const found = directory.isReadByClaude ? obstacleAt(directory, facts) : undefined;
      if (found) return found;
    }
    return undefined;
  },

  /** Other users can list the lock directory or write to it. */
  "directory-open": (facts) => {
    for (const { path, mode, owner, state } of facts.directories) {
      if (state !== "directory" || mode === undefined || basename(path) !== "ide") continue;
      if (owner !== facts.uid || (mode & 0o077) === 0) continue;
      const isWritable = (mode & 0o022) !== 0;
      return {
        severity: isWritable ? "warning" : "note",
        likelihood: 50,
        title: `${shortPath(path, facts)} is open to other users (mode ${octal(mode)}).`,
        detail: isWritable
          ? "They could add a lock file that points Claude Code to their own program."
          : "They can see which editors are running. Tokens are in the files, which have their own modes. Tandem makes the directory private the next time it starts.",
        advice: [{ words: "Make it private:", command: `chmod 700 ${shellWord(path, facts)}` }],
        fixes: [{ kind: "set-mode", path, mode: 0o700, was: mode }],
      };
    }
    return undefined;
  },
};
