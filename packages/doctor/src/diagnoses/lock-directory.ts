import type { DirectoryFacts } from "../facts/directories.js";
import { type Facts, isJoined } from "../facts/facts.js";
import type { Diagnosed, Diagnosis } from "./finding.js";
import { octal, place, shellWord } from "./words.js";

type Obstacle = NonNullable<DirectoryFacts["obstacle"]>;

function ownerWords({ mode, owner }: Obstacle, { uid }: Facts): string {
  if (mode === undefined || owner === undefined) return "The system does not let you.";
  return `It belongs to ${owner === uid ? "you" : `user id ${owner}, and you are ${uid}`}; its mode is ${octal(mode)}.`;
}

/** The directory that holds the locks is none, is another user's, or is closed to this one. */
export const lockDirectory: Diagnosis = (facts) => {
  const finding = (title: string, detail: string, command: string, words = "Mend it:"): Diagnosed => ({
    severity: isJoined(facts) ? "warning" : "fault",
    likelihood: 92,
    title,
    detail,
    advice: [{ words, command }],
  });
  for (const { path, isReadByClaude, state, mode, owner, isUsable, why, obstacle } of facts.directories) {
    if (!isReadByClaude) continue;
    const name = place(path, facts);
    const word = shellWord(path, facts);
    if (state === "not-a-directory")
      return finding(
        `${name} is not a directory, so no editor can announce itself.`,
        "Editors write their lock files there, and Claude Code looks for them there.",
        `mv ${word} ${word}.old`,
      );
    if (owner !== undefined && facts.uid !== undefined && owner !== facts.uid)
      return facts.uid === 0
        ? finding(
            `You are root here, and ${name} is another user's (user id ${owner}).`,
            "Claude Code and the editor must run as that user, and so must this command.",
            "tandem doctor",
            "Try again without sudo:",
          )
        : finding(
            `${name} belongs to another user (user id ${owner}).`,
            `Yours is ${facts.uid}. That happens when an editor was once started with sudo. Editors do not write their token into a directory that somebody else owns.`,
            `sudo chown -R "$(id -u)" ${word}`,
          );
    if (state === "directory" && !isUsable && mode !== undefined && (mode & 0o700) === 0o700)
      return finding(
        `${name} cannot be written, though its mode allows it.`,
        "The file system is perhaps mounted for reading only, or full of rules of its own (an access list, SELinux).",
        `touch ${word}/try`,
        "See what the system says:",
      );
    if (state === "directory" && !isUsable && mode !== undefined)
      return {
        ...finding(
          `${name} is closed to yourself (mode ${octal(mode)}).`,
          "Editors cannot write their locks there, or Claude Code cannot list them.",
          `chmod 700 ${word}`,
        ),
        fixes: [{ kind: "set-mode", path, mode: 0o700, was: mode }],
      };
    if (state === "dangling-link")
      return finding(
        `${name} is a link that leads nowhere, so no editor can announce itself.`,
        "Editors write their lock files there, and Claude Code looks for them there. What it led to was moved, or is not mounted.",
        `ls -l ${word}`,
        "See where it leads, and make that directory or remove the link:",
      );
    if (state === "unmakeable" && obstacle && facts.home.startsWith(obstacle.path) && facts.home !== obstacle.path)
      return finding(
        `Your home directory is not there: ${facts.home}`,
        `Editors write their lock files below it. You may not make it in ${place(obstacle.path, facts)}.`,
        "echo $HOME; id",
        "See whether HOME names the right one:",
      );
    // The directory that holds it is told of first, and explains this one.
    if (state === "unmakeable" && obstacle)
      return finding(
        `${name} is not there and cannot be made: ${place(obstacle.path, facts)} is closed to you.`,
        `Editors write their lock files below it. ${ownerWords(obstacle, facts)}`,
        `ls -ld ${shellWord(obstacle.path, facts)}`,
        "See whose it is; a home directory must be yours, and HOME must name it:",
      );
    if (state === "unreachable" && why !== "ENOTDIR")
      return finding(
        why === "EACCES" && obstacle
          ? `${place(obstacle.path, facts)} is closed to you, and with it ${name}.`
          : `${name} cannot be reached (${why}).`,
        obstacle && why === "EACCES"
          ? `Editors write their lock files there. ${ownerWords(obstacle, facts)}`
          : "Perhaps a link leads in a circle.",
        obstacle && why === "EACCES" && obstacle.owner === facts.uid
          ? `chmod u+rwx ${shellWord(obstacle.path, facts)}`
          : `ls -ld ${word}`,
        obstacle && why === "EACCES" && obstacle.owner === facts.uid ? "Mend it:" : "See what the system says:",
      );
  }
  return undefined;
};
