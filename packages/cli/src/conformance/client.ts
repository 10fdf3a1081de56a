/** `tandem conformance --client`: checks a client that is started here or by the user. */
import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { messageOf } from "@tandem-ide/base";
import type { ClientEndpoint, ClientStage, Report } from "@tandem-ide/conformance";
import { configDirectories } from "@tandem-ide/protocol";
import type { Context } from "../context.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "../exit-codes.js";
import { shownPath } from "../paths.js";
import { quote } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";
import { StartedClient } from "./client-process.js";
import { CheckProgress, loadKit, type ReportOptions } from "./report.js";

export interface ClientOptions extends ReportOptions {
  readonly configDir?: string;
  readonly only?: string[];
  readonly skip?: string[];
  readonly timeout?: number;
  readonly accept?: true;
}

/**
 * How long a client may be idle, and how long to wait for it to connect, in seconds. A user needs time to go to another
 * terminal and ask for something. At their own terminal they may take as long as they like.
 */
const timeouts = {
  person: { idle: 60, connect: 300 },
  program: { idle: 10, connect: 60 },
  ownTerminal: { idle: Number.POSITIVE_INFINITY, connect: Number.POSITIVE_INFINITY },
} as const;

function startInstructions(endpoint: ClientEndpoint, options: ClientOptions): string[] {
  const configDir = options.configDir === undefined ? "" : ` --config-dir ${visibleName(quote.sh(endpoint.configDir))}`;
  return [
    `Listening on port ${endpoint.port}. Lock file: ${shownPath(endpoint.lockFile)}`,
    "Start the client in this folder. For Claude Code, run this in another terminal:",
    "",
    `  tandem claude --port ${endpoint.port}${configDir}`,
    "",
    "Press Ctrl-C to end the run and print the report.",
  ];
}

const waitForReconnect =
  "Don't use it for ten seconds: Tandem drops the connection on purpose to see whether the client reconnects.";

function stageInstructions(stage: ClientStage, options: ClientOptions): string[] {
  if (stage === "playing") return [`A client has connected. ${waitForReconnect}`];
  if (stage !== "serving") return [];
  const outcome = options.accept ? "accepted, and the client will write the file" : "rejected, so no file changes";
  return [
    `Now ask the client for an edit. It will be ${outcome}.`,
    `The run ends when you quit the client, or after ${timeouts.person.idle} s without activity.`,
  ];
}

const terminalInstructions = [
  `The client starts in this terminal. ${waitForReconnect} Then ask it for an edit and quit it to get the report.`,
];

const newConfigDirNote =
  "The client uses a new config directory, without your settings. To use yours: --config-dir ~/.claude";

/** Replaces the report if no client connected, because every check would fail for that reason. */
function neverConnected({ target, durationMs }: Report, configDir: string, { cwd }: Context): CommandError {
  const seconds = (durationMs / 1000).toFixed(0);
  return new CommandError(exitCodes.no, `No client connected to port ${target.port} within ${seconds} s.`, [
    `Start the client in ${shownPath(cwd)}`,
    `and make sure it looks for lock files in ${shownPath(configDir)}`,
    "Claude Code connects automatically with --ide, and never with -p.",
  ]);
}

/** One run of the kit, and the client if it is started here. */
class ClientRun {
  readonly #command: readonly string[];
  readonly #options: ClientOptions;
  readonly #context: Context;
  /** Ends the run. The report covers everything seen so far. */
  readonly #finish = new AbortController();
  readonly #cancelled = new AbortController();
  readonly #progress: CheckProgress | undefined;
  #endpoint: ClientEndpoint | undefined;
  #client: StartedClient | undefined;
  #hasConnected = false;

  constructor(command: readonly string[], options: ClientOptions, context: Context) {
    this.#command = command;
    this.#options = options;
    this.#context = context;
    // A client that is started here uses the terminal.
    this.#progress = this.#startsClient ? undefined : new CheckProgress(context.err);
  }

