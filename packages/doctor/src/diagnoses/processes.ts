/** Diagnoses of editors whose process has exited, runs elsewhere, or has lost its endpoint. */
import type { Diagnoses } from "./finding.js";
import { editorOnPort, joinList, numberWord, shortPath } from "./format.js";
import {
  answers,
  isElsewhere,
  likelihoodOf,
  locksWith,
  mayBeOutside,
  obstacleSeverity,
  removal,
  restartEditor,
  startEditor,
} from "./lock-helpers.js";

export const processDiagnoses: Diagnoses = {
  /** The editor ended without removing its lock. */
  "editor-gone": (facts) => {
    const gone = locksWith(facts, "dead-pid", "silent-port").filter((lock) => !answers(lock));
    const [first] = gone;
    if (!first) return undefined;
    const severity = obstacleSeverity(facts);
    const { container } = facts.machine;
    if (mayBeOutside(first, facts))
      return {
        severity,
        likelihood: likelihoodOf(first, 78),
        title: `${editorOnPort(first)} is gone, or runs outside this ${container}.`,
        detail:
          "Its lock file is in a directory shared with another machine or container. Its process and port can't be seen from here, and Claude Code deletes such lock files.",
        advice: [
          {
            words: "If it runs outside, run Claude Code there, or attach the editor to the container, as VS Code can.",
          },
          { ...startEditor, words: "Or start one here:" },
        ],
      };
    const why = first.pid === undefined ? "Nothing answers on its port" : `Its process ${first.pid} has exited`;
    return {
      severity,
      likelihood: likelihoodOf(first, 78),
      title:
        gone.length === 1
          ? `${editorOnPort(first)} is gone, but its lock file is still there.`
          : `${numberWord(gone.length)} editors are gone, but their lock files are still there.`,
      detail:
        gone.length === 1
          ? `${why}: it crashed or was killed. Claude Code removes the lock file when it starts.`
          : `They are ${joinList(gone.slice(0, 6).map(editorOnPort))}. They crashed or were killed. Claude Code removes their lock files when it starts.`,
      advice: severity === "fault" ? [startEditor] : [],
      fixes: gone.map(removal),
    };
  },

  /** The editor ended, and another program got its process ID. */
  "pid-reused": (facts) => {
    const stale = facts.locks.filter((lock) => lock.isPidReused && lock.mirrorOf === undefined && !answers(lock));
    const [first] = stale.sort((a, b) => Number(b.servesHere) - Number(a.servesHere));
    if (!first) return undefined;
    return {
      severity: obstacleSeverity(facts),
      likelihood: likelihoodOf(first, 79),
      title: `${editorOnPort(first)} is gone; another program has its process ID.`,
      detail: `Process ${first.pid} started after the lock file was written, and nothing answers on the port. Claude Code thinks the editor is running and never removes this lock file.`,
      advice: [startEditor],
      fixes: stale.filter((lock) => !mayBeOutside(lock, facts)).map(removal),
    };
  },

  /** The editor answers, but its process can't be seen because it runs in another container. */
  "other-namespace": (facts) => {
    const [lock] = locksWith(facts, "dead-pid", "foreign-pid").filter((one) => answers(one) && isElsewhere(one, facts));
    if (!lock) return undefined;
    const here = facts.machine.container === undefined ? "on this system" : `in this ${facts.machine.container}`;
    const process = lock.process === "dead" ? "doesn't exist" : "is another program";
    return {
      severity: obstacleSeverity(facts),
      likelihood: likelihoodOf(lock, 80),
      title: `${editorOnPort(lock)} runs in another container, or outside this one.`,
      detail: `It answers on its port, but process ${lock.pid} ${process} ${here}: your environment and the editor's share files and the network, but not processes. Claude Code assumes such an editor is dead and deletes its lock file.`,
      advice: [
        { words: "Run Claude Code in the same container as the editor." },
        { words: "Or share processes when you start the container:", command: "docker run --pid=host …" },
      ],
    };
  },

  /** The editor and Claude Code run as different users. */
  "other-user": (facts) => {
    const [lock] = locksWith(facts, "foreign-pid").filter((one) => !(answers(one) && isElsewhere(one, facts)));
    if (!lock) return undefined;
    return {
      severity: obstacleSeverity(facts),
      likelihood: likelihoodOf(lock, 79),
      title: `${editorOnPort(lock)} runs as another user.`,
      detail: `Process ${lock.pid} isn't yours, and Claude Code assumes that another user's editor is dead. Did you start one of them with sudo?`,
      advice: [{ words: "Start the editor and Claude Code as the same user, without sudo." }],
    };
  },

  /** The editor is running, but its endpoint isn't. */
  "port-closed": (facts) => {
    const [lock] = locksWith(facts, "port-closed").filter(
      // If a variable redirects the connection to another host, that is the cause.
      ({ isPidReused, host }) => !isPidReused && host === "127.0.0.1",
    );
    if (!lock) return undefined;
    const base = { severity: obstacleSeverity(facts), likelihood: likelihoodOf(lock, 77) };
    if (lock.portInside !== undefined)
      return {
        ...base,
        title: `The lock file of ${editorOnPort(lock)} contains port ${lock.portInside}.`,
        detail: `Claude Code uses the port in the file name, ${shortPath(lock.file, facts)}, but nothing answers on port ${lock.port}. The file was renamed or copied.`,
        advice: [restartEditor],
      };
    const { container, wsl } = facts.machine;
    const machine = container === undefined ? wsl && "WSL" : `a ${container}`;
    return {
      ...base,
      title: `${editorOnPort(lock)} is running, but nothing answers on that port.`,
      detail: `Process ${lock.pid} is alive, but ${lock.host}:${lock.port} refuses connections: the editor's Claude Code integration has stopped or crashed.${
        machine === undefined
          ? ""
          : ` This is ${machine}: if the lock file came from outside, the port is outside too and can't be reached from here.`
      }`,
      advice: [{ words: "Restart the integration in the editor, or the editor itself." }],
    };
  },
};
