import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle, startEditor } from "./locks.js";
import { octal, place, shellWord } from "./words.js";

/** A lock that this user may not read. */
export const lockUnreadable: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "unreadable");
  if (!lock) return undefined;
  const { file, kind, mode, owner } = lock;
  const isMine = owner === undefined || owner === facts.uid;
  const name = place(file, facts);
  if (kind !== "file")
    return {
      severity: severityOfObstacle(facts),
      likelihood: 57,
      title: kind === "other" ? `${name} is not a regular file.` : `${name} is a link that leads nowhere.`,
      detail: "It has the name of a lock, and no editor can be found by it.",
      advice: [{ words: "Remove it:", command: `rm ${shellWord(file, facts)}` }, startEditor],
    };
  return {
    severity: severityOfObstacle(facts),
    likelihood: 75,
    title: isMine ? `${name} cannot be read.` : `${name} belongs to another user (user id ${owner}).`,
    detail: isMine
      ? `Claude Code needs the token inside.${mode === undefined ? "" : ` Its mode is ${octal(mode)}.`} ${lock.message}`
      : "You may not read the token inside. The editor was started as that user, perhaps with sudo.",
    advice: [
      isMine
        ? { words: "Restart its editor, which writes it again." }
        : { words: "Start the editor as yourself, and remove the file:", command: `sudo rm ${shellWord(file, facts)}` },
    ],
    ...(isMine && mode !== undefined && (mode & 0o400) === 0
      ? { fixes: [{ kind: "set-mode", path: file, mode: 0o600, was: mode }] }
      : {}),
  };
};
