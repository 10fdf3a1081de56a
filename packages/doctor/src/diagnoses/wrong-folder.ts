import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle, startEditor } from "./locks.js";
import { count, list, place, shellWord, who } from "./words.js";

/** Editors run, for other folders. */
export const wrongFolder: Diagnosis = (facts) => {
  const apart = locksWith(facts, "outside-folders");
  const [first] = apart;
  const folder = first?.folders[0];
  if (!first || folder === undefined) return undefined;
  const here = place(facts.cwd, facts);
  return {
    severity: severityOfObstacle(facts),
    likelihood: 60,
    title:
      apart.length === 1
        ? `${who(first)} has another folder open, not this one.`
        : `${count(apart.length)} editors are running, none of them with this folder open.`,
    detail: `You are in ${here}. ${list(apart.slice(0, 4).map((lock) => `${who(lock)} has ${lock.folders.map((one) => place(one, facts)).join(", ")}`))}. Claude Code takes an editor only when the folder it is started in is open there.`,
    advice: [
      { words: "Start Claude Code there:", command: `cd ${shellWord(folder, facts)}` },
      { words: "Or open this folder in the editor, or start one here:", command: startEditor.command },
    ],
  };
};
