/** `tandem serve`: the workbench, joined to Claude Code. */
import { resolve } from "node:path";
import { type LogEntry, Logger, type LogLevel } from "@tandem/base";
import type { WorkspaceRequestMode } from "@tandem/protocol/plain";
import { type EndpointOptions, StartError } from "@tandem/server";
import { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "@tandem/workbench";
import { DraftJournal } from "@tandem/workspace/drafts";
import { createLazyKernels, createLazyLanguageServers } from "@tandem/workspace/lazy";
import { readSettings } from "@tandem/workspace/settings";
import type { Context } from "../context.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "../exit-codes.js";
import { shorten } from "../paths.js";
import { isInForeground } from "../prompt/foreground.js";
import { openPage } from "../prompt/open-page.js";
import { openPrompt, type Prompt } from "../prompt/prompt.js";
import { runLine } from "../prompt/run-line.js";
import { visible, visibleName } from "../visible.js";
import { banner, claudeCommand } from "./banner.js";
import { watchClients } from "./client-watch.js";
import { CodeDesk } from "./code-desk.js";
import { completeLine } from "./complete-line.js";
import { draftLines } from "./draft-commands.js";
import { describeEvent, type ServeEvent } from "./events.js";
import { resolveFolders } from "./folders.js";
import { keepUnsaved } from "./keep-unsaved.js";
import { lineCommands, withNumberShown } from "./line-commands.js";
import { obstacles } from "./obstacles.js";
import { ReviewDesk } from "./review-desk.js";

export interface ServeOptions {
  readonly name: string;
  readonly port?: number;
  readonly pagePort?: number;
  readonly configDir?: string;
  readonly clients: "many" | "single";
  readonly reject: "401" | "1008";
  readonly requests: WorkspaceRequestMode;
  readonly withhold?: string[];
  readonly logLevel: LogLevel;
  readonly logBodies?: true;
  readonly json?: true;
  /** False: there are none. */
  readonly languageServers: boolean;
  /** False: no code runs. */
  readonly kernel: boolean;
  /** False: no browser is opened. */
  readonly open: boolean;
}

function describeFact(value: unknown): string {
  if (value instanceof Error) return value.message;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function describeLog({ level, message, details: { stack, ...facts } = {} }: LogEntry): string {
  const words = Object.entries(facts).map(([key, value]) => ` ${key}=${describeFact(value)}`);
  const entry = visibleName(`[${level}] ${message}${words.join("")}`);
  return typeof stack === "string" ? `${entry}\n${visible(stack)}` : entry;
}

function ideOptions(options: ServeOptions, context: Context, log: (entry: LogEntry) => void): EndpointOptions {
  const { port, configDir, withhold } = options;
  return {
    ...(port !== undefined && { port }),
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    ...(withhold && { withhold }),
    clients: options.clients,
    reject: options.reject === "1008" ? 1008 : 401,
    env: context.env,
    workspaceRequests: options.requests,
    logLevel: options.logLevel,
    logBodies: options.logBodies ?? false,
    log,
  };
}

/** Starts the workbench. It ends with the process, however that ends. */
async function start(options: CreateWorkbenchOptions, { lifecycle }: Context): Promise<RunningWorkbench> {
  try {
    const workbench = await createWorkbench(options);
    lifecycle.atExit(() => workbench.ide.removeLock());
    lifecycle.defer(() => workbench.close());
    return workbench;
  } catch (error) {
    if (error instanceof StartError) throw new CommandError(exitCodes.cannotStart, error.message);
    throw error;
  }
}

/** Serves until the user quits. `commands` are the names that a mistyped folder may have been meant for. */
export async function serve(
  words: readonly string[],
  options: ServeOptions,
  context: Context,
  commands: readonly string[],
): Promise<void> {
  const { lifecycle, input, out, err, env } = context;
  const folders = resolveFolders(words, context.cwd, commands);
  const short = (path: string) => shorten(path, folders);
  // Standard output is for programs with --json, so then the words go beside it.
  const screen = options.json ? err : out;
  let prompt: Prompt | undefined;
  const say = (lines: readonly string[]) => {
    if (prompt) prompt.say(lines);
    else for (const line of lines) screen.line(line);
  };
  const tell = (event: ServeEvent) => {
    // What ends because Tandem ends was decided by nobody.
    if (lifecycle.signal.aborted && (event.event === "review-closed" || event.event === "code-answered")) return;
    if (options.json) out.json(event);
    else say([describeEvent(event, short, screen.colors)]);
  };
  const log = (entry: LogEntry) => {
    // At a prompt both streams are one screen, which the prompt keeps in order.
    if (prompt && screen.isTerminal && err.isTerminal) say([describeLog(entry)]);
    else err.line(describeLog(entry));
  };

  const { name } = options;
  const configDir = options.configDir === undefined ? undefined : resolve(context.cwd, options.configDir);
  const command = claudeCommand(configDir);
  const reviews = new ReviewDesk({
    tell,
    shorten: short,
  });
  const code = new CodeDesk(tell);
  const ideSettings = ideOptions(options, context, log);
  const { pagePort } = options;
  const settings = await readSettings(env);
  const logger = new Logger(log, options.logLevel);
  const logTools = ({ level, message, details }: LogEntry) => logger[level](message, details);
  const borrowed = { settings, env, log: logTools };
  const language = options.languageServers ? await createLazyLanguageServers({ folders, ...borrowed }) : undefined;
  lifecycle.defer(() => language?.languageTools.close());
  const codeRunner = options.kernel ? createLazyKernels({ folders: () => workbench.folders, ...borrowed }) : undefined;
  lifecycle.defer(() => codeRunner?.close());
  const kernels = codeRunner && {
    codeRunner,
    code: {
      canAnswer: () => input.isTTY === true && isInForeground(),
      asked: code.asked,
      answered: code.answered,
    },
  };
  const running = await start(
    {
      name,
      folders,
      command,
      ide: ideSettings,
      onReview: reviews,
      journal: new DraftJournal({ env, onFailed: (words) => logger.warn(words) }),
      ...language,
      ...kernels,
      ...(pagePort !== undefined && { pagePort }),
    },
    context,
  );
  const { workbench, editor, door } = running;
  lifecycle.defer(async () => {
    for (const line of await keepUnsaved(workbench)) err.line(visibleName(line));
  });
  running.onStatusChanged(watchClients(tell));
  const { port, lockFile } = running.ide;
  if (options.json) out.json({ port, pid: process.pid, lockFile, page: door.newLink() });
  else {
    const page = await openPage(door, { mayOpen: options.open && screen.isTerminal, env, folders });
    const { columns, colors } = screen;
    const facts = { name, ide: running.ide, folders, columns, command, page, configDir };
    say(banner({ ...facts, takesLines: input.isTTY === true }, colors));
    say(await obstacles(port, { ...facts, env }));
  }
  say(draftLines(workbench.drafts.offered, short));

  // Only now, so that the start does not wait for it.
  setImmediate(() => void language?.languageTools.load());
  await new Promise<void>((quit) => {
    const desk = {
      workbench,
      editor,
      ide: running.ide,
      reviews,
      code,
      languageTools: language?.languageTools,
      cwd: context.cwd,
      colors: screen.colors,
      shorten: short,
      openPage: async () => [await openPage(door, { mayOpen: options.open, env, folders })],
      restartEndpoint: () => running.restartEndpoint(),
      quit: () => quit(),
    };
    const numbers = () => ({
      reviews: reviews.all.map(({ number }) => number),
      code: code.all.map(({ number }) => number),
      drafts: workbench.drafts.offered.map(({ number }) => number),
    });
    let lastLine: Promise<void> = Promise.resolve();
    prompt = openPrompt({
      input,
      output: screen,
      showsPrompt: !options.json,
      // One after the other, as they were typed.
      onLine: (line) => {
        const meant = withNumberShown(line, desk);
        lastLine = lastLine.then(async () => say(await runLine(meant, desk, lineCommands)));
      },
      // Ctrl-D is a goodbye; a service manager's empty input is not.
      onEnd: () => (input.isTTY ? quit() : undefined),
      onInterrupt: () => lifecycle.end(exitCodeOfSignal("SIGINT")),
      complete: (line) => completeLine(line, folders[0] ?? context.cwd, numbers()),
    });
    lifecycle.defer(() => prompt?.close());
    say([]);
  });
}
