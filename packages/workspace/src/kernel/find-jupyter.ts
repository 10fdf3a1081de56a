/** Finds a command that starts a Jupyter server, and checks that it works: it may be a shim or a stale script. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Clock, messageOf } from "@tandem-ide/base";
import { programsFor } from "../programs/find-command.js";
import { inRealFolder } from "../programs/workspace-files.js";
import { KernelError } from "./errors.js";
import { untilAborted } from "./waiting.js";

export interface FindOptions {
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly mayRunFromWorkspace: boolean;
  /** The command from the settings. If set, no other is tried. */
  readonly command?: readonly string[] | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** The working directory of candidates. Outside the workspace, because Python imports modules from it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** The first start of Python after a reboot can take long. */
const timeoutMs = 30_000;

const isWindows = process.platform === "win32";

/** The commands that start a server, the most direct first. */
const commands: readonly (readonly [program: string, ...argv: string[]])[] = [
  ["jupyter-server"],
  ["jupyter", "server"],
  ["python3", "-m", "jupyter_server"],
  ["python", "-m", "jupyter_server"],
];

const howToInstall =
  "Install one with `python3 -m pip install jupyter-server ipykernel`, or on Debian and Ubuntu with " +
  "`sudo apt install jupyter-server python3-ipykernel`. Or set the URL and token of a running Jupyter server.";

function notFound(tried: readonly string[]): KernelError {
  const what = "Running code needs a Jupyter server, and ";
  if (tried.length === 0) return new KernelError("no-jupyter", `${what}none was found. ${howToInstall}`);
  const list = tried.map((line) => `- ${line}\n`).join("");
  return new KernelError("no-jupyter", `${what}none of those found works:\n${list}${howToInstall}`);
}

/** Returns the command, program first, to which `--config=…` can be appended. */
export async function findJupyter(options: FindOptions): Promise<readonly string[]> {
  const { command } = options;
  if (command !== undefined) {
    const [program] = command;
    if (program === undefined || program === "")
      throw new KernelError("bad-setting", "The Jupyter command in the settings is empty.");
    const problem = await tryCommand(command, options);
    if (problem === undefined) return command;
    throw new KernelError("no-jupyter", `The Jupyter command in the settings doesn't work: ${problem}`);
  }
  const tried: string[] = [];
  for await (const candidate of candidates(options)) {
    const problem = await tryCommand(candidate, options);
    if (problem === undefined) return candidate;
    tried.push(problem);
  }
  throw notFound(tried);
}

async function* candidates(options: FindOptions): AsyncGenerator<readonly string[]> {
  const { folders, mayRunFromWorkspace, environment: env } = options;
  const ofWorkspace = folders.flatMap((folder) =>
    [".venv", "venv", "env", ".conda"].map((name) => [join(folder, name, isWindows ? "Scripts" : "bin")]),
  );
  const seen = new Set<string>();
  for (const searchIn of [...(mayRunFromWorkspace ? ofWorkspace : []), undefined])
    for (const [program, ...argv] of commands)
      for await (const { path, isFromWorkspace } of programsFor(program, { env, folders, searchIn })) {
        // Only its folder is resolved, because the `python` of a virtual environment is a link to the system's.
        const location = await inRealFolder(path);
        if (seen.has(location) || (isFromWorkspace && !mayRunFromWorkspace)) continue;
        seen.add(location);
        yield [path, ...argv];
      }
}

/** Returns what is wrong with a command, or undefined when it works. */
async function tryCommand(
  [program = "", ...argv]: readonly string[],
  options: FindOptions,
): Promise<string | undefined> {
  const shown = [program, ...argv].join(" ");
  options.signal?.throwIfAborted();
  const child = spawn(program, [...argv, "--version"], {
    cwd: options.directory,
    env: options.environment,
    stdio: ["ignore", "ignore", "pipe"],
    // Only the shell can run a .cmd file. The path was found by us, so it is safe.
    shell: isWindows && /\.(cmd|bat)$/i.test(program),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(messageOf(error)));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(errors.trim().split("\n").at(-1) || `it exited with ${signal ?? `code ${code}`}`);
    });
  });
  const timeout = new AbortController();
  const cancelTimeout = options.clock.after(timeoutMs, () =>
    timeout.abort(new Error(`no response within ${timeoutMs / 1000} s`)),
  );
  const signals = options.signal === undefined ? [timeout.signal] : [timeout.signal, options.signal];
  try {
    const problem = await untilAborted(ended, AbortSignal.any(signals));
    return problem === undefined ? undefined : `${shown}: ${problem}`;
  } catch (error) {
    child.kill("SIGKILL");
    options.signal?.throwIfAborted();
    return `${shown}: ${messageOf(error)}`;
  } finally {
    cancelTimeout();
  }
}
