/**
 * The address of an editor and the token from its lock file.
 *
 * @example
 * const target: Target = { port: 45123, authToken: lock.authToken };
 */
export interface Target {
  readonly port: number;
  /** If missing, the header is not sent, as in Claude Code. */
  readonly authToken?: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/**
 * Returns host and port, such as `127.0.0.1:45123`.
 *
 * @example
 * const socket = new WebSocket(`ws://${addressOf(target)}/`);
 */
export function addressOf({ host = "127.0.0.1", port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Removes the token from text sent by the editor, so it can't get into a log. */
export function redact(text: string, { authToken }: Target): string {
  return authToken ? text.replaceAll(authToken, "…") : text;
}
