/** `tandem replay --as editor`: plays the editor's side of a recording to a client. */
import { resolve } from "node:path";
import { type EditorReplay, type Recording, replayEditor } from "@tandem-ide/inspector";
import { runClient } from "../client-program.js";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { withConfigDir } from "../shells.js";
import { visibleLine, visibleName } from "../visible.js";
import { foldersOf, printConnections, type ReplayOptions } from "./options.js";
import { printResult, ReplayProgressLine } from "./print.js";

async function start(
  recording: Recording,
  options: ReplayOptions,
  context: Context,
  progress: ReplayProgressLine | undefined,
): Promise<EditorReplay> {
  const { connection, exact, timeout, configDir, listenPort } = options;
  const replay = await replayEditor(recording, {
    present: [context.cwd],
    folders: foldersOf(options.folder ?? [], recording, context),
    exact: exact ?? false,
    env: context.env,
    onProgress: (each) => progress?.update(each),
    ...(connection !== undefined && { connection }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(configDir !== undefined && { configDir: resolve(context.cwd, configDir) }),
    ...(listenPort !== undefined && { port: listenPort }),
  });
  context.lifecycle.atExit(() => replay.removeLock());
  context.lifecycle.defer(() => replay.close());
  return replay;
}

export async function playEditor(
  recording: Recording,
  client: readonly string[],
  options: ReplayOptions,
  context: Context,
): Promise<number> {
  const { err, env, cwd } = context;
  const isSilent = client.length > 0;
  // A started client uses the terminal.
  const progress = isSilent ? undefined : new ReplayProgressLine(err);
  printConnections(recording, options, context);
  const replay = await start(recording, options, context, progress);
  const configDir = options.configDir === undefined ? undefined : resolve(cwd, options.configDir);
  const command = withConfigDir(`CLAUDE_CODE_SSE_PORT=${replay.port} claude`, configDir);
  const [program, ...args] = client;
  if (program !== undefined) {
    const variables = { ...replay.environment(env), ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }) };
    // The result includes messages after the end of the recording, so wait until the client exits.
    await runClient(program, args, variables, context);
  } else {
    err.line(`Replaying ${visibleLine(recording.header.editor, 40)} on port ${replay.port}.`);
    err.line("Now start Claude Code in this folder, in another terminal (with 1.x, add --ide):");
    err.line();
    err.line(`  ${err.colors.cyan(visibleName(command))}`);
    err.line();
    await replay.finished;
    progress?.clear();
  }
  // Read the result first, because closing would count as a lost connection.
  const { result, hasClient } = replay;
  await replay.close();
  if (!hasClient && context.lifecycle.signal.aborted) return exitCodes.ok;
  if (!hasClient)
    throw new CommandError(
      exitCodes.lost,
      options.timeout === undefined || isSilent
        ? "No client connected."
        : `No client connected within ${options.timeout} s.`,
      [`Start one while the replay is running: ${command}`],
    );
  return printResult(result, recording, options, context);
}
