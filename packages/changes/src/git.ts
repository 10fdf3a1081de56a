/** Runs git on the store, without the workspace's own repository and the user's configuration. */
import { spawn } from "node:child_process";
import type { Environment } from "@tandem-ide/base";
import { findOutside, neutralDirectory, neutralEnvironment } from "@tandem-ide/workspace/programs";

/** More output than this means far more files than can be recorded. */
const maxOutputBytes = 64 * 1024 * 1024;

/** Git failed. The message is git's own. */
export class GitError extends Error {
  override readonly name = "GitError";
}

/** A folder is too large to record. The message is for the user. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

export interface GitRun {
  /** The work tree and working directory. Default: none. */
  readonly workTree?: string;
  /** The index file. Default: none. */
  readonly index?: string;
  /** Options before the command, such as `-c`. */
  readonly options?: readonly string[];
  readonly input?: string | Uint8Array;
  /** Another exit code that isn't an error. */
  readonly mayEndWith?: number;
  /** Objects to read besides the store's. Nothing is written there. */
  readonly alternates?: readonly string[];
}

/** Options that turn off hooks, monitors and text conversion, so that files stay as they are on disk. */
const settings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "core.quotePath=false",
  "core.logAllRefUpdates=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
].flatMap((each) => ["-c", each]);

/** Git in one directory, which is its GIT_DIR. */
export class Git {
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly directory: string;
  #version: Promise<string> | undefined;

  private constructor(program: string, env: NodeJS.ProcessEnv, directory: string) {
    this.#program = program;
    this.#env = env;
    this.directory = directory;
  }

  /** Finds git outside the folders. Returns undefined if there is none. */
  static async find(directory: string, env: Environment, folders: readonly string[]): Promise<Git | undefined> {
    const program = await findOutside("git", { env, folders });
    if (program === undefined) return undefined;
    const neutral = await neutralEnvironment(env, folders);
    for (const name of Object.keys(neutral)) if (/^GIT_/i.test(name)) delete neutral[name];
    return new Git(program, neutral, directory);
  }

  /** Runs git and returns its output. Throws a {@link GitError} with its message if it fails. */
  async run(args: readonly string[], run: GitRun = {}): Promise<Buffer> {
    const { workTree, index, options = [], alternates = [] } = run;
    const env = {
      ...this.#env,
      GIT_DIR: this.directory,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      // Older versions of git read the user's configuration from here.
      HOME: this.directory,
      XDG_CONFIG_HOME: this.directory,
      GIT_ATTR_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
      LC_ALL: "C",
      ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
      ...(alternates.length > 0 && { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates.join(":") }),
    };
    return await this.#start([...settings, ...options, ...args], env, workTree ?? this.directory, run);
  }

  /** Returns true if `update-index` writes one pack for all large files. Git before 2.37 writes one for each. */
  async hasSharedPacks(): Promise<boolean> {
    this.#version ??= this.run(["version"]).then((output) => output.toString("utf8"));
    const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(await this.#version)?.map(Number) ?? [];
    return major > 2 || (major === 2 && minor >= 37);
  }

  /** Reads a value of the user's own configuration, outside any repository. */
  async userSetting(name: string, env: Environment): Promise<string | undefined> {
    const own = { ...this.#env, ...(env.HOME !== undefined && { HOME: env.HOME }), GIT_CONFIG_NOSYSTEM: "1" };
    const args = ["config", "--global", "--includes", "--type=path", "--get", name];
    const output = await this.#start(args, own, neutralDirectory(env)).catch(() => Buffer.of());
    return output.toString("utf8").trimEnd() || undefined;
  }

  async #start(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    cwd: string,
    { input, mayEndWith = 0 }: Pick<GitRun, "input" | "mayEndWith"> = {},
  ): Promise<Buffer> {
    return await new Promise((resolve, reject) => {
      const git = spawn(this.#program, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
      const parts: Buffer[] = [];
      let bytes = 0;
      let errors = "";
      git.stdout.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxOutputBytes) git.kill("SIGKILL");
        else parts.push(part);
      });
      git.stderr.setEncoding("utf8").on("data", (text: string) => {
        if (errors.length < 4000) errors += text;
      });
      git.on("error", reject);
      git.on("close", (code) => {
        if (code === 0 || code === mayEndWith) resolve(Buffer.concat(parts));
        else
          reject(
            new GitError(bytes > maxOutputBytes ? "too many files" : errors.trim() || `git exited with code ${code}`),
          );
      });
      // Git may exit without reading all of its input.
      git.stdin.on("error", () => {});
      git.stdin.end(input);
    });
  }
}

/** Splits output at the NULs of `-z`. */
export function splitNul(output: Buffer): string[] {
  const text = output.toString("utf8");
  return text === "" ? [] : text.slice(0, text.endsWith("\0") ? -1 : undefined).split("\0");
}
