import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

const name = "CLAUDE_CODE_IDE_HOST_OVERRIDE";

/** Editors listen on loopback, and a variable sends Claude Code elsewhere. */
export const hostOverride: Diagnosis = (facts) => {
  const variable = facts.environment.variables.find((one) => one.name === name);
  if (!variable) return undefined;
  const dialled = facts.locks.filter(({ connection, servesHere }) => connection && servesHere);
  if (dialled.length === 0 || dialled.some(({ connection }) => connection?.outcome === "connected")) return undefined;
  const file = variable.path === undefined ? undefined : place(variable.path, facts);
  return {
    severity: "fault",
    likelihood: 94,
    title: `${name} sends Claude Code to ${variable.value.slice(0, 24)}.`,
    detail: `No editor takes a connection there. Editors listen on 127.0.0.1 and take another host name only when they are told to. It is set in ${file ?? "this terminal"}.`,
    advice: [
      file === undefined
        ? { words: "Take it away:", command: `unset ${name}` }
        : { words: `Remove the line ${name} from "env" in ${file}.` },
      { words: "If you need it, as in a container, allow the name in the editor (allowedHosts)." },
    ],
  };
};
