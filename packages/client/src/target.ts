/**
 * Where an editor listens, and the token from its lock file.
 *
 * @example
 * const target: Target = { port: 45123, authToken: lock.authToken };
 */
export interface Target {
  readonly port: number;
  /** Without one the connection is tried without the header, as Claude Code does. */
  readonly authToken?: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/**
 * `127.0.0.1:45123`, for addresses and messages.
 *
 * @example
 * const socket = new WebSocket(`ws://${addressOf(target)}/`);
 */
export function addressOf({ host = "127.0.0.1", port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Text from the editor without the token: one that is echoed back must not get into a log by way of a message. */
export function redact(text: string, { authToken }: Target): string {
  return authToken ? text.replaceAll(authToken, "…") : text;
}
