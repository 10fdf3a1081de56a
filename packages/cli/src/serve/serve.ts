/** `tandem serve`: runs the workbench and connects it to Claude Code. */
import { resolve } from "node:path";
import { type AgentName, type LogEntry, Logger, type LogLevel } from "@tandem-ide/base";
import type { WorkspaceRequestMode } from "@tandem-ide/protocol/schema-free";
import type { EndpointOptions } from "@tandem-ide/server";
import { createWorkbench } from "@tandem-ide/workbench";
import { DraftJournal } from "@tandem-ide/workspace/drafts";
import { createLazyKernels, createLazyLanguageServers } from "@tandem-ide/workspace/lazy";
import { readSettings } from "@tandem-ide/workspace/settings";
import type { Context } from "../context.js";
import { shorten } from "../paths.js";
import { isInForeground } from "../prompt/foreground.js";
import { openPage } from "../prompt/open-page.js";
import { openPrompt, type Prompt } from "../prompt/prompt.js";
import { runLine } from "../prompt/run-line.js";
import { visible, visibleName } from "../visible.js";
import { banner, claudeCommand } from "./banner.js";
import { createRecorder } from "./change-recorder.js";
import { watchClients } from "./client-watch.js";
import { completeLine } from "./complete-line.js";
import { connectionNote } from "./connection-note.js";
import { draftLines } from "./draft-commands.js";
import { describeEvent, type ServeEvent } from "./events.js";
import { resolveFolders } from "./folders.js";
import { addShownNumber, lineCommands, type ServeContext } from "./line-commands.js";
import { PendingCode } from "./pending-code.js";
import { PendingReviews } from "./pending-reviews.js";
import { saveDrafts } from "./save-drafts.js";

export interface ServeOptions {
  readonly name: string;
  readonly port?: number;
  readonly pagePort?: number;
  readonly configDir?: string;
  readonly agents?: readonly AgentName[];
  readonly clients: "many" | "single";
  readonly reject: "401" | "1008";
  readonly requests: WorkspaceRequestMode;
  readonly hide?: string[];
  readonly withhold?: string[];
  readonly logLevel: LogLevel;
  readonly logBodies?: true;
  readonly json?: true;
  readonly languageServers: boolean;
  /** Whether changes on disk are recorded. */
  readonly changes: boolean;
  /** Whether code can run. */
  readonly kernel: boolean;
  /** Whether to open the browser. */
  readonly open: boolean;
}

