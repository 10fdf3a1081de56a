/** Diagnoses of other agents than Claude Code: Gemini CLI, Qwen Code and Copilot CLI. */
import type { AgentFacts } from "../facts/agents.js";
import { type Facts, isJoined } from "../facts/facts.js";
import type { Diagnosed, Diagnoses, Diagnosis } from "./finding.js";
import { joinList, shellWord, shortPath } from "./format.js";

/** Looks at the agents one after another. */
function ofFirst(look: (agent: AgentFacts, facts: Facts) => Diagnosed | undefined): Diagnosis {
  return (facts) => {
    for (const agent of facts.agents) {
      const found = look(agent, facts);
      if (found) return found;
    }
    return undefined;
  };
}

const reasons: Readonly<Record<NonNullable<AgentFacts["refused"]>["why"], string>> = {
  link: "is a symbolic link",
  file: "isn't a directory",
  "other user": "belongs to another user",
  open: "can be written by other users",
};

export const agentDiagnoses: Diagnoses = {
  /** Its settings keep an agent from connecting, or from showing reviews. */
  "agent-off": (facts) => {
    const off = facts.agents.filter(({ isOn }) => !isOn);
    const [first] = off;
    if (!first) return undefined;
    const names = joinList(off.map(({ title }) => title));
    return first.name === "copilot"
      ? {
          severity: "note",
          likelihood: 20,
          title: "Copilot CLI shows no reviews in editors.",
          detail: "Its setting ide.open_diff_on_edit is false.",
          advice: [{ words: "Remove that setting from ~/.copilot/config.json." }],
        }
      : {
          severity: "note",
          likelihood: 20,
          title: `${names} ${off.length === 1 ? "doesn't" : "don't"} connect to editors.`,
          detail: "This is off by default.",
          advice: [{ words: "Type in its prompt:", command: "/ide enable" }],
        };
  },

  /** Tandem writes nothing into a directory that others control. */
  "agent-directory": ofFirst(({ title, refused }, facts) => {
    if (!refused) return undefined;
    const { path, why } = refused;
    return {
      severity: "warning",
      likelihood: 60,
      title: `${title} can't find editors, because ${shortPath(path, facts)} ${reasons[why]}.`,
      detail: "Editors write a token there, so they only use a directory that nobody else can change.",
      advice: [
        { words: "Remove it, as its owner, and restart the editor:", command: `rm -r ${shellWord(path, facts)}` },
      ],
    };
  }),

  /** An editor runs here for Claude Code, but not for an agent that the user has. */
  "agent-not-served": ofFirst(({ title, files, refused }, facts) => {
    if (refused || !isJoined(facts) || files.some(({ isHere, isRunning }) => isHere && isRunning)) return undefined;
    return {
      severity: "note",
      likelihood: 30,
      title: `${title} finds no editor here, although Claude Code does.`,
      detail: `An editor only serves ${title} if it was installed before the editor started and isn't excluded by the editor's agents option. Editors without Tandem may not serve it at all.`,
      advice: [{ words: "Restart the editor." }],
    };
  }),

  /** A file without the editor's name. */
  "agent-unnamed": ofFirst(({ title, files }, facts) => {
    const unnamed = files.find(({ isHere, isRunning, hasName }) => isHere && isRunning && !hasName);
    if (!unnamed) return undefined;
    return {
      severity: "note",
      likelihood: 30,
      title: `${title} only connects to this folder's editor in a terminal it recognises, such as VS Code's.`,
      detail: `${shortPath(unnamed.path, facts)} has no ideInfo with the editor's name. Another program wrote it.`,
      advice: [{ words: `Start ${title} in the editor's own terminal, or use an editor with Tandem.` }],
    };
  }),

  /** In a container, Gemini CLI looks for the editor on the host. */
  "agent-container": (facts) => {
    const { container, isSsh } = facts.machine;
    const hasGemini = facts.agents.some(({ name }) => name === "gemini");
    if (!hasGemini || isSsh || !/^(Docker|Podman)/.test(container ?? "")) return undefined;
    return {
      severity: "note",
      likelihood: 25,
      title: "In a container, Gemini CLI looks for editors outside it.",
      detail: "It connects to host.docker.internal, so it doesn't find an editor in the same container.",
      advice: [{ words: "Start it like this:", command: "REMOTE_CONTAINERS=true gemini" }],
    };
  },
};
