import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle } from "./locks.js";
import { place, shellWord, who } from "./words.js";

/** The editor has a part of this folder open. */
export const folderBelow: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "folder-below-cwd");
  const folder = lock?.folders.find((one) => one.startsWith(facts.cwd)) ?? lock?.folders[0];
  if (!lock || folder === undefined) return undefined;
  return {
    severity: severityOfObstacle(facts),
    likelihood: 62,
    title: `${who(lock)} has only a folder below this one open.`,
    detail: `You are in ${place(facts.cwd, facts)}, and it has ${place(folder, facts)}. Claude Code connects by itself from inside the editor's folder only.`,
    advice: [
      { words: "Start Claude Code there:", command: `cd ${shellWord(folder, facts)}` },
      { words: "Or open this folder in the editor, or type /ide and pick." },
    ],
  };
};
