/** Gathers the facts, diagnoses them and sums up the result. */
import { dirname } from "node:path";
import { workspaceRequestLabels } from "@tandem-ide/protocol";
import type { Finding } from "./diagnoses/finding.js";
import { editorOnPort, joinList, numberWord, shortPath } from "./diagnoses/format.js";
import { diagnose } from "./diagnoses/index.js";
import { chosenLock, type Facts } from "./facts/facts.js";
import { type GatherOptions, gather } from "./facts/gather.js";
import { connectsAutomatically } from "./facts/release-traits.js";
import type { Surroundings } from "./facts/surroundings.js";

/**
 * The result of an examination.
 *
 * @example
 * const { isHealthy, summary, findings }: Examination = await examine(surroundings);
 */
export interface Examination {
  readonly facts: Facts;
  /** The most likely cause first. */
  readonly findings: readonly Finding[];
  /** Whether there are no findings except notes. */
  readonly isHealthy: boolean;
  /** One line: the cause, or what connects to what. */
  readonly summary: string;
}

/** Returns the locks without copies of others. */
function originals({ locks }: Facts): Facts["locks"] {
  return locks.filter(({ mirrorOf }) => mirrorOf === undefined);
}

/** Sums up the findings in one line. */
function summarize(facts: Facts, findings: readonly Finding[]): string {
  const cause = findings.find(({ severity }) => severity !== "note");
  if (cause) return cause.title;
  const lock = chosenLock(facts);
  const editor = lock ? editorOnPort(lock) : `${numberWord(originals(facts).length)} editors`;
  const command = connectsAutomatically(facts) ? "claude" : "claude --ide";
  const version = facts.claude.state === "found" ? ` (${facts.claude.version})` : "";
  const connects = `${command}${version} connects to ${editor}`;
  return findings.some(({ id }) => id === "mode-unset")
    ? `${connects}, but without reviews.`
    : `Everything works: ${connects}.`;
}

/**
 * Looks at Claude Code and the editors and finds out what is wrong.
 *
 * @example
 * const { summary, isHealthy } = await examine(thisComputer({ env: process.env, cwd: process.cwd(), version: "0.1.0" }));
 * console.log(summary);
 */
export async function examine(surroundings: Surroundings, options: GatherOptions = {}): Promise<Examination> {
  const facts = await gather(surroundings, options);
  const findings = diagnose(facts);
  const isHealthy = findings.every(({ severity }) => severity === "note");
  return { facts, findings, isHealthy, summary: summarize(facts, findings) };
}

/** Describes the installed plugin; undefined if there is none. */
function withTandem(copies: readonly { readonly version?: string | undefined }[]): string | undefined {
  const [first] = copies;
  return first && (first.version === undefined ? "with Tandem" : `Tandem ${first.version}`);
}

/** `2 in ~/.claude/ide and 1 in ~/.config/claude/ide`. */
function countLocks(facts: Facts): string {
  // Sorts them, because discovery may list the directories in any order.
  const counts = new Map<string, number>();
  for (const path of facts.locks.map(({ file }) => dirname(file)).sort()) counts.set(path, (counts.get(path) ?? 0) + 1);
  if (counts.size > 0) return joinList([...counts].map(([path, count]) => `${count} in ${shortPath(path, facts)}`));
  const directory = facts.directories.find(({ path, isReadByClaude }) => isReadByClaude && path.endsWith("ide"));
  return directory ? `none in ${shortPath(directory.path, facts)}` : "none";
}

/**
 * Summarizes the facts as names and values to print.
 *
 * @example
 * for (const [name, value] of overview(facts)) console.log(name, value);
 */
export function overview(facts: Facts): readonly (readonly [name: string, value: string])[] {
  const { claude, tandem, neovim, vscode, vaults, machine } = facts;
  const editors = [
    ...(neovim.program
      ? [`Neovim ${neovim.program.version ?? "?"} (${withTandem(neovim.plugins) ?? "Tandem not found"})`]
      : []),
    ...vscode.map(
      ({ name, program, extensions }) =>
        `${name}${program?.version === undefined ? "" : ` ${program.version}`} (${extensions[0] === undefined ? "without Tandem" : `Tandem ${extensions[0]}`})`,
    ),
    ...(vaults === undefined
      ? []
      : [
          `Obsidian (${withTandem(vaults.filter(({ plugin }) => plugin).map(({ plugin: version }) => ({ version }))) ?? "without Tandem"})`,
        ]),
  ];
  const locks = originals(facts);
  const some = joinList([...locks.slice(0, 4).map(editorOnPort), ...(locks.length > 4 ? ["others"] : [])]);
  const modes = locks.flatMap((lock) =>
    lock.workspaceRequests ? [`${workspaceRequestLabels[lock.workspaceRequests]} (${editorOnPort(lock)})`] : [],
  );
  const kind = [machine.container, machine.wsl && "WSL", machine.isSsh && "SSH"].filter(Boolean).join(", ");
  return [
    ["Claude Code", claude.state === "found" ? `${claude.version}  ${shortPath(claude.path, facts)}` : claude.state],
    ["Folder", shortPath(facts.cwd, facts)],
    ["Locks", `${countLocks(facts)}${some === "" ? "" : `: ${some}`}`],
    ...(modes.length > 0 ? [["Requests", `workspace requests: ${joinList(modes.slice(0, 4))}`] as const] : []),
    ["Installed", editors.join(", ") || "no editor with a Tandem plugin"],
    ["Tandem", `${tandem.version} on Node ${tandem.node}, ${tandem.platform}${kind === "" ? "" : ` (${kind})`}`],
  ];
}
