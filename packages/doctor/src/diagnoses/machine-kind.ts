import type { Diagnosis } from "./finding.js";
import { list } from "./words.js";

/** Says what is particular about the machine, where that is not the cause already. */
export const machineKind: Diagnosis = ({ machine, locks }) => {
  const { container, wsl, isSsh } = machine;
  const parts = [
    ...(container === undefined ? [] : [`a ${container}`]),
    ...(wsl === undefined ? [] : [wsl === "WSL" ? "WSL" : `WSL (${wsl})`]),
    ...(isSsh ? ["reached by SSH"] : []),
  ];
  if (parts.length === 0 || locks.length === 0) return undefined;
  return {
    severity: "note",
    likelihood: 30,
    title: `This is ${container === undefined && wsl === undefined ? "a machine " : ""}${list(parts)}.`,
    detail:
      "Editor and Claude Code must both be in here: locks, ports and process numbers of another machine or container do not count.",
    advice: [],
  };
};