function formatDetail(value: unknown): string {
  if (value instanceof Error) return value.message;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function formatLog({ level, message, details: { stack, ...details } = {} }: LogEntry): string {
  const pairs = Object.entries(details).map(([key, value]) => ` ${key}=${formatDetail(value)}`);
  const entry = visibleName(`[${level}] ${message}${pairs.join("")}`);
  return typeof stack === "string" ? `${entry}\n${visible(stack)}` : entry;
}

function endpointOptions(options: ServeOptions, context: Context, log: (entry: LogEntry) => void): EndpointOptions {
  const { port, configDir, agents, hide = [], withhold = [] } = options;
  return {
    ...(port !== undefined && { port }),
    ...(agents && { agents }),
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    hiddenFiles: [...hide, ...withhold],
    clients: options.clients,
    reject: options.reject === "1008" ? 1008 : 401,
    env: context.env,
    workspaceRequests: options.requests,
    logLevel: options.logLevel,
    logBodies: options.logBodies ?? false,
    log,
  };
}

/** Serves until the user quits. `commands` are suggested for a folder that doesn't exist. */
export async function serve(
  names: readonly string[],
  options: ServeOptions,
  context: Context,
  commands: readonly string[],
): Promise<void> {
  const { lifecycle, input, out, err, env } = context;
  const folders = resolveFolders(names, context.cwd, commands);
  const short = (path: string) => shorten(path, folders);
  // With --json, standard output is only for JSON.
  const screen = options.json ? err : out;
  let prompt: Prompt | undefined;
  const say = (lines: readonly string[]) => {
    if (prompt) prompt.say(lines);
    else for (const line of lines) screen.line(line);
  };
  const emit = (event: ServeEvent) => {
    // Reviews that close because Tandem stops were not decided.
    if (lifecycle.signal.aborted && (event.event === "review-closed" || event.event === "code-answered")) return;
    if (options.json) out.json(event);
    else say([describeEvent(event, short, screen.colors)]);
  };
  const log = (entry: LogEntry) => {
    // At a terminal both streams share the screen with the prompt.
    if (prompt && screen.isTerminal && err.isTerminal) say([formatLog(entry)]);
    else err.line(formatLog(entry));
  };

  const { name } = options;
  const configDir = options.configDir === undefined ? undefined : resolve(context.cwd, options.configDir);
  const command = claudeCommand(configDir);
  const reviews = new PendingReviews(emit, short);
  const code = new PendingCode(emit);
  const { pagePort } = options;
  const settings = await readSettings(env);
  const logger = new Logger(log, options.logLevel);
  const logTools = ({ level, message, details }: LogEntry) => logger[level](message, details);
  const toolOptions = { settings, env, log: logTools };
  const language = options.languageServers ? await createLazyLanguageServers({ folders, ...toolOptions }) : undefined;
  lifecycle.defer(() => language?.languageTools.close());
  const codeRunner = options.kernel
    ? createLazyKernels({ folders: () => workbench.folders, ...toolOptions })
    : undefined;
  lifecycle.defer(() => codeRunner?.close());
  const kernels = codeRunner && {
    codeRunner,
    code: {
      canAnswer: () => input.isTTY === true && isInForeground(),
      asked: code.asked,
      answered: code.answered,
    },
  };
  const changes = options.changes ? createRecorder(settings, { env, log: logTools }) : undefined;
  const running = await createWorkbench({
    name,
    folders,
    command,
    endpoint: endpointOptions(options, context, log),
    onReview: reviews,
    journal: new DraftJournal({ env, onFailed: (message) => logger.warn(message) }),
    ...(changes && { changes }),
    ...language,
    ...kernels,
    ...(pagePort !== undefined && { pagePort }),
  });
  lifecycle.atExit(() => running.endpoint.removeLock());
  lifecycle.defer(() => running.close());
  const { workbench, editor, pageServer } = running;
  lifecycle.defer(async () => {
    for (const line of await saveDrafts(workbench)) err.line(visibleName(line));
  });
  running.onStatusChanged(watchClients(emit));
  const { port, lockFile } = running.endpoint;
  if (options.json) out.json({ port, pid: process.pid, lockFile, page: pageServer.newLink() });
  else {
    const page = await openPage(pageServer, { mayOpen: options.open && screen.isTerminal, env, folders });
    const { columns, colors } = screen;
    const facts = { name, endpoint: running.endpoint, folders, columns, command, page, configDir };
    say(banner({ ...facts, readsCommands: input.isTTY === true }, colors));
    say(await connectionNote(port, { ...facts, env }));
  }
  say(draftLines(workbench.drafts.offered, short));

  // Load this last to start quickly.
  setImmediate(() => void language?.languageTools.load());
  await new Promise<void>((quit) => {
    const commandContext: ServeContext = {
      workbench,
      editor,
      endpoint: running.endpoint,
      reviews,
      code,
      languageTools: language?.languageTools,
      cwd: context.cwd,
      colors: screen.colors,
      shorten: short,
      openPage: async () => [await openPage(pageServer, { mayOpen: options.open, env, folders })],
      restartEndpoint: () => running.restartEndpoint(),
      quit,
    };
    const numbers = () => ({
      reviews: reviews.all.map(({ number }) => number),
      code: code.all.map(({ number }) => number),
      drafts: workbench.drafts.offered.map(({ number }) => number),
    });
    prompt = openPrompt(
      {
        output: screen,
        showsPrompt: !options.json,
        atEntry: (line) => addShownNumber(line, commandContext),
        run: (line) => runLine(line, commandContext, lineCommands),
        quit,
        complete: (line) => completeLine(line, folders[0] ?? context.cwd, numbers()),
      },
      context,
    );
  });
}
