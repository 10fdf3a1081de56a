/** Finds editors by their lock files, and says of each why Claude Code would or would not take it. */
import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "@tandem/base";
import { configDirectories, lockDirectoryName } from "@tandem/protocol/plain";
import { plain } from "../words.js";
import { type Choice, choose } from "./choice.js";
import { readClientSettings } from "./client-settings.js";
import { judgeFolders } from "./folders.js";
import type { FoundEditor } from "./found-editor.js";
import { type DiscoveryProblem, type LockDirectory, type ReadLock, readLocks } from "./locks.js";
import { mapLimited } from "./map-limited.js";
import { type System, thisMachine } from "./system.js";
import { judge, type Subject, type Verdict } from "./verdict.js";

/**
 * Where and for whom {@link discover} looks; every member has a default.
 *
 * @example
 * const options: DiscoverOptions = { cwd: "/home/ada/engine", env: { CLAUDE_CODE_SSE_PORT: "45123" } };
 */
export interface DiscoverOptions {
  /** The directory in which Claude Code would run. Default: this process's. */
  readonly cwd?: string;
  /** Where `CLAUDE_CONFIG_DIR`, `CLAUDE_CODE_SSE_PORT` and the like are read. Default: this process's environment. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;
  /** Takes the place of `CLAUDE_CONFIG_DIR`. */
  readonly configDir?: string;
  /** Decides how paths are compared, e.g. `win32`. Default: this machine's. */
  readonly platform?: string;
  /** Parts of the machine to replace, for tests. */
  readonly system?: Partial<System>;
}

/**
 * All that {@link discover} found.
 *
 * @example
 * const { problems }: Discovery = await discover();
 * for (const { message } of problems) console.warn(message);
 */
export interface Discovery {
  /** The real path for which the locks were judged. */
  readonly cwd: string;
  readonly directories: readonly LockDirectory[];
  /** Newest lock first. */
  readonly editors: readonly FoundEditor[];
  /** Directories and files that could not be taken into account. */
  readonly problems: readonly DiscoveryProblem[];
  /** What Claude Code, started there with `--ide`, connects to by itself. */
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

function present(subject: Subject, host: string, verdict: Verdict): FoundEditor {
  const { lockFile, directory, port, content } = subject;
  const lock = content.kind === "lock" ? content.lock : undefined;
  return {
    lockFile,
    directory,
    port,
    host,
    name: plain(lock?.ideName ?? "", 60) || "IDE",
    modified: new Date(subject.modified),
    ...(lock && { lock }),
    ...(subject.mirrorOf !== undefined && { mirrorOf: subject.mirrorOf }),
    verdict,
  };
}

/**
 * Looks into every lock directory and judges each lock by the rules of Claude Code. Locks are only read, never removed.
 *
 * @example
 * const { editors, choice } = await discover({ cwd: "/home/ada/engine" });
 * for (const { name, verdict } of editors) console.log(`${name}: ${verdict.message}`);
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
  const asked = options.cwd ?? process.cwd();
  const cwd = await system.realPath(asked).catch(() => asked);

  const { directories, locks, problems } = await readLocks(config, system);
  const subjects = await mapLimited(locks, async (lock): Promise<Subject> => {
    const content = lock.content.kind === "lock" ? lock.content.lock : {};
    const [portAnswers, folders] = await Promise.all([
      lock.content.kind === "lock" && system.answers(settings.host, lock.port),
      judgeFolders(content.workspaceFolders ?? [], cwd, platform, system.realPath),
    ]);
    const process = content.pid === undefined ? undefined : system.processState(content.pid);
    return { ...lock, process, portAnswers, folders, mirrorOf: mirrorOf(lock, locks) };
  });
  const circumstances = {
    cwd,
    settings,
    ancestors: settings.ideTerminal ? await system.ancestors() : undefined,
    readDirectory: path.join(config.primary, lockDirectoryName),
  };
  const editors = subjects.map((subject) => present(subject, settings.host, judge(subject, circumstances)));
  return { cwd, directories, editors, problems, choice: choose(editors, settings) };
}
