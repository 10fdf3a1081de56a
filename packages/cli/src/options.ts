/** Options shared by several commands. */
import { type AgentName, agentNames, isAgentName, messageOf } from "@tandem-ide/base";
import { workspaceRequestModes } from "@tandem-ide/protocol/schema-free";
import { InvalidArgumentError, Option } from "commander";
import { CommandError, exitCodes } from "./exit-codes.js";

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65535)
    throw new InvalidArgumentError("Use a whole number from 1 to 65535.");
  return port;
}

/** Parses the port that several commands accept as an argument. */
export function portArgument(value: string | undefined): number | undefined {
  try {
    return value === undefined ? undefined : parsePort(value);
  } catch (error) {
    throw new CommandError(exitCodes.cannotStart, `${value} isn't a valid port. ${messageOf(error)}`);
  }
}

export function parseCount(value: string): number {
  const count = Number(value);
  if (!/^\d+$/.test(value) || count < 1) throw new InvalidArgumentError("Use a whole number greater than 0.");
  return count;
}

/** Node's limit: a timer with a longer delay fires immediately. */
const maxSeconds = 2_147_483;

export function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0)) throw new InvalidArgumentError("Use a number of seconds greater than 0.");
  if (seconds > maxSeconds) throw new InvalidArgumentError(`The maximum is ${maxSeconds} seconds (24 days).`);
  return seconds;
}

export const editorPortOption = () =>
  new Option("--port <port>", "use the editor on this port (default: the one Claude Code would choose)").argParser(
    parsePort,
  );

export const pagePortOption = () =>
  new Option("--page-port <port>", "port for the page (default: any free port)").argParser(parsePort);

export const configDirOption = () =>
  new Option("--config-dir <dir>", "Claude Code's config directory (default: $CLAUDE_CONFIG_DIR or ~/.claude)");

export const requestsOption = (description: string) =>
  new Option("--requests <mode>", description).choices([...workspaceRequestModes]);

export function parseAgents(value: string): AgentName[] {
  return value.split(",").map((name) => {
    if (!isAgentName(name)) throw new InvalidArgumentError(`Use a comma-separated list of ${agentNames.join(", ")}.`);
    return name;
  });
}

export const agentsOption = () =>
  new Option(
    "--agents <names>",
    `agents to serve, separated by commas: ${agentNames.join(", ")} (default: claude-code, and the others that you use)`,
  ).argParser(parseAgents);

export const jsonOption = (description: string) => new Option("--json", description);

/** Collects the values of a repeatable option. A variadic option would swallow the folders after it. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
