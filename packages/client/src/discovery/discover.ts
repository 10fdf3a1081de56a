/** Finds editors by their lock files and explains whether Claude Code would connect to each. */
import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "@tandem-ide/base";
import { configDirectories, lockDirectoryName } from "@tandem-ide/protocol/schema-free";
import { singleLine } from "../sanitize.js";
import { type Choice, choose } from "./choice.js";
import { readClientSettings } from "./client-settings.js";
import { matchFolders } from "./folders.js";
import type { FoundEditor } from "./found-editor.js";
import { checkLock, type LockFacts, type LockStatus } from "./lock-status.js";
import { type DiscoveryProblem, type LockDirectory, type ReadLock, readLocks } from "./locks.js";
import { mapLimited } from "./map-limited.js";
import { type System, thisMachine } from "./system.js";

/**
 * Options of {@link discover}. All have defaults.
 *
 * @example
 * const options: DiscoverOptions = { cwd: "/home/ada/engine", env: { CLAUDE_CODE_SSE_PORT: "45123" } };
 */
export interface DiscoverOptions {
  /** The directory in which Claude Code would run. Default: the working directory. */
  readonly cwd?: string;
  /** Contains `CLAUDE_CONFIG_DIR`, `CLAUDE_CODE_SSE_PORT` and so on. Default: this process's environment. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;
  /** Replaces `CLAUDE_CONFIG_DIR`. */
  readonly configDir?: string;
  /** Determines how paths are compared, e.g. `win32`. Default: this platform. */
  readonly platform?: string;
  /** System functions to replace in tests. */
  readonly system?: Partial<System>;
}

/**
 * The result of {@link discover}.
 *
 * @example
 * const { problems }: Discovery = await discover();
 * for (const { message } of problems) console.warn(message);
 */
export interface Discovery {
  /** The real path that the locks were checked for. */
  readonly cwd: string;
  readonly directories: readonly LockDirectory[];
  /** Newest lock first. */
  readonly editors: readonly FoundEditor[];
  /** Directories and files that could not be read. */
  readonly problems: readonly DiscoveryProblem[];
  /** The editor that Claude Code, started there with `--ide`, connects to automatically. */
  readonly choice: Choice;
}

function mirrorOf(lock: ReadLock, all: readonly ReadLock[]): string | undefined {
  if (lock.directory.isReadByClaude || lock.content.kind !== "lock") return undefined;
  const { authToken } = lock.content.lock;
  const twin = all.find(
    (other) =>
      other.directory.isReadByClaude &&
      other.port === lock.port &&
      other.content.kind === "lock" &&
      other.content.lock.authToken === authToken,
  );
  return twin?.lockFile;
}

function present(facts: LockFacts, host: string, status: LockStatus): FoundEditor {
  const { lockFile, directory, port, content } = facts;
  const lock = content.kind === "lock" ? content.lock : undefined;
  return {
    lockFile,
    directory,
    port,
    host,
    name: singleLine(lock?.ideName ?? "", 60) || "IDE",
    modified: new Date(facts.modified),
    ...(lock && { lock }),
    ...(facts.mirrorOf !== undefined && { mirrorOf: facts.mirrorOf }),
    status,
  };
}

/**
 * Reads all lock directories and checks each lock by Claude Code's rules. Locks are never removed.
 *
 * @example
 * const { editors, choice } = await discover({ cwd: "/home/ada/engine" });
 * for (const { name, status } of editors) console.log(`${name}: ${status.message}`);
 * console.log(choice.reason);
 */
export async function discover(options: DiscoverOptions = {}): Promise<Discovery> {
  const system: System = { ...thisMachine, ...options.system };
  const env = options.env ?? process.env;
  const platform = options.platform ?? process.platform;
  const settings = readClientSettings(env);
  const config = configDirectories(
    options.configDir === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: options.configDir },
    options.home ?? homedir(),
  );
  const requested = options.cwd ?? process.cwd();
  const cwd = await system.realPath(requested).catch(() => requested);

  const { directories, locks, problems } = await readLocks(config, system);
  const subjects = await mapLimited(locks, async (lock): Promise<LockFacts> => {
    const content = lock.content.kind === "lock" ? lock.content.lock : {};
    const [portAnswers, folders] = await Promise.all([
      lock.content.kind === "lock" && system.answers(settings.host, lock.port),
      matchFolders(content.workspaceFolders ?? [], cwd, platform, system.realPath),
    ]);
    const process = content.pid === undefined ? undefined : system.processState(content.pid);
    return { ...lock, process, portAnswers, folders, mirrorOf: mirrorOf(lock, locks) };
  });
  const context = {
    cwd,
    settings,
    ancestors: settings.ideTerminal ? await system.ancestors() : undefined,
    readDirectory: path.join(config.primary, lockDirectoryName),
  };
  const editors = subjects.map((facts) => present(facts, settings.host, checkLock(facts, context)));
  return { cwd, directories, editors, problems, choice: choose(editors, settings) };
}
