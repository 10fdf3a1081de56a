/** The whole of it: look, judge, sum up. */
import { dirname } from "node:path";
import { workspaceRequestWords } from "@tandem/protocol";
import type { Finding } from "./diagnoses/finding.js";
import { diagnose } from "./diagnoses/index.js";
import { count, list, place, who } from "./diagnoses/words.js";
import { chosenLock, type Facts } from "./facts/facts.js";
import { type GatherOptions, gather } from "./facts/gather.js";
import { connectsByItself } from "./facts/release-traits.js";
import type { Surroundings } from "./facts/surroundings.js";

/**
 * What came of an examination.
 *
 * @example
 * const { isHealthy, summary, findings }: Examination = await examine(surroundings);
 */
export interface Examination {
  readonly facts: Facts;
  /** The most likely cause first. */
  readonly findings: readonly Finding[];
  /** Nothing was found but notes. */
  readonly isHealthy: boolean;
  /** One line: the cause, or what is connected to what. */
  readonly summary: string;
}

/** Without the copies, which are the same editors again. */
function originals({ locks }: Facts): Facts["locks"] {
  return locks.filter(({ mirrorOf }) => mirrorOf === undefined);
}

function praise(facts: Facts): string {
  const lock = chosenLock(facts);
  const editor = lock ? who(lock) : `${count(originals(facts).length)} editors`;
  const command = connectsByItself(facts) ? "claude" : "claude --ide";
  const version = facts.claude.state === "found" ? ` (${facts.claude.version})` : "";
  return `All is well: ${command}${version} connects to ${editor}.`;
}

/** One line for what was found. */
export function summarize(facts: Facts, findings: readonly Finding[]): string {
  const cause = findings.find(({ severity }) => severity !== "note");
  return cause?.title ?? praise(facts);
}

/**
 * Looks at both ends and says what is wrong.
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

/** What to say of the copies of a plugin; undefined where there are none. */
function withTandem(copies: readonly { readonly version?: string | undefined }[]): string | undefined {
  const [first] = copies;
  return first && (first.version === undefined ? "with Tandem" : `Tandem ${first.version}`);
}

/** `2 in ~/.claude/ide and 1 in ~/.config/claude/ide`. */
function lockPlaces(facts: Facts): string {
  const counts = new Map<string, number>();
  for (const { file } of facts.locks) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  if (counts.size > 0) return list([...counts].map(([path, count]) => `${count} in ${place(path, facts)}`));
  const directory = facts.directories.find(({ path, isReadByClaude }) => isReadByClaude && path.endsWith("ide"));
  return directory ? `none in ${place(directory.path, facts)}` : "none";
}

/**
 * What was looked at, as names and values for people.
 *
 * @example
 * for (const [name, value] of overview(facts)) console.log(name, value);
 */
export function overview(facts: Facts): readonly (readonly [name: string, value: string])[] {
  const { claude, tandem, neovim, vscode, vaults, machine } = facts;
  const editors = [
    ...(neovim.program
      ? [`Neovim ${neovim.program.version ?? "?"} (${withTandem(neovim.plugins) ?? "Tandem not seen"})`]
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
  const some = list([...locks.slice(0, 4).map(who), ...(locks.length > 4 ? ["others"] : [])]);
  const modes = locks.flatMap((lock) =>
    lock.workspaceRequests ? [`${workspaceRequestWords[lock.workspaceRequests]} (${who(lock)})`] : [],
  );
  const kind = [machine.container, machine.wsl && "WSL", machine.isSsh && "SSH"].filter(Boolean).join(", ");
  return [
    ["Claude Code", claude.state === "found" ? `${claude.version}  ${place(claude.path, facts)}` : claude.state],
    ["Folder", place(facts.cwd, facts)],
    ["Locks", `${lockPlaces(facts)}${some === "" ? "" : `: ${some}`}`],
    ...(modes.length > 0 ? [["Requests", `workspace requests: ${list(modes.slice(0, 4))}`] as const] : []),
    ["Installed", editors.join(", ") || "no editor that Tandem has a plugin for"],
    ["Tandem", `${tandem.version} on Node ${tandem.node}, ${tandem.platform}${kind === "" ? "" : ` (${kind})`}`],
  ];
}
