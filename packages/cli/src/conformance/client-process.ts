/** The client that `tandem conformance --client -- command` starts. */
import type { ChildProcess } from "node:child_process";
import { homedir } from "node:os";
import type { Environment } from "@tandem-ide/base";
import { discover } from "@tandem-ide/client";
import type { ClientEndpoint } from "@tandem-ide/conformance";
import { claudeEnvironment, configDirectories } from "@tandem-ide/protocol";
import { spawnError } from "../client-program.js";
import type { Context } from "../context.js";
import type { CommandError } from "../exit-codes.js";

/** How long to wait for a reconnect after the client has exited: slightly longer than the kit watches for one. */
const graceMs = 3500;

/** How long the client may take to exit after SIGTERM. */
const endMs = 3000;

/**
 * Returns variables with which the client finds only this endpoint. They contain the port only if necessary, because
 * the client should find the endpoint through its lock file.
 */
async function environmentFor({ port, configDir }: ClientEndpoint, { env, cwd }: Context): Promise<Environment> {
  const { CLAUDE_CODE_SSE_PORT: named, ...variables } = claudeEnvironment(port, env);
  const { CLAUDE_CODE_SSE_PORT: _other, ...inherited } = env;
  // If this variable is set, even to the default, Claude Code keeps its settings in another place.
  const isDefault = configDirectories(env, homedir()).primary === configDir;
  const found = { ...inherited, ...variables, ...(!isDefault && { CLAUDE_CONFIG_DIR: configDir }) };
  const { choice } = await discover({ cwd, env: found });
  return choice.editor?.port === port ? found : { ...found, CLAUDE_CODE_SSE_PORT: named };
}

const usage = ["Put the command that starts the client after --: tandem conformance --client -- claude --ide"];

export interface Listeners {
  /** The client has exited and isn't expected to reconnect. */
  readonly onExit: () => void;
  readonly onError: (error: CommandError) => void;
}

export class StartedClient {
  /** A user is using the client, so it runs until they quit it. */
  readonly isAtTerminal: boolean;
  readonly exited: Promise<void>;
  readonly #spawn: () => ChildProcess;
  readonly #program: string;
  #child: ChildProcess | undefined;
  #hasConnected = false;
  #resolveExited: () => void = () => {};

  private constructor(program: string, spawn: () => ChildProcess, isAtTerminal: boolean) {
    this.#program = program;
    this.#spawn = spawn;
    this.isAtTerminal = isAtTerminal;
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
  }

  static async prepare(command: readonly string[], endpoint: ClientEndpoint, context: Context): Promise<StartedClient> {
    const [program = "", ...args] = command;
    // Runs npm's batch files on Windows; elsewhere it is Node's own spawn.
    const { spawn } = await import("cross-spawn");
    const env = await environmentFor(endpoint, context);
    // Keeps the client's output out of a redirected report.
    const output = context.out.isTerminal ? "inherit" : 2;
    const start = () => spawn(program, args, { cwd: context.cwd, env, stdio: ["inherit", output, "inherit"] });
    return new StartedClient(program, start, context.input.isTTY === true);
  }

  start({ onExit, onError }: Listeners): void {
    const child = this.#spawn();
    this.#child = child;
    child.on("error", (error) => {
      this.#resolveExited();
      onError(spawnError(this.#program, error, usage));
    });
    child.on("exit", () => {
      this.#resolveExited();
      if (this.#hasConnected) setTimeout(onExit, graceMs).unref();
      else onExit();
    });
  }

  markConnected(): void {
    this.#hasConnected = true;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends the client, forcibly if it doesn't react to SIGTERM. */
  async end(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.kill("SIGTERM");
    const timer = setTimeout(() => this.kill("SIGKILL"), endMs);
    await this.exited;
    clearTimeout(timer);
  }
}
