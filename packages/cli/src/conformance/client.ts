/** `tandem conformance --client`: is that client right? It is started here, or by somebody else. */
import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { messageOf } from "@tandem/base";
import type { ClientEndpoint, ClientStage, Report } from "@tandem/conformance";
import { configDirectories } from "@tandem/protocol";
import type { Context } from "../context.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "../exit-codes.js";
import { shownPath } from "../paths.js";
import { quote } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";
import { StartedClient } from "./client-process.js";
import { loadKit, type Progress, type ReportOptions, showProgress } from "./report.js";

export interface ClientOptions extends ReportOptions {
  readonly configDir?: string;
  readonly only?: string[];
  readonly skip?: string[];
  readonly timeout?: number;
  readonly accept?: true;
}

/**
 * How long a client may be quiet, and how long it is waited for at first, in s. A person has to go to another terminal,
 * and to think of something to ask for; a program does not. Somebody whose terminal the client has may take all day.
 */
const patience = {
  person: { quiet: 60, first: 300 },
  program: { quiet: 10, first: 60 },
  ownTerminal: { quiet: Number.POSITIVE_INFINITY, first: Number.POSITIVE_INFINITY },
} as const;

function wordsFor(place: ClientEndpoint, options: ClientOptions): string[] {
  const configDir = options.configDir === undefined ? "" : ` --config-dir ${visibleName(quote.sh(place.configDir))}`;
  return [
    `An endpoint listens on port ${place.port}; its lock file is ${shownPath(place.lockFile)}`,
    "Start the client in this folder. Claude Code, in another terminal:",
    "",
    `  tandem claude --port ${place.port}${configDir}`,
    "",
    "Ctrl-C ends the run and prints the report.",
  ];
}

function wordsAt(stage: ClientStage, options: ClientOptions): string[] {
  if (stage === "playing")
    return ["A client has connected. Leave it alone for ten seconds: it is dropped on purpose and must dial again."];
  if (stage !== "serving") return [];
  const fate = options.accept ? "accepted: the client writes it" : "rejected: no file changes";
  return [
    `Now use the client: ask it for an edit. It is ${fate}.`,
    `The run ends when the client leaves, or has been quiet for ${patience.person.quiet} s.`,
  ];
}

const wordsBefore = [
  "The client gets this terminal. Leave it alone for ten seconds: it is dropped on purpose and must dial again. Then ask it for an edit, and leave it: the report follows.",
];

const wordsAsNew =
  "It has a config directory of its own, so Claude Code is as if it were new. It has yours with: --config-dir ~/.claude";

/** A report about a client that never came would say the same of every check. */
function neverCame({ target, durationMs }: Report, configDir: string, { cwd }: Context): CommandError {
  const seconds = (durationMs / 1000).toFixed(0);
  return new CommandError(exitCodes.no, `No client connected to port ${target.port} within ${seconds} s.`, [
    `It must be started in ${shownPath(cwd)}`,
    `and look for lock files in ${shownPath(configDir)}`,
    "Claude Code connects by itself with --ide, and with -p never.",
  ]);
}

/** One run of the kit, and the client where it is started here. */
class ClientRun {
  readonly #command: readonly string[];
  readonly #options: ClientOptions;
  readonly #context: Context;
  /** Ends the run; what was seen until then is judged. */
  readonly #finish = new AbortController();
  readonly #calledOff = new AbortController();
  readonly #progress: Progress;
  #place: ClientEndpoint | undefined;
  #client: StartedClient | undefined;
  #hasConnected = false;

  constructor(command: readonly string[], options: ClientOptions, context: Context) {
    this.#command = command;
    this.#options = options;
    this.#context = context;
    // The terminal of a client that is started here is not ours to write to.
    this.#progress = this.#startsClient ? { tell: () => {}, end: () => {} } : showProgress(context.err);
  }

  get #startsClient(): boolean {
    return this.#command.length > 0;
  }

  /** Where the lock goes: where it was told to, where the user's clients look, or nowhere of the user's. */
  get #configDir(): string | undefined {
    const { cwd, env } = this.#context;
    if (this.#options.configDir !== undefined) return resolve(cwd, this.#options.configDir);
    return this.#startsClient ? undefined : configDirectories(env, homedir()).primary;
  }

  get #patience(): { readonly quiet: number; readonly first: number } {
    if (!this.#startsClient) return patience.person;
    return this.#context.input.isTTY ? patience.ownTerminal : patience.program;
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
      quietMs: this.#patience.quiet * 1000,
      times: { connectMs: this.#patience.first * 1000 },
      ...(configDir !== undefined && { configDir }),
      ...(only && { only }),
      ...(skip && { skip }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      finish: this.#finish.signal,
      signal: AbortSignal.any([lifecycle.signal, this.#calledOff.signal]),
      onReady: (place) => this.#begin(place),
      onStage: (stage) => this.#enter(stage),
      onResult: (result) => this.#progress.tell(result),
    }).finally(() => this.#progress.end());
    // Whatever ends the process: the lock has to go, and the client that was started.
    lifecycle.defer(async () => {
      await running.catch(() => {});
      await this.#client?.end();
    });
    const report = await running;
    await this.#seeOff(report);
    return report;
  }

  async #begin(place: ClientEndpoint): Promise<void> {
    this.#place = place;
    this.#context.lifecycle.atExit(() => {
      for (const path of place.made) rmSync(path, { recursive: true, force: true });
    });
    if (!this.#startsClient) return this.#say(wordsFor(place, this.#options));
    this.#client = await StartedClient.prepare(this.#command, place, this.#context);
    if (this.#client.isAtTerminal)
      this.#say(this.#options.configDir === undefined ? [...wordsBefore, wordsAsNew] : wordsBefore);
    this.#client.start({
      onExit: () => this.#finish.abort(),
      onError: (error) => this.#calledOff.abort(error),
    });
  }

  #enter(stage: ClientStage): void {
    if (stage === "waiting") return;
    this.#hasConnected = true;
    this.#client?.hasConnected();
    if (!this.#startsClient) this.#say(wordsAt(stage, this.#options));
  }

  /** Somebody at the terminal leaves the client themselves; another one is ended. */
  async #seeOff(report: Report): Promise<void> {
    const { timeout, format, json } = this.#options;
    const isTimeUp = timeout !== undefined && report.durationMs >= timeout * 1000;
    if (this.#client?.isAtTerminal && !isTimeUp) await this.#client.exited;
    else await this.#client?.end();
    const isForPrograms = json || (format !== undefined && format !== "text");
    if (!this.#hasConnected && !isForPrograms) throw neverCame(report, this.#place?.configDir ?? "", this.#context);
  }

  #say(paragraphs: readonly string[]): void {
    const { err } = this.#context;
    this.#progress.end();
    for (const paragraph of paragraphs) for (const line of wrap(paragraph, err.columns)) err.line(line);
  }

  /** The first Ctrl-C ends the run, a second one the process; a client that was started is handed what comes. */
  #takeSignals(): void {
    const { lifecycle } = this.#context;
    let isEnding = false;
    lifecycle.takeSignals((signal) => {
      // At a terminal Ctrl-C reaches the whole group, and to the client it may mean something else.
      if (this.#client?.isAtTerminal && signal === "SIGINT") return;
      if (isEnding || (!this.#client && signal !== "SIGINT")) return lifecycle.end(exitCodeOfSignal(signal));
      isEnding = true;
      if (this.#client) this.#client.kill(signal);
      else this.#finish.abort();
    });
  }
}

/** Judges the client that the command starts, or the one that comes. */
export async function judgeClient(
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
