/** Options that several commands share. */
import { workspaceRequestModes } from "@tandem/protocol/plain";
import { InvalidArgumentError, Option } from "commander";

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65535)
    throw new InvalidArgumentError("A port is a whole number from 1 to 65535.");
  return port;
}

export function parseCount(value: string): number {
  const count = Number(value);
  if (!/^\d+$/.test(value) || count < 1) throw new InvalidArgumentError("A whole number from 1 on is needed.");
  return count;
}

/** What a timer of Node can hold: it takes a longer time for none at all. */
const maxSeconds = 2_147_483;

export function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0)) throw new InvalidArgumentError("A number of seconds is needed.");
  if (seconds > maxSeconds) throw new InvalidArgumentError(`At most ${maxSeconds} seconds (24 days) are possible.`);
  return seconds;
}

/** `--port`: which editor is meant. */
export const editorPortOption = () =>
  new Option("--port <port>", "the editor on this port, not the one that Claude Code would take").argParser(parsePort);

/** `--port`: where to listen. */
export const listenPortOption = () => new Option("--port <port>", "listen on this port").argParser(parsePort);

export const pagePortOption = () =>
  new Option("--page-port <port>", "serve the page on this port").argParser(parsePort);

export const configDirOption = () =>
  new Option("--config-dir <dir>", "Claude Code's config directory, in place of CLAUDE_CONFIG_DIR and ~/.claude");

/** `--requests`: what the workspace requests may do. */
export const requestsOption = (what: string) =>
  new Option("--requests <mode>", what).choices([...workspaceRequestModes]);

export const jsonOption = (what: string) => new Option("--json", what);

/** Gathers an option that may be given several times. A variadic one would swallow the folders after it. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
