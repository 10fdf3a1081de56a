/** Diagnoses of Claude Code itself: its program, its release, and the settings that turn reviews off. */
import { basename, dirname } from "node:path";
import { connectsAutomatically, traitsOf } from "../facts/release-traits.js";
import type { Diagnoses } from "./finding.js";
import { claudeName, joinList, shellValue, shellWord, shortPath, startCommand } from "./format.js";

/** Permission modes in which Claude Code never asks the editor for a review. */
const silentModes: Readonly<Record<string, string>> = {
  acceptEdits: "edits are made without asking",
  auto: "a model decides instead of you",
  bypassPermissions: "nothing needs your approval",
  dontAsk: "anything that would need your approval is refused",
};

export const claudeCodeDiagnoses: Diagnoses = {
  "claude-missing": (facts) => {
    const { claude, programsInFolder } = facts;
    if (claude.state !== "missing") return undefined;
    const skipped = programsInFolder.find((path) => basename(path).startsWith(basename(claude.wanted)));
    return {
      severity: "fault",
      likelihood: 40,
      title:
        claude.wanted === "claude"
          ? "Claude Code isn't installed, or not on your PATH."
          : `Can't find Claude Code at ${claude.wanted}`,
      detail:
        skipped === undefined
          ? `There is no program named ${claude.wanted}. Shell aliases can't be seen from here.`
          : `${shortPath(skipped, facts)} is in this folder, so it wasn't run, and there is no other ${claude.wanted}.`,
      advice: [
        { words: "Install it:", command: "npm install -g @anthropic-ai/claude-code" },
        { words: "Or specify its path:", command: "tandem doctor --claude-path <file>" },
      ],
    };
  },

  "claude-fails": (facts) => {
    const { claude } = facts;
    if (claude.state !== "fails") return undefined;
    return {
      severity: "fault",
      likelihood: 89,
      title: "Claude Code is installed, but it doesn't run.",
      detail: `${shortPath(claude.path, facts)} --version failed: ${claude.why}.`,
      advice: [
        { words: "See what it prints:", command: `${shellWord(claude.path, facts)} --version` },
        { words: "Install it again:", command: "npm install -g @anthropic-ai/claude-code" },
      ],
    };
  },

  "claude-not-on-path": (facts) => {
    const { claude } = facts;
    if (claude.state !== "found" || claude.isOnPath) return undefined;
    // Claude Code's own installer creates an alias for this path.
    const isAliased = claude.path.endsWith("/.claude/local/claude");
    const folder = shellValue(dirname(claude.path), facts);
    return {
      severity: isAliased ? "note" : "warning",
      likelihood: 60,
      title: `Claude Code isn't on your PATH; it is at ${shortPath(claude.path, facts)}`,
      detail: isAliased
        ? "Its installer creates an alias, which works only in your own shell."
        : "Typing claude works only through an alias, and editors don't see your aliases.",
      advice: isAliased
        ? []
        : [{ words: "Add its folder:", command: `export PATH="$PATH:"${folder}`.replace('""', "") }],
    };
  },

  /** PATH or TANDEM_CLAUDE leads to programs in the folder, which nobody has agreed to run. */
  "program-in-folder": (facts) => {
    const [first, ...others] = facts.programsInFolder.map((path) => shortPath(path, facts));
    if (first === undefined) return undefined;
    return {
      severity: "warning",
      likelihood: 70,
      title: `${first} in this folder comes first on your PATH; the doctor didn't run it.`,
      detail:
        "Typing its name in a shell here runs it, so anyone who can write to this folder decides what runs." +
        (others.length === 0 ? "" : ` The same is true of ${joinList(others)}.`),
      advice: [
        { words: "Remove this folder and any relative entries from your PATH." },
        { words: "To check that program anyway, specify it:", command: "tandem doctor --claude-path <file>" },
      ],
    };
  },

  "old-release": (facts) => {
    if (traitsOf(facts.claude).redials !== "no") return undefined;
    return {
      severity: "note",
      likelihood: 60,
      title: `${claudeName(facts)} is old: it connects only with --ide, and never reconnects.`,
      detail:
        "CLAUDE_CODE_SSE_PORT alone doesn't make it connect, and it doesn't reconnect after a drop. Version 2.1.112 and later do both.",
      advice: [{ words: "Update it:", command: "claude update" }],
    };
  },

  "ide-flag": (facts) => {
    if (facts.claude.state !== "found" || connectsAutomatically(facts)) return undefined;
    return {
      severity: "note",
      likelihood: 95,
      title: "Plain claude doesn't connect automatically; claude --ide does.",
      detail:
        'You can also type /ide in Claude Code. To always connect, type /config and turn on "Auto-connect to IDE".',
      advice: [],
    };
  },

  /** Current releases start in a mode that never asks, unless told otherwise. */
  "mode-unset": (facts) => {
    const { claude, settings } = facts;
    if (settings.permissionMode || claude.state !== "found" || claude.askingMode !== "manual") return undefined;
    return {
      severity: "note",
      likelihood: 90,
      title: "You only see reviews in manual permission mode.",
      detail: `${claudeName(facts)} starts in auto mode, which makes edits without a review.`,
      advice: [{ words: "Start it with:", command: startCommand(facts) }],
    };
  },

  /** The settings choose a mode that never asks. */
  "permission-mode": (facts) => {
    const { permissionMode: setting } = facts.settings;
    if (!setting) return undefined;
    const file = shortPath(setting.path, facts);
    const { claude } = facts;
    const asking = (claude.state === "found" && claude.askingMode) || "manual";
    if (setting.value === "manual" && asking === "default")
      return {
        severity: "warning",
        likelihood: 79,
        title: `${claudeName(facts)} doesn't have the permission mode "manual".`,
        detail: `This version calls it "default", and ignores all of ${file} because of the unknown name.`,
        advice: [{ words: `Set permissions.defaultMode to "default" in ${file}.` }],
      };
    const what = silentModes[setting.value];
    if (what === undefined) return undefined;
    return {
      severity: "warning",
      likelihood: 75,
      title: `You won't see reviews: the permission mode is "${setting.value}".`,
      detail: `In this mode ${what}, so proposed edits aren't shown in the editor. It is set in ${file}.`,
      advice: [
        { words: "To change it once:", command: startCommand(facts) },
        { words: `To change it permanently, set permissions.defaultMode to "${asking}" in ${file}.` },
      ],
    };
  },

  /** Claude Code is set to show proposals in the terminal. */
  "diff-tool": (facts) => {
    const { diffTool: setting } = facts.settings;
    if (!setting || setting.value === "auto") return undefined;
    return {
      severity: "warning",
      likelihood: 74,
      title: `You won't see reviews: the setting diffTool is "${setting.value.slice(0, 20)}".`,
      detail: `Claude Code shows proposed edits only in the terminal, not in the editor. It is set in ${shortPath(setting.path, facts)}.`,
      advice: [{ words: 'Type /config in Claude Code and set "Diff tool" to auto.' }],
    };
  },

  /** Claude Code ignores a whole settings file if anything in it is wrong. */
  "settings-broken": (facts) => {
    const [file, ...others] = facts.settings.files.filter(({ state }) => state === "broken" || state === "unreadable");
    if (!file) return undefined;
    const also = ` The same is true of ${joinList(others.map(({ path }) => shortPath(path, facts)))}.`;
    const why = file.why ?? "it contains an error";
    return {
      severity: "warning",
      likelihood: 80,
      title: `${shortPath(file.path, facts)} is ${file.state === "broken" ? "invalid" : "unreadable"}, so Claude Code ignores it.`,
      detail: `${why.charAt(0).toUpperCase()}${why.slice(1)}, so none of its settings apply.${others.length === 0 ? "" : also}`,
      advice: [
        file.state === "unreadable"
          ? { words: "See what it is and who can read it:", command: `ls -ld ${shellWord(file.path, facts)}` }
          : { words: "Fix the file. claude shows the error when it starts." },
      ],
    };
  },
};
