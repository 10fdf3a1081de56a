/** `tandem inspect` before an editor: everything that passes, live. */
import { dirname, resolve } from "node:path";
import { messageOf, systemErrorCode } from "@tandem/base";
import { type FoundEditor, targetOf } from "@tandem/client";
import {
  type Entry,
  filterOf,
  type Header,
  type InspectorPage,
  openInspectorPage,
  Recorder,
  type Row,
  startInspector,
} from "@tandem/inspector";
import { claudeEnvironment } from "@tandem/protocol";
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "../exit-codes.js";
import type { Output } from "../output.js";
import { openPage } from "../prompt/open-page.js";
import { openPrompt, type Prompt } from "../prompt/prompt.js";
import { runLine } from "../prompt/run-line.js";
import { quote } from "../shells.js";
import { visibleName } from "../visible.js";
import { wrap } from "../wrap.js";
import { banner } from "./banner.js";
import { cannotStart } from "./cannot-start.js";
import { type InspectDesk, lineCommands } from "./line-commands.js";
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
  /** False: there is none. */
  readonly page: boolean;
  /** False: no browser is opened. */
  readonly open: boolean;
  readonly json?: true;
}

async function openRecorder(
  path: string,
  header: Header,
  context: Context,
  tell: (words: string) => void,
): Promise<Recorder> {
  const { lifecycle } = context;
  const failed = ({ message }: Error) => tell(`The recording ends here, it could not be written: ${message}.`);
  try {
    const recorder = await Recorder.open(resolve(context.cwd, path), header, failed);
    lifecycle.defer(() => recorder.close());
    return recorder;
  } catch (error) {
    const code = systemErrorCode(error);
    const [why, advice] =
      code === "ENOENT"
        ? ["there is no such folder", `Make it first: mkdir -p ${quote.sh(dirname(path))}`]
        : [
            code === "EEXIST" ? "that file is there already, and is not written over" : messageOf(error),
            "Name a file that does not exist yet: --record <file>",
          ];
    throw new CommandError(exitCodes.cannotStart, `Nothing can be recorded to ${path}: ${why}.`, [advice]);
  }
}

async function start(editor: FoundEditor, options: InspectOptions, context: Context, onEntry: (entry: Entry) => void) {
  const { configDir, listenPort } = options;
  try {
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
  } catch (error) {
    cannotStart(error);
  }
}

async function pickInspected(
  port: number | undefined,
  options: InspectOptions,
  context: Context,
): Promise<FoundEditor> {
  const discovery = await findEditors(context, options);
  return await pickEditor(context, discovery, {
    exitCode: exitCodes.no,
    commandFor: (named) => `tandem inspect ${named}`,
    setsVariables: true,
    ...(port !== undefined && { port }),
  });
}

async function makePage(
  header: Header,
  options: InspectOptions,
  { lifecycle }: Context,
): Promise<InspectorPage | undefined> {
  if (!options.page) return undefined;
  const port = options.pagePort === undefined ? {} : { port: options.pagePort };
  const page = await openInspectorPage({ header, ...port }).catch(cannotStart);
  lifecycle.defer(() => page.close());
  return page;
}

/** Waits at the prompt until the user has enough. */
function untilQuit(
  desk: Omit<InspectDesk, "quit">,
  context: Context,
  options: InspectOptions,
  use: (prompt: Prompt) => void,
): Promise<void> {
  const { input, lifecycle } = context;
  return new Promise((quit) => {
    const whole: InspectDesk = Object.assign(desk, { quit });
    let lastLine: Promise<void> = Promise.resolve();
    const prompt = openPrompt({
      input,
      output: desk.screen,
      showsPrompt: !options.json,
      onLine: (line) => {
        lastLine = lastLine.then(async () => prompt.say(await runLine(line, whole, lineCommands)));
      },
      // Ctrl-D is a goodbye; a service manager's empty input is not.
      onEnd: () => (input.isTTY ? quit() : undefined),
      onInterrupt: () => lifecycle.end(exitCodeOfSignal("SIGINT")),
      complete: (line) => [Object.keys(lineCommands).filter((name) => name.startsWith(line)), line],
    });
    lifecycle.defer(() => prompt.close());
    use(prompt);
  });
}

/** The filter's words, checked once for what is typed often. */
function shownBy(desk: Pick<InspectDesk, "filter">): (row: Row) => boolean {
  let [words, test] = [desk.filter, filterOf(desk.filter)];
  return (row) => {
    if (words !== desk.filter) [words, test] = [desk.filter, filterOf(desk.filter)];
    return test(row);
  };
}

/** Inspects until the user quits or the client that was started ends; resolves with the exit code. */
export async function inspect(
  port: number | undefined,
  command: readonly string[],
  options: InspectOptions,
  context: Context,
): Promise<number> {
  const { out, err, env } = context;
  const editor = await pickInspected(port, options, context);
  const header: Header = {
    recording: 1,
    at: new Date().toISOString(),
    editor: editor.name,
    folders: [...(editor.lock?.workspaceFolders ?? [])],
  };
  const screen: Output = options.json ? err : out;
  let prompt: Prompt | undefined;
  // Not into the middle of what is being typed.
  const warn = (text: string) => {
    const words = visibleName(text);
    if (prompt && screen.isTerminal) prompt.say(wrap(words, screen.columns));
    else err.line(words);
  };
  const recorder = options.record === undefined ? undefined : await openRecorder(options.record, header, context, warn);
  const page = await makePage(header, options, context);
  const seen = new SeenRows();
  const began = performance.now();
  const open = async () =>
    page ? [await openPage(page.door, { mayOpen: options.open, env })] : ["There is no page (--no-page)."];
  const desk = {
    seen,
    screen,
    filter: options.filter ?? "",
    isPaused: false,
    now: () => performance.now() - began,
    openPage: open,
  };
  const isShown = shownBy(desk);
  const say = (lines: readonly string[]) => {
    if (prompt) prompt.say(lines);
    else for (const line of lines) screen.line(line);
  };
  /** The terminal is the client's own while it runs. */
  const isSilent = command.length > 0;
  const lost = lostEditor(editor);
  const inspector = await start(editor, options, context, (entry) => {
    recorder?.add(entry);
    page?.add(entry);
    const words = lost(entry);
    for (const row of seen.add(entry)) {
      if (isSilent || desk.isPaused || !isShown(row)) continue;
      if (options.json) out.json(rowJson(row));
      else say(rowLines(row, screen.columns, screen.colors));
    }
    if (words !== undefined && !isSilent) say(wrap(words, screen.columns).map(screen.colors.yellow));
  });

  const link = page ? await openPage(page.door, { mayOpen: options.open && screen.isTerminal, env }) : undefined;
  const configDir = options.configDir === undefined ? undefined : resolve(context.cwd, options.configDir);
  const facts = {
    editor,
    inspector,
    record: options.record,
    page: link,
    configDir,
    takesLines: context.input.isTTY === true,
  };
  if (options.json)
    out.json({
      port: inspector.port,
      pid: process.pid,
      lockFile: inspector.lockFile,
      editor: editor.name,
      ...(page && { page: page.door.newLink() }),
    });
  else say(banner({ ...facts, startsClient: isSilent }, screen));

  const [program, ...args] = command;
  if (program === undefined) {
    await untilQuit(desk, context, options, (made) => {
      prompt = made;
      made.say([]);
    });
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
