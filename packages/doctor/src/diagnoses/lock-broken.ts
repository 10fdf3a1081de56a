import type { Diagnosis } from "./finding.js";
import { locksWith, removal, severityOfObstacle, startEditor } from "./locks.js";
import { place } from "./words.js";

/** A file that is named as a lock and holds none. */
export const lockBroken: Diagnosis = (facts) => {
  const broken = locksWith(facts, "garbage", "is-directory");
  const [first] = broken;
  if (!first) return undefined;
  const what = first.code === "garbage" ? "does not hold a lock" : "is a directory, not a lock file";
  return {
    severity: severityOfObstacle(facts),
    likelihood: 58,
    title: `${place(first.file, facts)} ${what}.`,
    detail:
      "A lock is JSON with pid, workspaceFolders and authToken. It was perhaps cut off when the disk was full, or is not an editor's.",
    advice: [{ words: "Restart its editor, which writes it again." }, startEditor],
    // One at whose port somebody listens is a living editor's.
    fixes: broken.filter(({ code, listener }) => code === "garbage" && listener === undefined).map(removal),
  };
};
