/** The client that `tandem conformance --client -- command` starts: its surroundings, and its end. */
import type { ChildProcess } from "node:child_process";
import { homedir } from "node:os";
import type { Environment } from "@tandem/base";
import { discover } from "@tandem/client";
import type { ClientEndpoint } from "@tandem/conformance";
import { claudeEnvironment, configDirectories } from "@tandem/protocol";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";

/** How long a client that has ended may be seen to come back, in ms: a little longer than the kit watches for that. */
const graceMs = 3500;

/** How long it may take to end when it is asked to, in ms. */
const endMs = 3000;

/**
 * The variables by which the client finds this endpoint and no other. It is not named by its port if it can do without:
 * that would tell nothing about whether the client reads lock files rightly.
 */
async function environmentFor({ port, configDir }: ClientEndpoint, { env, cwd }: Context): Promise<Environment> {
  const { CLAUDE_CODE_SSE_PORT: named, ...variables } = claudeEnvironment(port, env);
  const { CLAUDE_CODE_SSE_PORT: _other, ...inherited } = env;
  // Claude Code keeps its settings elsewhere as soon as the directory is named, even if it is the usual one.
  const isUsual = configDirectories(env, homedir()).primary === configDir;
  const found = { ...inherited, ...variables, ...(!isUsual && { CLAUDE_CONFIG_DIR: configDir }) };
  const { choice } = await discover({ cwd, env: found });
  return choice.editor?.port === port ? found : { ...found, CLAUDE_CODE_SSE_PORT: named };
}

function cannotStart(program: string, { code, message }: NodeJS.ErrnoException): CommandError {
  const why =
    { ENOENT: "is not to be found", EACCES: "may not be executed" }[code ?? ""] ?? `did not start: ${message}`;
  return new CommandError(exitCodes.cannotStart, `${program} ${why}.`, [
    "After -- comes the command that starts the client, as in: tandem conformance --client -- claude --ide",
  ]);
}

export interface Listeners {
  /** It has ended, and what it sent before has been seen. */
  readonly onExit: () => void;
  readonly onError: (error: CommandError) => void;
}

export class StartedClient {
  /** Somebody sits there, so the client is theirs until they leave it. */
  readonly isAtTerminal: boolean;
  readonly exited: Promise<void>;
  readonly #spawn: () => ChildProcess;
  readonly #program: string;
  #child: ChildProcess | undefined;
  #hasConnected = false;
  #tellExited: () => void = () => {};

  private constructor(program: string, spawn: () => ChildProcess, isAtTerminal: boolean) {
    this.#program = program;
    this.#spawn = spawn;
    this.isAtTerminal = isAtTerminal;
    this.exited = new Promise((resolve) => {
      this.#tellExited = resolve;
    });
  }

  static async prepare(command: readonly string[], place: ClientEndpoint, context: Context): Promise<StartedClient> {
    const [program = "", ...args] = command;
    // It finds and quotes for the batch file that npm makes on Windows; elsewhere it is Node's own.
    const { spawn } = await import("cross-spawn");
    const env = await environmentFor(place, context);
    // What the client prints is no part of a report that goes into a file.
    const output = context.out.isTerminal ? "inherit" : 2;
    const start = () => spawn(program, args, { cwd: context.cwd, env, stdio: ["inherit", output, "inherit"] });
    return new StartedClient(program, start, context.input.isTTY === true);
  }

  start({ onExit, onError }: Listeners): void {
    const child = this.#spawn();
    this.#child = child;
    child.on("error", (error) => {
      this.#tellExited();
      onError(cannotStart(this.#program, error));
    });
    child.on("exit", () => {
      this.#tellExited();
      if (this.#hasConnected) setTimeout(onExit, graceMs).unref();
      else onExit();
    });
  }

  hasConnected(): void {
    this.#hasConnected = true;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it, with force where it does not listen. */
  async end(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.kill("SIGTERM");
    const timer = setTimeout(() => this.kill("SIGKILL"), endMs);
    await this.exited;
    clearTimeout(timer);
  }
}
