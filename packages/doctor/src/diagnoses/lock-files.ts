/** Diagnoses of lock files: where they are, what they contain and who can read them. */
import { dirname } from "node:path";
import type { Diagnoses } from "./finding.js";
import { editorOnPort, numberWord, octal, shellWord, shortPath } from "./format.js";
import {
  likelihoodOf,
  locksWith,
  obstacle,
  obstacleSeverity,
  removal,
  restartEditor,
  startEditor,
  updateIntegration,
} from "./lock-helpers.js";

export const lockFileDiagnoses: Diagnoses = {
  "unread-directory": obstacle("unread-directory", (lock, facts) => {
    const right = facts.directories.find(({ isReadByClaude, path }) => isReadByClaude && path.endsWith("ide"));
    return {
      likelihood: likelihoodOf(lock, 72),
      title: `${editorOnPort(lock)} wrote its lock file where Claude Code never looks.`,
      detail: `Its lock file is in ${shortPath(dirname(lock.file), facts)}. Claude Code reads ${right ? shortPath(right.path, facts) : "another directory"}.`,
      advice: [{ words: "Update the editor's integration, or set its lock directory." }],
    };
  }),

  "old-transport": obstacle("wrong-transport", (lock) => ({
    likelihood: likelihoodOf(lock, 71),
    title: `The lock file of ${editorOnPort(lock)} doesn't specify "ws", so Claude Code uses SSE.`,
    detail: `Without "transport": "ws" in the lock file, Claude Code tries an older transport that hardly any editor supports.`,
    advice: [updateIntegration],
  })),

  "lock-unreadable": obstacle("unreadable", (lock, facts) => {
    const { file, kind, mode, owner } = lock;
    const isMine = owner === undefined || owner === facts.uid;
    const name = shortPath(file, facts);
    if (kind !== "file")
      return {
        likelihood: 57,
        title: kind === "other" ? `${name} isn't a regular file.` : `${name} is a broken link.`,
        detail: "It is named like a lock file, but doesn't belong to an editor.",
        advice: [{ words: "Remove it:", command: `rm ${shellWord(file, facts)}` }, startEditor],
      };
    return {
      likelihood: 75,
      title: isMine ? `${name} can't be read.` : `${name} belongs to another user (user ID ${owner}).`,
      detail: isMine
        ? `Claude Code needs the token inside.${mode === undefined ? "" : ` Its mode is ${octal(mode)}.`} ${lock.message}`
        : "You can't read the token inside. The editor was started as that user, perhaps with sudo.",
      advice: [
        isMine
          ? restartEditor
          : {
              words: "Start the editor as yourself and remove the file:",
              command: `sudo rm ${shellWord(file, facts)}`,
            },
      ],
      ...(isMine && mode !== undefined && (mode & 0o400) === 0
        ? { fixes: [{ kind: "set-mode", path: file, mode: 0o600, was: mode }] }
        : {}),
    };
  }),

  "lock-broken": (facts) => {
    const broken = locksWith(facts, "garbage", "is-directory");
    const [first] = broken;
    if (!first) return undefined;
    const what = first.code === "garbage" ? "isn't a valid lock file" : "is a directory, not a lock file";
    return {
      severity: obstacleSeverity(facts),
      likelihood: 58,
      title: `${shortPath(first.file, facts)} ${what}.`,
      detail:
        "A lock file is JSON with pid, workspaceFolders and authToken. This one may have been cut off when the disk was full, or isn't from an editor.",
      advice: [restartEditor, startEditor],
      // If a process listens on its port, the editor is still running.
      fixes: broken.filter(({ code, listener }) => code === "garbage" && listener === undefined).map(removal),
    };
  },

  "odd-file": (facts) => {
    const odd = facts.problems.find(({ code }) => code === "bad-file-name");
    if (!odd) return undefined;
    return {
      severity: "note",
      likelihood: 20,
      title: `${shortPath(odd.path, facts)} isn't named after a port.`,
      detail:
        "A lock file is named after its port, such as 12345.lock. Clients ignore this file; remove it if you don't need it.",
      advice: [],
    };
  },

  /** Other users can read a token. */
  "lock-open": (facts) => {
    const open = facts.locks.flatMap(({ file, mode, owner, hasToken, process }) =>
      // The token of an editor that is gone is useless.
      hasToken && process !== "dead" && mode !== undefined && owner === facts.uid && (mode & 0o077) !== 0
        ? [{ file, mode }]
        : [],
    );
    const [first] = open;
    if (!first) return undefined;
    return {
      severity: "warning",
      likelihood: 55,
      title:
        open.length === 1
          ? `${shortPath(first.file, facts)} can be read by other users (mode ${octal(first.mode)}).`
          : `${numberWord(open.length)} lock files can be read by other users.`,
      detail: "Anyone who has the token inside can see your selection and answer on your behalf in the editor.",
      advice: open.map(({ file }) => ({ words: "Make it private:", command: `chmod 600 ${shellWord(file, facts)}` })),
      fixes: open.map(({ file, mode }) => ({ kind: "set-mode", path: file, mode: 0o600, was: mode })),
    };
  },
};
