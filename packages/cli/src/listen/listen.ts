/** `tandem listen`: prints what an editor tells its clients, as it comes. */
import { connectTo } from "../connect.js";
import type { Context } from "../context.js";
import { findEditors, pickEditor } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { describeNotification } from "../notification-words.js";
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
  const discovery = await findEditors(context, options);
  const wish = {
    exitCode: exitCodes.cannotStart,
    commandFor: (port: number) => `tandem listen --port ${port}`,
    ...(options.port !== undefined && { port: options.port }),
  };
  const editor = await pickEditor(context, discovery, wish);
  const folders = editor.lock?.workspaceFolders ?? [];

  let heard = 0;
  let heardEnough = () => {};
  const enough = new Promise<"enough">((resolve) => {
    heardEnough = () => resolve("enough");
  });
  const hear = (method: string, params: unknown) => {
    if (options.count !== undefined && heard >= options.count) return;
    heard++;
    const now = new Date();
    if (options.json) out.json({ time: now.toISOString(), method, params });
    else {
      const time = out.colors.dim(now.toTimeString().slice(0, 8));
      out.line(`${time} ${describeNotification(method, params, (path) => shorten(path, folders))}`);
    }
    if (heard === options.count) heardEnough();
  };

  const client = await connectTo(context, editor, { reconnect: options.reconnect ?? false, onNotification: hear });
  err.line(`Listening to ${visibleLine(editor.name, 60)} on port ${editor.port}. Ctrl-C ends it.`);
  client.onState((state) => {
    if (state.status === "connected") err.line("Connected again.");
    if (state.status === "reconnecting" && state.attempt === 1)
      err.line(`${visible(state.reason)} Trying to get it back …`);
  });
  const end = await Promise.race([enough, client.closed]);
  if (end === "enough" || end.byClient) return exitCodes.ok;
  const advice = options.reconnect ? [] : ["With --reconnect it is dialled again, as Claude Code does."];
  throw new CommandError(exitCodes.lost, end.reason, advice);
}
