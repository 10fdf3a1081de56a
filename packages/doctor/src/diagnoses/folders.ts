/** Diagnoses of editors that have other folders open, and of folders that too many editors have open. */
import type { Diagnoses } from "./finding.js";
import { editorOnPort, joinList, numberWord, shellWord, shortPath } from "./format.js";
import { answers, locksWith, obstacle, obstacleSeverity, removal, startEditor } from "./lock-helpers.js";

export const folderDiagnoses: Diagnoses = {
  "wrong-folder": (facts) => {
    const others = locksWith(facts, "outside-folders");
    const [first] = others;
    const folder = first?.folders[0];
    if (!first || folder === undefined) return undefined;
    const open = others
      .slice(0, 4)
      .map((lock) => `${editorOnPort(lock)} has ${lock.folders.map((one) => shortPath(one, facts)).join(", ")}`);
    return {
      severity: obstacleSeverity(facts),
      likelihood: 60,
      title:
        others.length === 1
          ? `${editorOnPort(first)} has a different folder open.`
          : `${numberWord(others.length)} editors are running, but none has this folder open.`,
      detail: `You are in ${shortPath(facts.cwd, facts)}. ${joinList(open)}. Claude Code only connects to an editor that has the current folder open.`,
      advice: [
        { words: "Start Claude Code in that folder:", command: `cd ${shellWord(folder, facts)}` },
        { words: "Or open this folder in the editor, or start one here:", command: startEditor.command },
      ],
    };
  },

  "folder-below": obstacle("folder-below-cwd", (lock, facts) => {
    const folder = lock.folders.find((one) => one.startsWith(facts.cwd)) ?? lock.folders[0];
    if (folder === undefined) return undefined;
    return {
      likelihood: 62,
      title: `${editorOnPort(lock)} only has a subfolder of this folder open.`,
      detail: `You are in ${shortPath(facts.cwd, facts)}, and the editor has ${shortPath(folder, facts)} open. Claude Code only connects automatically from inside the editor's folder.`,
      advice: [
        { words: "Start Claude Code in that folder:", command: `cd ${shellWord(folder, facts)}` },
        { words: "Or open this folder in the editor, or type /ide and pick the editor." },
      ],
    };
  }),

  "no-folders": obstacle("no-folders", (lock, facts) => ({
    likelihood: 59,
    title: `${editorOnPort(lock)} has no folder open.`,
    detail: "Claude Code only connects to an editor that has the current folder open.",
    advice: [{ words: `Open ${shortPath(facts.cwd, facts)} as a folder in the editor.` }],
  })),

  "symlink-folder": obstacle("folder-is-symlink", (lock, facts) => ({
    likelihood: 76,
    title: `${editorOnPort(lock)} has this folder open through a symbolic link.`,
    detail: `Its lock file names ${shortPath(lock.folders[0] ?? "", facts)}. Claude Code compares that text with the real path ${shortPath(facts.cwd, facts)} and finds no match.`,
    advice: [
      { words: `Open ${shortPath(facts.cwd, facts)} in the editor by its real path.` },
      { words: "Or specify the editor:", command: `tandem claude --port ${lock.port}` },
    ],
  })),

  /** Claude Code picks nothing if more than one editor fits. */
  "several-editors": (facts) => {
    if (facts.choice.code !== "several-matches") return undefined;
    const fitting = facts.locks.filter(({ counts }) => counts);
    const silent = fitting.filter((lock) => !answers(lock));
    const [example] = fitting.filter(answers).concat(fitting);
    const why = facts.environment.variables.some(({ name }) => name === "CLAUDE_CODE_IDE_SKIP_VALID_CHECK")
      ? "CLAUDE_CODE_IDE_SKIP_VALID_CHECK makes every editor match, whatever folders it has open"
      : "Claude Code only connects automatically if exactly one matches";
    return {
      severity: "fault",
      likelihood: 90,
      title: `${numberWord(fitting.length)} editors match this folder, so Claude Code picks none.`,
      detail: `They are ${joinList(fitting.map(editorOnPort))}. ${why}.${
        silent.length > 0 ? ` Nothing answers on ${joinList(silent.map(({ port }) => `port ${port}`))}.` : ""
      }`,
      advice: [
        { words: "Close the one you don't want, or type /ide in Claude Code and pick one." },
        ...(example ? [{ words: "Or specify one:", command: `tandem claude --port ${example.port}` }] : []),
      ],
      fixes: silent.filter(({ isPidReused }) => isPidReused).map(removal),
    };
  },

  /** One editor's lock is in two directories, and Claude Code reads both. */
  "counted-twice": (facts) => {
    if (facts.choice.code !== "counted-twice") return undefined;
    const fitting = facts.locks.filter(({ counts }) => counts);
    const [first, second] = fitting;
    if (!first || !second) return undefined;
    return {
      severity: "fault",
      likelihood: 90,
      title: `${editorOnPort(first)} has two lock files, so Claude Code counts it twice.`,
      detail: `Its lock files are ${joinList(fitting.map(({ file }) => shortPath(file, facts)))}. If two editors match, Claude Code picks none.`,
      advice: [
        { words: "Remove the copy:", command: `rm ${shellWord(second.file, facts)}` },
        { words: "Or type /ide in Claude Code and pick the editor." },
      ],
    };
  },
};
