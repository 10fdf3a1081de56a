import { Client } from "./client.js";
import { NotificationHub } from "./connection/notification-hub.js";
import { openSession } from "./connection/session.js";
import { type ConnectOptions, settingsOf } from "./options.js";
import type { Target } from "./target.js";

/**
 * Connects to an editor with the same headers and the same handshake as Claude Code. Throws a
 * {@link ConnectError} that says what went wrong, or the signal's reason if it aborts.
 *
 * @example
 * const client = await connect({ port: 45123, authToken }, { signal: AbortSignal.timeout(5000) });
 * console.log(client.serverInfo.name, client.tools.map((tool) => tool.name));
 * await client.close();
 */
export async function connect(target: Target, options: ConnectOptions = {}): Promise<Client> {
  const settings = settingsOf(options);
  const hub = new NotificationHub(settings.onViolation);
  hub.onAny(settings.onNotification);
  const open = (signal: AbortSignal | undefined) =>
    openSession(target, settings, (notification) => hub.emit(notification), signal);
  return new Client(await open(options.signal), open, hub, settings);
}
