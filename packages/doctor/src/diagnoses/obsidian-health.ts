import { isInside } from "@tandem/base/node";
import type { Diagnosis } from "./finding.js";
import { severityOfHealth } from "./locks.js";
import { place } from "./words.js";

/** The plugin is in the vault and turned off. */
export const obsidianHealth: Diagnosis = (facts) => {
  const disabled = (facts.vaults ?? []).filter(({ plugin, isEnabled }) => plugin !== undefined && !isEnabled);
  const off = disabled.find(({ path }) => isInside(path, facts.cwd)) ?? disabled[0];
  if (!off) return undefined;
  return {
    // The cause only for somebody who works in that vault.
    severity: isInside(off.path, facts.cwd) ? severityOfHealth(facts) : "warning",
    likelihood: 68,
    title: `Tandem is installed in the vault ${place(off.path, facts)}, but not turned on.`,
    detail: "Obsidian starts only the plugins that the vault's settings turn on.",
    advice: [{ words: 'In Obsidian: Settings, Community plugins, turn "Tandem" on.' }],
  };
};
