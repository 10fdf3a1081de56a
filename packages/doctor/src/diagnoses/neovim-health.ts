import { isAtLeast } from "../facts/versions.js";
import type { Diagnosis } from "./finding.js";
import { severityOfHealth } from "./locks.js";
import { place } from "./words.js";

/** Neovim is too old for the plugin, or the plugin is not whole. */
export const neovimHealth: Diagnosis = (facts) => {
  const { program, plugins } = facts.neovim;
  const [plugin] = plugins;
  if (!plugin) return undefined;
  const health = { words: "Ask Neovim itself:", command: "nvim '+checkhealth tandem'" };
  const unbuilt = plugins.find(({ isBuilt }) => !isBuilt);
  const base = { severity: severityOfHealth(facts), likelihood: 70 } as const;
  if (program?.version !== undefined && !isAtLeast(program.version, "0.10.0"))
    return {
      ...base,
      title: `Neovim ${program.version} is too old for Tandem, which needs 0.10.`,
      detail: `The plugin is in ${place(plugin.path, facts)}, and does not start.`,
      advice: [{ words: "Install Neovim 0.10 or newer." }],
    };
  if (unbuilt)
    return {
      ...base,
      title: "Tandem's plugin for Neovim lacks its sidecar: it was not built.",
      detail: `The plugin is in ${place(unbuilt.path, facts)}. Without the sidecar Neovim announces nothing.`,
      advice: [{ words: "In a clone of Tandem:", command: "npm run package:neovim" }, health],
    };
  return undefined;
};
