import { basename } from "node:path";
import type { Facts } from "../facts/facts.js";
import type { Advice, Diagnosed, Diagnosis } from "./finding.js";
import { startEditor } from "./locks.js";
import { list, place } from "./words.js";

/** What is known of the plugin for an editor that runs, and what to do then. */
function pluginOf(editor: string, { neovim, vscode, vaults = [] }: Facts): { isThere: boolean; advice: Advice } {
  if (editor === "Neovim") {
    const isThere = neovim.plugins.length > 0;
    return {
      isThere,
      advice: isThere
        ? { words: "Ask Neovim what is wrong:", command: "nvim '+checkhealth tandem'" }
        : { words: "Add Tandem's plugin to it: docs/neovim.md. Then start Neovim again in this folder." },
    };
  }
  const isObsidian = editor === "Obsidian";
  const isThere = isObsidian
    ? vaults.some(({ plugin }) => plugin !== undefined)
    : vscode.some(({ name, extensions }) => name === editor && extensions.length > 0);
  const page = isObsidian ? "docs/obsidian.md" : "docs/vscode.md";
  const again = `Open this folder in ${editor} again, and look whether Tandem is turned on there.`;
  return { isThere, advice: { words: isThere ? again : `Add Tandem to it: ${page}. Then open this folder in it.` } };
}

/** An editor runs, and Claude Code has not heard of it. */
function silentEditor(looked: string, facts: Facts): Pick<Diagnosed, "title" | "detail" | "advice"> | undefined {
  const [editor] = facts.running.editors;
  if (editor === undefined) return undefined;
  const { isThere, advice } = pluginOf(editor, facts);
  const plugin = isThere
    ? "Tandem's plugin for it is installed, and has not started."
    : "Tandem's plugin for it was not found in the usual places.";
  return {
    title: `${editor} is running, but has not announced itself to Claude Code.`,
    detail: `${looked} An editor writes one when its Claude Code integration starts. ${plugin}`,
    advice: [advice, { ...startEditor, words: "Or start the one in the browser, in this folder:" }],
  };
}

/** What to do with the editors that are there. */
function installed({ neovim, vscode }: Facts): Advice[] {
  const ready = vscode.find(({ program, extensions }) => program && extensions.length > 0);
  const bare = [
    ...(neovim.program && neovim.plugins.length === 0 ? ["Neovim (docs/neovim.md)"] : []),
    ...vscode.filter(({ extensions }) => extensions.length === 0).map(({ name }) => `${name} (docs/vscode.md)`),
  ];
  const advice: Advice[] = [];
  if (neovim.program && neovim.plugins.some(({ isBuilt }) => isBuilt))
    advice.push({ words: "Start Neovim in this folder, which has Tandem's plugin:", command: "nvim" });
  if (ready?.program)
    advice.push({
      words: `Open this folder in ${ready.name}, which has Tandem's extension:`,
      command: `${basename(ready.program.path)} .`,
    });
  if (advice.length === 0 && bare.length > 0)
    advice.push({ words: `Add Tandem to an editor that you have: ${list(bare)}.` });
  if (advice.length === 0) advice.push({ words: "Start your editor with its Claude Code integration on." });
  return advice;
}

/** Nothing has announced itself. */
export const noEditor: Diagnosis = (facts) => {
  if (facts.locks.length > 0) return undefined;
  const { container, wsl, isSsh } = facts.machine;
  const directory = facts.directories.find(({ path, isReadByClaude }) => isReadByClaude && path.endsWith("ide"));
  const looked = `There is no lock file in ${directory ? place(directory.path, facts) : "the lock directory"}.`;
  const base = { severity: "fault", likelihood: 30 } as const;
  const silent = silentEditor(looked, facts);
  if (silent) return { ...base, ...silent };
  if (container !== undefined)
    return {
      ...base,
      title: `No editor is running in this ${container}.`,
      detail: `${looked} An editor outside is not seen from inside: its lock, its port and its processes are all on the other side.`,
      advice: [
        { ...startEditor, words: "Start one in here:" },
        { words: "If your editor is outside, run Claude Code there, or let the editor work in here, as VS Code can." },
      ],
    };
  if (wsl !== undefined)
    return {
      ...base,
      title: "No editor is running on this side of WSL.",
      detail: `${looked} An editor on the Windows side writes its lock into the Windows profile, and its port can be reached from here only with mirrored networking.`,
      advice: [
        { words: "Use an editor on the Linux side; VS Code does so with its WSL extension." },
        { ...startEditor, words: "Or start one here, with a page for your browser:" },
      ],
    };
  if (isSsh)
    return {
      ...base,
      title: "No editor is running on this machine, which you reached by SSH.",
      detail: `${looked} An editor on your own machine cannot be found from here.`,
      advice: [
        { words: "Start one here, with a page that you forward:", command: "tandem serve --no-open --page-port 4567" },
        { words: "and on your own machine:", command: "ssh -L 4567:127.0.0.1:4567 <this machine>" },
      ],
    };
  return {
    ...base,
    title: "No editor is running that Claude Code could connect to.",
    detail: `${looked} An editor writes one when it starts with its Claude Code integration on.`,
    advice: [...installed(facts), { ...startEditor, words: "Or start the one in the browser, in this folder:" }],
  };
};
