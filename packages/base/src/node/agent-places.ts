/** Where agents other than Claude Code look for editors. */
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { AgentName } from "../agents.js";
import type { Environment } from "../environment.js";
import { isRecord } from "../values.js";

export type OtherAgent = Exclude<AgentName, "claude-code">;

export interface AgentPlace {
  /** It exists where the agent is used. */
  readonly home: string;
  /** The directory for discovery files, after the parents that another user could make first. */
  readonly directories: readonly string[];
  /** The names of discovery files. */
  readonly file: RegExp;
}

/** Returns the directory that Node's `tmpdir` returns in a process with this environment. */
function temporaryDirectory(env: Environment): string {
  if (process.platform === "win32") return tmpdir();
  const directory = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return directory.length > 1 && directory.endsWith("/") ? directory.slice(0, -1) : directory;
}

/**
 * Returns where each agent looks for editors.
 *
 * @example
 * const directory = agentPlaces(process.env, homedir()).gemini.directories.at(-1);
 */
export function agentPlaces(env: Environment, home: string): Readonly<Record<OtherAgent, AgentPlace>> {
  const gemini = join(temporaryDirectory(env), "gemini");
  const qwen = env.QWEN_HOME || join(home, ".qwen");
  const copilot = env.COPILOT_HOME || join(home, ".copilot");
  return {
    gemini: {
      home: join(env.GEMINI_CLI_HOME || home, ".gemini"),
      directories: [gemini, join(gemini, "ide")],
      file: /^gemini-ide-server-(\d+)-\d+\.json$/,
    },
    qwen: { home: qwen, directories: [join(qwen, "ide")], file: /^\d+\.lock$/ },
    copilot: { home: copilot, directories: [join(copilot, "ide")], file: /^[\w-]+\.lock$/ },
  };
}

/** Returns the folders that a discovery file names. */
export function foldersInDiscoveryFile(content: unknown): readonly string[] {
  if (!isRecord(content)) return [];
  const { workspacePath, workspaceFolders } = content;
  if (Array.isArray(workspaceFolders)) return workspaceFolders.filter((folder) => typeof folder === "string");
  return typeof workspacePath === "string" ? workspacePath.split(delimiter).filter((folder) => folder !== "") : [];
}
