/** Diagnoses of what is installed: Tandem's plugins, Node, and the kind of machine. */
import { isInside } from "@tandem-ide/base/node";
import type { Facts } from "../facts/facts.js";
import { isAtLeast } from "../facts/versions.js";
import type { Diagnoses, Severity } from "./finding.js";
import { joinList, shortPath } from "./format.js";

/** A plugin that can't start is the likely cause if there are no locks. */
function pluginSeverity({ locks }: Facts): Severity {
  return locks.length === 0 ? "fault" : "warning";
}

export const installationDiagnoses: Diagnoses = {
  "neovim-health": (facts) => {
    const { program, plugins } = facts.neovim;
    const [plugin] = plugins;
    if (!plugin) return undefined;
    const unbuilt = plugins.find(({ isBuilt }) => !isBuilt);
    const base = { severity: pluginSeverity(facts), likelihood: 70 } as const;
    if (program?.version !== undefined && !isAtLeast(program.version, "0.10.0"))
      return {
        ...base,
        title: `Neovim ${program.version} is too old for Tandem, which needs 0.10.`,
        detail: `The plugin is in ${shortPath(plugin.path, facts)}, but doesn't start.`,
        advice: [{ words: "Install Neovim 0.10 or newer." }],
      };
    if (!unbuilt) return undefined;
    return {
      ...base,
      title: "Tandem's plugin for Neovim has no sidecar because it wasn't built.",
      detail: `The plugin is in ${shortPath(unbuilt.path, facts)}. Without the sidecar, Claude Code can't find Neovim.`,
      advice: [
        { words: "In a clone of Tandem:", command: "npm run package:neovim" },
        { words: "Check in Neovim:", command: "nvim '+checkhealth tandem'" },
      ],
    };
  },

  "extension-health": (facts) => {
    const { version } = facts.tandem;
    for (const { name, program, extensions } of facts.vscode) {
      const [extension] = extensions;
      if (extension === undefined) continue;
      // Forks number their versions differently, such as code-server 4.x for VS Code 1.x.
      const followsVscode = /^(VS Code|VSCodium)/.test(name);
      if (followsVscode && program?.version !== undefined && !isAtLeast(program.version, "1.96.0"))
        return {
          severity: pluginSeverity(facts),
          likelihood: 69,
          title: `${name} ${program.version} is too old for Tandem's extension.`,
          detail: "The extension needs version 1.96 or newer, so it doesn't start.",
          advice: [{ words: `Update ${name}.` }],
        };
      if (!extensions.includes(version) && /^\d/.test(version))
        return {
          severity: "note",
          likelihood: 40,
          title: `Tandem's extension in ${name} is version ${extension}, but this command is version ${version}.`,
          detail: "Both work with Claude Code on their own, but may have different features.",
          advice: [{ words: "In a clone of Tandem:", command: "npm run package:vscode" }],
        };
    }
    return undefined;
  },

  "obsidian-health": (facts) => {
    const disabled = (facts.vaults ?? []).filter(({ plugin, isEnabled }) => plugin !== undefined && !isEnabled);
    const vault = disabled.find(({ path }) => isInside(path, facts.cwd)) ?? disabled[0];
    if (!vault) return undefined;
    return {
      // It can only be the cause in that vault.
      severity: isInside(vault.path, facts.cwd) ? pluginSeverity(facts) : "warning",
      likelihood: 68,
      title: `Tandem is installed in the vault ${shortPath(vault.path, facts)}, but not turned on.`,
      detail: "Obsidian only starts the plugins that are turned on in the vault's settings.",
      advice: [{ words: 'In Obsidian, open Settings > Community plugins and turn on "Tandem".' }],
    };
  },

  "node-old": ({ tandem }) => {
    if (isAtLeast(tandem.node, "20.19.0")) return undefined;
    return {
      severity: "warning",
      likelihood: 85,
      title: `Node ${tandem.node} is too old for Tandem, which needs 20.19.`,
      detail: "The workbench, Neovim's sidecar and this command run on it.",
      advice: [{ words: "Install a newer version: https://nodejs.org" }],
    };
  },

  /** Mentions containers, WSL and SSH if they aren't the cause already. */
  "machine-kind": ({ machine, locks }) => {
    const { container, wsl, isSsh } = machine;
    const parts = [
      ...(container === undefined ? [] : [`in a ${container}`]),
      ...(wsl === undefined ? [] : [wsl === "WSL" ? "in WSL" : `in WSL (${wsl})`]),
      ...(isSsh ? ["connected over SSH"] : []),
    ];
    if (parts.length === 0 || locks.length === 0) return undefined;
    return {
      severity: "note",
      likelihood: 30,
      title: `You are ${joinList(parts)}.`,
      detail:
        "The editor and Claude Code must both run here: lock files, ports and process IDs from another machine or container aren't valid here.",
      advice: [],
    };
  },
};
