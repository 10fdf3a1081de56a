import type { Diagnosis } from "./finding.js";
import { locksWith, severityOfObstacle } from "./locks.js";
import { place, who } from "./words.js";

/** The editor announces the folder under a name that Claude Code does not compare with. */
export const symlinkFolder: Diagnosis = (facts) => {
  const [lock] = locksWith(facts, "folder-is-symlink");
  if (!lock) return undefined;
  const [folder = ""] = lock.folders;
  return {
    severity: severityOfObstacle(facts),
    likelihood: 76,
    title: `${who(lock)} has this folder open through a symbolic link.`,
    detail: `It announces ${place(folder, facts)}. Claude Code compares that, letter by letter, with the real path ${place(facts.cwd, facts)}, and finds no match.`,
    advice: [
      { words: `Open ${place(facts.cwd, facts)} in the editor, by its real path.` },
      { words: "Or name the editor:", command: `tandem claude --port ${lock.port}` },
    ],
  };
};
