/**
 * The parts of `@jupyterlab/services` that we use: REST requests, messages and their wire format. Loaded when code first
 * runs, because that takes about 45 ms and 10 MB.
 *
 * Its `KernelConnection` isn't used: it writes to the console (which may be a program's protocol stream), crashes a Node
 * process with an uncatchable rejection when a kernel is restarted during startup, reconnects with timers that can't be
 * stopped, and stores every pending message. `kernel-socket.ts` and `kernel.ts` replace it.
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