  get #startsClient(): boolean {
    return this.#command.length > 0;
  }

  /** The directory for the lock file: as requested, where the user's clients look, or a new one. */
  get #configDir(): string | undefined {
    const { cwd, env } = this.#context;
    if (this.#options.configDir !== undefined) return resolve(cwd, this.#options.configDir);
    return this.#startsClient ? undefined : configDirectories(env, homedir()).primary;
  }

  get #timeouts(): { readonly idle: number; readonly connect: number } {
    if (!this.#startsClient) return timeouts.person;
    return this.#context.input.isTTY ? timeouts.ownTerminal : timeouts.program;
  }

  async run(): Promise<Report> {
    const { lifecycle, cwd } = this.#context;
    const { only, skip, timeout, accept } = this.#options;
    const configDir = this.#configDir;
    const { runClientConformance } = await loadKit();
    this.#takeSignals();
    const running = runClientConformance({
      folders: [cwd],
      acceptsEdits: accept ?? false,
      quietMs: this.#timeouts.idle * 1000,
      times: { connectMs: this.#timeouts.connect * 1000 },
      ...(configDir !== undefined && { configDir }),
      ...(only && { only }),
      ...(skip && { skip }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      finish: this.#finish.signal,
      signal: AbortSignal.any([lifecycle.signal, this.#cancelled.signal]),
      onReady: (endpoint) => this.#begin(endpoint),
      onStage: (stage) => this.#enter(stage),
      onResult: (result) => this.#progress?.add(result),
    }).finally(() => this.#progress?.clear());
    // However the process ends, remove the lock file and end the client.
    lifecycle.defer(async () => {
      await running.catch(() => {});
      await this.#client?.end();
    });
    const report = await running;
    await this.#endClient(report);
    return report;
  }

  async #begin(endpoint: ClientEndpoint): Promise<void> {
    this.#endpoint = endpoint;
    this.#context.lifecycle.atExit(() => {
      for (const path of endpoint.made) rmSync(path, { recursive: true, force: true });
    });
    if (!this.#startsClient) return this.#print(startInstructions(endpoint, this.#options));
    this.#client = await StartedClient.prepare(this.#command, endpoint, this.#context);
    if (this.#client.isAtTerminal)
      this.#print([...terminalInstructions, ...(this.#options.configDir === undefined ? [newConfigDirNote] : [])]);
    this.#client.start({
      onExit: () => this.#finish.abort(),
      onError: (error) => this.#cancelled.abort(error),
    });
  }

  #enter(stage: ClientStage): void {
    if (stage === "waiting") return;
    this.#hasConnected = true;
    this.#client?.markConnected();
    if (!this.#startsClient) this.#print(stageInstructions(stage, this.#options));
  }

  /** Waits until the user quits a client at their terminal, and ends any other. */
  async #endClient(report: Report): Promise<void> {
    const { timeout, format, json } = this.#options;
    const isTimeUp = timeout !== undefined && report.durationMs >= timeout * 1000;
    if (this.#client?.isAtTerminal && !isTimeUp) await this.#client.exited;
    else await this.#client?.end();
    const isForPrograms = json || (format !== undefined && format !== "text");
    if (!this.#hasConnected && !isForPrograms)
      throw neverConnected(report, this.#endpoint?.configDir ?? "", this.#context);
  }

  #print(paragraphs: readonly string[]): void {
    const { err } = this.#context;
    this.#progress?.clear();
    for (const paragraph of paragraphs) for (const line of wrap(paragraph, err.columns)) err.line(line);
  }

  /** The first Ctrl-C ends the run, the second one the process. Signals are passed on to a started client. */
  #takeSignals(): void {
    const { lifecycle } = this.#context;
    let isEnding = false;
    lifecycle.takeSignals((signal) => {
      // At a terminal the client gets Ctrl-C too, and may not exit because of it.
      if (this.#client?.isAtTerminal && signal === "SIGINT") return;
      if (isEnding || (!this.#client && signal !== "SIGINT")) return lifecycle.end(exitCodeOfSignal(signal));
      isEnding = true;
      if (this.#client) this.#client.kill(signal);
      else this.#finish.abort();
    });
  }
}

/** Checks the client that the command starts, or the one that connects. */
export async function checkClient(
  command: readonly string[],
  options: ClientOptions,
  context: Context,
): Promise<Report> {
  try {
    return await new ClientRun(command, options, context).run();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(exitCodes.cannotStart, messageOf(error));
  }
}
