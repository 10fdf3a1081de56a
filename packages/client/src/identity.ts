import type { Implementation } from "@tandem-ide/protocol";

/**
 * How a client identifies itself in the HTTP request and in `initialize`.
 *
 * @example
 * const mine: Identity = {
 *   userAgent: "my-tool/1.0",
 *   clientInfo: { name: "my-tool", version: "1.0" },
 *   capabilities: { roots: {} },
 * };
 */
export interface Identity {
  readonly userAgent: string;
  readonly clientInfo: Implementation;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

const version = "2.1.325";

/**
 * The identity of Claude Code 2.1.325, so editors can't tell this client from it.
 *
 * @example
 * await connect(target, { identity: { ...claudeCode, userAgent: "claude-code/2.1.112 (cli)" } });
 */
export const claudeCode: Identity = {
  userAgent: `claude-code/${version} (cli)`,
  clientInfo: {
    name: "claude-code",
    title: "Claude Code",
    version,
    description: "Anthropic's agentic coding tool",
    websiteUrl: "https://claude.com/claude-code",
  },
  capabilities: {
    roots: { listChanged: true },
    elicitation: {},
    extensions: { "io.modelcontextprotocol/tasks": {} },
  },
};
