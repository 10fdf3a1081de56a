/** `tandem inspect` with an editor: shows all messages live. */
import { dirname, resolve } from "node:path";
import { messageOf, systemErrorCode } from "@tandem-ide/base";
import { type FoundEditor, targetOf } from "@tandem-ide/client";
import {
  type Entry,
  filterOf,
  type Header,
  type InspectorPage,
  openInspectorPage,
  Recorder,
  startInspector,
} from "@tandem-ide/inspector";
import { claudeEnvironment } from "@tandem-ide/protocol";
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import type { Output } from "../output.js";
import { openPage } from "../prompt/open-page.js";
import { openPrompt, type Prompt } from "../prompt/prompt.js";
import { runLine } from "../prompt/run-line.js";
import { quote } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";
import { banner } from "./banner.js";
import { type InspectContext, lineCommands } from "./line-commands.js";
import { lostEditor } from "./lost-editor.js";
import { rowJson } from "./row-json.js";
import { rowLines } from "./row-line.js";
import { SeenRows } from "./seen-rows.js";
import { summary } from "./summary.js";

export interface InspectOptions {
  readonly configDir?: string;
  readonly record?: string;
  readonly filter?: string;
  readonly listenPort?: number;
  readonly pagePort?: number;
  /** False: don't serve a page. */
  readonly page: boolean;
  /** False: don't open the browser. */
  readonly open: boolean;
  readonly json?: true;
}

async function openRecorder(
  path: string,
  header: Header,
  context: Context,
  warn: (message: string) => void,
): Promise<Recorder> {
  const { lifecycle } = context;
  const failed = ({ message }: Error) => warn(`Recording stopped, because the file can't be written: ${message}.`);
  try {
    const recorder = await Recorder.open(resolve(context.cwd, path), header, failed);
    lifecycle.defer(() => recorder.close());
    return recorder;
  } catch (error) {
    const code = systemErrorCode(error);
    const [reason, advice] =
      code === "ENOENT"
        ? ["the folder doesn't exist", `Create it first: mkdir -p ${quote.sh(dirname(path))}`]
        : [code === "EEXIST" ? "the file already exists" : messageOf(error), "Choose a new file: --record <file>"];
    throw new CommandError(exitCodes.cannotStart, `Can't record to ${path}: ${reason}.`, [advice]);
  }
}

async function start(editor: FoundEditor, options: InspectOptions, context: Context, onEntry: (entry: Entry) => void) {
  const { configDir, listenPort } = options;
  const inspector = await startInspector({
    editor: {
      name: editor.name,
      target: targetOf(editor),
      ...(editor.lock?.runningInWindows !== undefined && { runningInWindows: editor.lock.runningInWindows }),
    },
    env: context.env,
    onEntry,
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    ...(listenPort !== undefined && { port: listenPort }),
  });
  context.lifecycle.atExit(() => inspector.removeLock());
  context.lifecycle.defer(() => inspector.close());
  return inspector;
}

async function servePage(
  header: Header,
  options: InspectOptions,
  { lifecycle }: Context,
): Promise<InspectorPage | undefined> {
  if (!options.page) return undefined;
  const port = options.pagePort === undefined ? {} : { port: options.pagePort };
  const page = await openInspectorPage({ header, ...port });
  lifecycle.defer(() => page.close());
  return page;
}

/** Inspects until the user quits or the started client exits. Resolves with the exit code. */
export async function inspect(
  port: number | undefined,
  command: readonly string[],
  options: InspectOptions,
  context: Context,
): Promise<number> {
  const { out, err, env } = context;
  const editor = await pickEditor(context, options, {
    exitCode: exitCodes.no,
    commandFor: (other) => `tandem inspect ${other}`,
    setsVariables: true,
    port,
  });
  const header: Header = {
    recording: 1,
    at: new Date().toISOString(),
    editor: editor.name,
    folders: [...(editor.lock?.workspaceFolders ?? [])],
  };
  const screen: Output = options.json ? err : out;
  let prompt: Prompt | undefined;
  // The prompt keeps the warning out of the line being typed.
  const warn = (text: string) => {
    const message = visibleName(text);
    if (prompt && screen.isTerminal) prompt.say(wrap(message, screen.columns));
    else err.line(message);
  };
  const recorder = options.record === undefined ? undefined : await openRecorder(options.record, header, context, warn);
  const page = await servePage(header, options, context);
  const seen = new SeenRows();
  const startTime = performance.now();
  let quit = () => {};
  const untilQuit = new Promise<void>((resolve) => {
    quit = resolve;
  });
  const commandContext: InspectContext = {
    seen,
    screen,
    isShown: filterOf(options.filter ?? ""),
    isPaused: false,
    now: () => performance.now() - startTime,
    openPage: async () =>
      page ? [await openPage(page.pageServer, { mayOpen: options.open, env })] : ["There is no page (--no-page)."],
    quit,
  };
  const say = (lines: readonly string[]) => {
    if (prompt) prompt.say(lines);
    else for (const line of lines) screen.line(line);
  };
  /** The client uses the terminal while it runs. */
  const isSilent = command.length > 0;
  const lost = lostEditor(editor);
  const inspector = await start(editor, options, context, (entry) => {
    recorder?.add(entry);
    page?.add(entry);
    const warning = lost(entry);
    for (const row of seen.add(entry)) {
      if (isSilent || commandContext.isPaused || !commandContext.isShown(row)) continue;
      if (options.json) out.json(rowJson(row));
      else say(rowLines(row, screen.columns, screen.colors));
    }
    if (warning !== undefined && !isSilent) say(wrap(warning, screen.columns).map(screen.colors.yellow));
  });

  const link = page ? await openPage(page.pageServer, { mayOpen: options.open && screen.isTerminal, env }) : undefined;
  const configDir = options.configDir === undefined ? undefined : resolve(context.cwd, options.configDir);
  if (options.json)
    out.json({
      port: inspector.port,
      pid: process.pid,
      lockFile: inspector.lockFile,
      editor: editor.name,
      ...(page && { page: page.pageServer.newLink() }),
    });
  else {
    const readsCommands = context.input.isTTY === true;
    const { record } = options;
    say(banner({ editor, inspector, record, page: link, configDir, readsCommands, startsClient: isSilent }, screen));
  }

  const [program, ...args] = command;
  if (program === undefined) {
    prompt = openPrompt(
      {
        output: screen,
        showsPrompt: !options.json,
        run: (line) => runLine(line, commandContext, lineCommands),
        quit,
        complete: (line) => [Object.keys(lineCommands).filter((name) => name.startsWith(line)), line],
      },
      context,
    );
    await untilQuit;
    return exitCodes.ok;
  }
  const variables = {
    ...claudeEnvironment(inspector.port, env),
    ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }),
  };
  const exitCode = await runClient(program, args, variables, context);
  for (const line of summary(seen, screen)) screen.line(line);
  return exitCode;
}
