/** `tandem listen`: prints an editor's notifications as they arrive. */
import { connectTo } from "../connect.js";
import type { Context } from "../context.js";
import { describeNotification } from "../describe-notification.js";
import { pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { shorten } from "../paths.js";
import { visible, visibleLine } from "../visible.js";

export interface ListenOptions {
  readonly port?: number;
  readonly configDir?: string;
  readonly count?: number;
  readonly reconnect?: true;
  readonly json?: true;
}

export async function listen(options: ListenOptions, context: Context): Promise<number> {
  const { out, err } = context;
  const editor = await pickEditor(context, options, {
    exitCode: exitCodes.cannotStart,
    commandFor: (port) => `tandem listen --port ${port}`,
  });
  const folders = editor.lock?.workspaceFolders ?? [];

  let received = 0;
  let resolveDone = () => {};
  const done = new Promise<"done">((resolve) => {
    resolveDone = () => resolve("done");
  });
  const onNotification = (method: string, params: unknown) => {
    if (options.count !== undefined && received >= options.count) return;
    received++;
    const now = new Date();
    if (options.json) out.json({ time: now.toISOString(), method, params });
    else {
      const time = out.colors.dim(now.toTimeString().slice(0, 8));
      out.line(`${time} ${describeNotification(method, params, (path) => shorten(path, folders))}`);
    }
    if (received === options.count) resolveDone();
  };

  const client = await connectTo(context, editor, { reconnect: options.reconnect ?? false, onNotification });
  err.line(`Listening to ${visibleLine(editor.name, 60)} on port ${editor.port}. Press Ctrl-C to stop.`);
  client.onState((state) => {
    if (state.status === "connected") err.line("Reconnected.");
    if (state.status === "reconnecting" && state.attempt === 1) err.line(`${visible(state.reason)} Reconnecting…`);
  });
  const end = await Promise.race([done, client.closed]);
  if (end === "done" || end.byClient) return exitCodes.ok;
  const advice = options.reconnect ? [] : ["To reconnect automatically, as Claude Code does: --reconnect"];
  throw new CommandError(exitCodes.lost, end.reason, advice);
}
