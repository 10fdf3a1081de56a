/** Finds a command that starts a Jupyter server, and makes sure that it works: a shim or a stale script may only look like it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Clock, messageOf } from "@tandem/base";
import { programsFor } from "../programs/find-command.js";
import { inRealFolder } from "../programs/workspace-files.js";
import { KernelError } from "./errors.js";
import { untilAborted } from "./waiting.js";

export interface FindOptions {
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly mayRunFromWorkspace: boolean;
  /** What the user set; then nothing else is tried. */
  readonly command?: readonly string[] | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Where candidates are run. Not in the workspace: Python finds modules in the folder that it is started in. */
  readonly directory: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** A first start of Python after the machine's own may take long. */
const patienceMs = 30_000;

const isWindows = process.platform === "win32";
const programsOf = isWindows ? "Scripts" : "bin";

/** How each program starts a server, the most direct first. */
const ways: readonly (readonly [program: string, ...argv: string[]])[] = [
  ["jupyter-server"],
  ["jupyter", "server"],
  ["python3", "-m", "jupyter_server"],
  ["python", "-m", "jupyter_server"],
];

const howToInstall =
  "Install one with `python3 -m pip install jupyter-server ipykernel`, or on Debian and Ubuntu with " +
  "`sudo apt install jupyter-server python3-ipykernel`; or set the URL and token of a Jupyter server that runs.";

/** The words of an error for somebody who has no Jupyter server yet. */
function nothingWorks(tried: readonly string[]): KernelError {
  const what =
    tried.length === 0
      ? "To run code a Jupyter server is needed, and none was found."
      : `To run code a Jupyter server is needed, and none of those found works:\n${tried.map((line) => `- ${line}\n`).join("")}`;
  return new KernelError("no-jupyter", `${what} ${howToInstall}`.replace("\n ", "\n"));
}

/** The command, program first, to which `--config=…` can be added. */
export async function findJupyter(options: FindOptions): Promise<readonly string[]> {
  const { command } = options;
  if (command !== undefined) {
    const [program] = command;
    if (program === undefined || program === "")
      throw new KernelError("bad-setting", "The command that starts a Jupyter server is set, but empty.");
    const problem = await tryCommand(command, options);
    if (problem === undefined) return command;
    throw new KernelError("no-jupyter", `The command set for the Jupyter server does not work: ${problem}`);
  }
  const tried: string[] = [];
  for await (const candidate of candidates(options)) {
    const problem = await tryCommand(candidate, options);
    if (problem === undefined) return candidate;
    tried.push(problem);
  }
  throw nothingWorks(tried);
}

async function* candidates(options: FindOptions): AsyncGenerator<readonly string[]> {
  const { folders, mayRunFromWorkspace, environment: env } = options;
  const ofWorkspace = folders.flatMap((folder) =>
    [".venv", "venv", "env", ".conda"].map((name) => [join(folder, name, programsOf)]),
  );
  const seen = new Set<string>();
  for (const places of [...(mayRunFromWorkspace ? ofWorkspace : []), undefined])
    for (const [program, ...argv] of ways)
      for await (const { path, isFromWorkspace } of programsFor(program, { env, folders, places })) {
        // By its folder: a virtual environment's python is a link to the system's.
        const place = await inRealFolder(path);
        if (seen.has(place) || (isFromWorkspace && !mayRunFromWorkspace)) continue;
        seen.add(place);
        yield [path, ...argv];
      }
}

/** What is wrong with a command; undefined when it works. */
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
    // A .cmd is run by the shell only; its path is one that was found, not one that somebody sent.
    shell: isWindows && /\.(cmd|bat)$/i.test(program),
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(messageOf(error)));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(complaint.trim().split("\n").at(-1) || `it ended with ${signal ?? `code ${code}`}`);
    });
  });
  const late = new AbortController();
  const callOff = options.clock.after(patienceMs, () =>
    late.abort(new Error(`no answer within ${patienceMs / 1000} s`)),
  );
  const signals = options.signal === undefined ? [late.signal] : [late.signal, options.signal];
  try {
    const problem = await untilAborted(ended, AbortSignal.any(signals));
    return problem === undefined ? undefined : `${shown}: ${problem}`;
  } catch (error) {
    child.kill("SIGKILL");
    options.signal?.throwIfAborted();
    return `${shown}: ${messageOf(error)}`;
  } finally {
    callOff();
  }
}
