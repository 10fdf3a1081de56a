import type { Diagnosis } from "./finding.js";
import { answers, likelihoodOf, locksWith, mayBeOutside, removal, severityOfObstacle, startEditor } from "./locks.js";
import { count, list, who } from "./words.js";

/** The editor has ended without removing its lock. */
export const editorGone: Diagnosis = (facts) => {
  const gone = locksWith(facts, "dead-pid", "silent-port").filter((lock) => !answers(lock));
  const [first] = gone;
  if (!first) return undefined;
  const severity = severityOfObstacle(facts);
  const { container } = facts.machine;
  if (mayBeOutside(first, facts))
    return {
      severity,
      likelihood: likelihoodOf(first, 78),
      title: `${who(first)} is gone, or runs outside of this ${container}.`,
      detail: `Its lock is in a directory that is shared with another machine or container. Neither its process nor its port can be seen from in here, and Claude Code in here removes such a lock.`,
      advice: [
        { words: "If it runs outside, run Claude Code there, or let the editor work in here, as VS Code can." },
        { ...startEditor, words: "Or start one in here:" },
      ],
    };
  const why = first.pid === undefined ? "Nothing answers there" : `Its process ${first.pid} has ended`;
  return {
    severity,
    likelihood: likelihoodOf(first, 78),
    title:
      gone.length === 1
        ? `${who(first)} is gone, but its lock file is still there.`
        : `${count(gone.length)} editors are gone, but their lock files are still there.`,
    detail:
      gone.length === 1
        ? `${why}: it crashed or was killed. Claude Code finds nobody behind that lock, and removes it when it starts.`
        : `They are ${list(gone.slice(0, 6).map(who))}. They crashed or were killed. Claude Code removes such locks when it starts.`,
    advice: severity === "fault" ? [startEditor] : [],
    fixes: gone.map(removal),
  };
};
