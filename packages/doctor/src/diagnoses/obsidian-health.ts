import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

/** The plugin is in the vault and turned off. */
export const obsidianHealth: Diagnosis = (facts) => {
  const off = facts.vaults?.find(({ plugin, isEnabled }) => plugin !== undefined && !isEnabled);
  if (!off) return undefined;
  return {
    severity: "warning",
    likelihood: 68,
    title: `Tandem is installed in the vault ${place(off.path, facts)}, but not turned on.`,
    detail: "Obsidian starts only the plugins that the vault's settings turn on.",
    advice: [{ words: 'In Obsidian: Settings, Community plugins, turn "Tandem" on.' }],
  };
};
