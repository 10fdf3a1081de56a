import { basename } from "node:path";
import type { Facts } from "../facts/facts.js";
import type { Advice, Diagnosed, Diagnosis } from "./finding.js";
import { joinList, shortPath } from "./format.js";
import { startEditor } from "./lock-helpers.js";

/** Checks whether an editor has the plugin, and says what to do. */
function pluginOf(editor: string, { neovim, vscode, vaults = [] }: Facts): { isThere: boolean; advice: Advice } {
  if (editor === "Neovim") {
    const isThere = neovim.plugins.length > 0;
    return {
      isThere,
      advice: isThere
        ? { words: "Check the plugin in Neovim:", command: "nvim '+checkhealth tandem'" }
        : { words: "Install Tandem's plugin (docs/neovim.md), then restart Neovim in this folder." },
    };
  }
  const isObsidian = editor === "Obsidian";
  const isThere = isObsidian
    ? vaults.some(({ plugin }) => plugin !== undefined)
    : vscode.some(({ name, extensions }) => name === editor && extensions.length > 0);
  const page = isObsidian ? "docs/obsidian.md" : "docs/vscode.md";
  const again = `Reopen this folder in ${editor} and check that Tandem is turned on.`;
  return { isThere, advice: { words: isThere ? again : `Install Tandem in it (${page}), then open this folder.` } };
}

/** An editor is running, but has no lock file. */
function unlistedEditor(looked: string, facts: Facts): Pick<Diagnosed, "title" | "detail" | "advice"> | undefined {
  const [editor] = facts.running.editors;
  if (editor === undefined) return undefined;
  const { isThere, advice } = pluginOf(editor, facts);
  const plugin = isThere
    ? "Tandem's plugin is installed, but hasn't started."
    : "Tandem's plugin wasn't found in the usual places.";
  return {
    title: `${editor} is running, but has no lock file for Claude Code.`,
    detail: `${looked} Editors write one when their Claude Code integration starts. ${plugin}`,
    advice: [advice, { ...startEditor, words: "Or start Tandem's own editor in the browser:" }],
  };
}

/** What to do with the editors that are installed. */
function installed({ neovim, vscode }: Facts): Advice[] {
  const ready = vscode.find(({ program, extensions }) => program && extensions.length > 0);
  const bare = [
    ...(neovim.program && neovim.plugins.length === 0 ? ["Neovim (docs/neovim.md)"] : []),
    ...vscode.filter(({ extensions }) => extensions.length === 0).map(({ name }) => `${name} (docs/vscode.md)`),
  ];
  const advice: Advice[] = [];
  if (neovim.program && neovim.plugins.some(({ isBuilt }) => isBuilt))
    advice.push({ words: "Start Neovim in this folder; it has Tandem's plugin:", command: "nvim" });
  if (ready?.program)
    advice.push({
      words: `Open this folder in ${ready.name}; it has Tandem's extension:`,
      command: `${basename(ready.program.path)} .`,
    });
  if (advice.length === 0 && bare.length > 0)
    advice.push({ words: `Install Tandem in an editor you have: ${joinList(bare)}.` });
  if (advice.length === 0) advice.push({ words: "Start your editor with its Claude Code integration turned on." });
  return advice;
}

/** There are no lock files. */
export const noEditor: Diagnosis = (facts) => {
  if (facts.locks.length > 0) return undefined;
  const { container, wsl, isSsh } = facts.machine;
  const directory = facts.directories.find(({ path, isReadByClaude }) => isReadByClaude && path.endsWith("ide"));
  const looked = `There is no lock file in ${directory ? shortPath(directory.path, facts) : "the lock directory"}.`;
  const base = { severity: "fault", likelihood: 30 } as const;
  const unlisted = unlistedEditor(looked, facts);
  if (unlisted) return { ...base, ...unlisted };
  if (container !== undefined)
    return {
      ...base,
      title: `No editor is running in this ${container}.`,
      detail: `${looked} An editor outside the ${container} isn't visible from here, and neither are its lock file, port or process.`,
      advice: [
        { ...startEditor, words: "Start one here:" },
        {
          words:
            "If your editor is outside, run Claude Code there, or attach the editor to the container, as VS Code can.",
        },
      ],
    };
  if (wsl !== undefined)
    return {
      ...base,
      title: "No editor is running inside WSL.",
      detail: `${looked} An editor on the Windows side writes its lock file to your Windows profile, and its port can only be reached from here with mirrored networking.`,
      advice: [
        { words: "Use an editor on the Linux side, such as VS Code with its WSL extension." },
        { ...startEditor, words: "Or start one here and open it in your browser:" },
      ],
    };
  if (isSsh)
    return {
      ...base,
      title: "No editor is running on this machine, which you reached over SSH.",
      detail: `${looked} An editor on your own machine can't be found from here.`,
      advice: [
        { words: "Start one here on a port you can forward:", command: "tandem serve --no-open --page-port 4567" },
        { words: "Then, on your own machine:", command: "ssh -L 4567:127.0.0.1:4567 <this machine>" },
      ],
    };
  return {
    ...base,
    title: "No editor is running that Claude Code can connect to.",
    detail: `${looked} Editors write one when they start with their Claude Code integration turned on.`,
    advice: [...installed(facts), { ...startEditor, words: "Or start Tandem's own editor in the browser:" }],
  };
};
