import { chosenLock } from "../facts/facts.js";
import type { Diagnosis } from "./finding.js";
import { place, who } from "./words.js";

const name = "CLAUDE_CODE_SSE_PORT";

/** The variable picks an editor with another folder, although one has this folder open. */
export const otherPort: Diagnosis = (facts) => {
  const chosen = chosenLock(facts);
  if (facts.choice.code !== "port-variable" || !chosen || chosen.servesHere) return undefined;
  const better = facts.locks.find(
    ({ servesHere, connection, isReadByClaude }) => servesHere && isReadByClaude && connection?.outcome === "connected",
  );
  const [folder] = chosen.folders;
  const has = folder === undefined ? "no folder open" : `${place(folder, facts)} open`;
  const variable = facts.environment.variables.find((one) => one.name === name);
  return {
    severity: better ? "warning" : "note",
    likelihood: 82,
    title: better
      ? `${name} picks ${who(chosen)}, not ${who(better)}.`
      : `${name} picks ${who(chosen)}, whatever its folders are.`,
    detail: `It has ${has}, and you are in ${place(facts.cwd, facts)}. Reviews and selections are those of that editor.`,
    advice: [
      variable?.path === undefined
        ? { words: "Take the variable away:", command: `unset ${name}` }
        : { words: `Remove the line ${name} from "env" in ${place(variable.path, facts)}.` },
    ],
  };
};
