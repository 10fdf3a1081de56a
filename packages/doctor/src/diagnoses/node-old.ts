import { isAtLeast } from "../facts/versions.js";
import type { Diagnosis } from "./finding.js";

const least = "20.19.0";

/** Tandem's own programs need a newer Node. */
export const nodeOld: Diagnosis = ({ tandem }) => {
  if (isAtLeast(tandem.node, least)) return undefined;
  return {
    severity: "warning",
    likelihood: 85,
    title: `Node ${tandem.node} is too old for Tandem, which needs 20.19.`,
    detail: "The workbench, the sidecar of Neovim and this command run on it.",
    advice: [{ words: "Install a newer one: https://nodejs.org" }],
  };
};
