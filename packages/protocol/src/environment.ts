/**
 * The environment variables that let Claude Code find this editor (ENV-01 to ENV-04), and those that locate the lock
 * files (LCK-10).
 */
import type { Environment } from "@tandem-ide/base";

const loopback = ["127.0.0.1", "localhost", "::1"];

function withLoopback(value: string | undefined): string {
  const hosts = (value ?? "")
    .split(",")
    .map((host) => host.trim())
    .filter((host) => host !== "");
  if (hosts.includes("*")) return hosts.join(",");
  return [...hosts, ...loopback.filter((host) => !hosts.includes(host))].join(",");
}

/**
 * Returns the variables to set in a terminal that runs Claude Code. The NO_PROXY entries of `base`, the environment they
 * are added to, are preserved.
 *
 * @example
 * spawn("claude", { env: { ...process.env, ...claudeEnvironment(ide.port, process.env) } });
 */
export function claudeEnvironment(port: number, base: Environment): Record<string, string> {
  return {
    CLAUDE_CODE_SSE_PORT: String(port),
    MCP_CONNECTION_NONBLOCKING: "true",
    ENABLE_IDE_INTEGRATION: "true",
    // Programs differ in which spelling wins, so an unset one copies the other.
    NO_PROXY: withLoopback(base.NO_PROXY ?? base.no_proxy),
    no_proxy: withLoopback(base.no_proxy ?? base.NO_PROXY),
  };
}

export interface ConfigDirectories {
  /** The directory that the client reads and locks are written to. */
  readonly primary: string;
  /** The XDG directory. No known client reads it, but locks are mirrored there if its `ide` directory exists. */
  readonly xdg: string;
  /** All directories to search, without duplicates. */
  readonly all: readonly string[];
}

/** Finds the config directories from the environment and the home directory (LCK-10). */
export function configDirectories(env: Environment, home: string): ConfigDirectories {
  const legacy = `${home}/.claude`;
  const primary = env.CLAUDE_CONFIG_DIR || legacy;
  const xdg = `${env.XDG_CONFIG_HOME || `${home}/.config`}/claude`;
  return { primary, xdg, all: [...new Set([primary, legacy, xdg])] };
}

/** The request header for the lock's `authToken` (AUTH-01). */
export const authorizationHeader = "x-claude-code-ide-authorization";

/** The WebSocket subprotocol that servers must echo (CON-06). */
export const subprotocol = "mcp";

/** The ports an editor may listen on (CON-02). */
export const portRange = { min: 10000, max: 65535 } as const;
