import type { Diagnosis } from "./finding.js";
import { startEditor } from "./locks.js";
import { place } from "./words.js";

/** Nothing has announced itself. */
export const noEditor: Diagnosis = (facts) => {
  if (facts.locks.length > 0) return undefined;
  const { container, wsl, isSsh } = facts.machine;
  const directory = facts.directories.find(({ path, isReadByClaude }) => isReadByClaude && path.endsWith("ide"));
  const looked = `There is no lock file in ${directory ? place(directory.path, facts) : "the lock directory"}.`;
  const base = { severity: "fault", likelihood: 30 } as const;
  if (container !== undefined)
    return {
      ...base,
      title: `No editor is running in this ${container}.`,
      detail: `${looked} An editor outside is not seen from inside: its lock, its port and its processes are all on the other side.`,
      advice: [
        { words: "Run Claude Code outside; or use an editor that works inside, as VS Code does in dev containers." },
        { ...startEditor, words: "Or start one in here, and forward its page:" },
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
    advice: [
      { words: "Start your editor with Tandem's plugin in it (docs/neovim.md, docs/vscode.md)." },
      { ...startEditor, words: "Or the one in the browser, in this folder:" },
    ],
  };
};
