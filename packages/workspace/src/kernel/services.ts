/**
 * What is used of `@jupyterlab/services`: its REST requests, messages, and their form on the wire. It is loaded when code
 * is first run, because it takes some 45 ms and 10 MB that an editor should not spend at its start.
 *
 * Its `KernelConnection` is not used: it writes to the console (which may be the standard output of a program that speaks
 * a protocol there), ends a Node process by a rejection that nobody can catch when a kernel is restarted while it starts,
 * reconnects by timers that nobody can end, and keeps every message that waits. `kernel-socket.ts` and `kernel.ts` are in its place.
 */
import type * as messageModule from "@jupyterlab/services/lib/kernel/messages.js";
import type * as validateModule from "@jupyterlab/services/lib/kernel/validate.js";
import type { ServerConnection as ServerConnectionType } from "@jupyterlab/services/lib/serverconnection.js";

export type KernelMessage = messageModule.IMessage;
export type ServerSettings = ServerConnectionType.ISettings;

export interface Services {
  readonly messages: typeof messageModule;
  readonly validateMessage: typeof validateModule.validateMessage;
  readonly ServerConnection: typeof ServerConnectionType;
}

export async function loadServices(): Promise<Services> {
  const [messages, { validateMessage }, { ServerConnection }] = await Promise.all([
    import("@jupyterlab/services/lib/kernel/messages.js"),
    import("@jupyterlab/services/lib/kernel/validate.js"),
    import("@jupyterlab/services/lib/serverconnection.js"),
  ]);
  return { messages, validateMessage, ServerConnection };
}
