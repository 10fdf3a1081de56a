import { type Client, connect, type FoundEditor, targetOf } from "@tandem-ide/client";
import type { Context } from "./context.js";

/** Connects to an editor as `tandem`. The connection ends with the command. */
export async function connectTo(
  context: Context,
  editor: FoundEditor,
  options: { readonly reconnect?: boolean; readonly onNotification?: (method: string, params: unknown) => void } = {},
): Promise<Client> {
  const { version, lifecycle } = context;
  const client = await connect(targetOf(editor), {
    ...options,
    signal: lifecycle.signal,
    roots: [context.cwd],
    identity: {
      userAgent: `tandem/${version}`,
      clientInfo: { name: "tandem", version },
      capabilities: { roots: {} },
    },
  });
  lifecycle.defer(() => client.close());
  return client;
}
