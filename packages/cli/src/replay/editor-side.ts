/** `tandem replay --as editor`: the editor's side of a recording, to a client. */
import { resolve } from "node:path";
import { type EditorReplay, type Recording, replayEditor } from "@tandem/inspector";
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { quote } from "../shells.js";
import { visibleLine, visibleName } from "../visible.js";
import { explained, foldersOf, type ReplayOptions, tellConnections } from "./options.js";
import { type ProgressLine, printResult, progressLine } from "./print.js";

async function start(
  recording: Recording,
  options: ReplayOptions,
  context: Context,
  progress: ProgressLine,
): Promise<EditorReplay> {
  const { connection, exact, timeout, configDir, listenPort } = options;
  try {
    const replay = await replayEditor(recording, {
      present: [context.cwd],
      folders: foldersOf(options.folder ?? [], recording, context),
      exact: exact ?? false,
      env: context.env,
      onProgress: (each) => progress.tell(each),
      ...(connection !== undefined && { connection }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
      ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
      ...(listenPort !== undefined && { port: listenPort }),
    });
    context.lifecycle.atExit(() => replay.removeLock());
    context.lifecycle.defer(() => replay.close());
    return replay;
  } catch (error) {
    throw explained(error);
  }
}

/** How a client is sent here. */
function startLine(port: number, configDir: string | undefined): string {
  const where = configDir === undefined ? "" : `CLAUDE_CONFIG_DIR=${quote.sh(configDir)} `;
  return `${where}CLAUDE_CODE_SSE_PORT=${port} claude`;
}

export async function playEditor(
  recording: Recording,
  client: readonly string[],
  options: ReplayOptions,
  context: Context,
): Promise<number> {
  const { err, env, cwd } = context;
  const isSilent = client.length > 0;
  // The terminal is the client's own while it runs.
  const progress = isSilent ? { tell: () => {}, end: () => {} } : progressLine(err);
  tellConnections(recording, options, context);
  const replay = await start(recording, options, context, progress);
  const configDir = options.configDir === undefined ? undefined : resolve(cwd, options.configDir);
  const command = startLine(replay.port, configDir);
  const [program, ...args] = client;
  if (program !== undefined) {
    const variables = { ...replay.environment(env), ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }) };
    // What the client does after the recording is used up is told too, so it is asked for the result when it has ended.
    await runClient(program, args, variables, context);
  } else {
    err.line(
      `${visibleLine(recording.header.editor, 40)} is played on port ${replay.port}. Now start Claude Code in another`,
    );
    err.line("terminal, in this folder (with 1.x add --ide):");
    err.line();
    err.line(`  ${err.colors.cyan(visibleName(command))}`);
    err.line();
    await replay.finished;
    progress.end();
  }
  // Looked at before it is closed: what is closed here was not lost.
  const { result, hasClient } = replay;
  await replay.close();
  // Ended by the user before anything came: there is nothing to tell.
  if (!hasClient && context.lifecycle.signal.aborted) return exitCodes.ok;
  if (!hasClient)
    throw new CommandError(
      exitCodes.lost,
      options.timeout === undefined || isSilent ? "No client came." : `No client came within ${options.timeout} s.`,
      [`Start one while the replay waits: ${startLine(replay.port, configDir)}`],
    );
  return printResult(result, recording, options, context);
}
