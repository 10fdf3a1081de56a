/** Clients whose last messages a failed test shows. */
import { type Client, type ConnectOptions, connect, type Target } from "@tandem-ide/client";
import { showOnFailure } from "./on-failure.js";

const shownMessages = 10;

/** Connects a client as Claude Code does. The caller closes it. */
export async function connectClient(target: Target, options: ConnectOptions = {}): Promise<Client> {
  const wire: string[] = [];
  const note = (what: string, content: unknown) => void wire.push(`${what} ${JSON.stringify(content) ?? ""}`);
  const close = showOnFailure("The last messages of a client", () => wire.slice(-shownMessages).join("\n"));
  const client = await connect(target, {
    ...options,
    onNotification(method, params) {
      note(`← ${method}`, params);
      options.onNotification?.(method, params);
    },
    onViolation(violation) {
      note("! breaks the protocol:", violation.message);
      options.onViolation?.(violation);
    },
  });
  void client.closed.then(close);
  const call = client.callRaw.bind(client);
  client.callRaw = async (name, args, callOptions) => {
    note(`→ ${name}`, args);
    const answer = call(name, args, callOptions);
    answer.then(
      (result) => note(`← ${name}`, result),
      (error) => note(`← ${name} failed:`, String(error)),
    );
    return await answer;
  };
  return client;
}
