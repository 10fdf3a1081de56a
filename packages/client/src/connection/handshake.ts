/** Sends the first messages of a session in the same order as Claude Code. */
import {
  type InitializeResult,
  initializeResultSchema,
  listToolsResultSchema,
  protocolVersions,
  type ToolDefinition,
} from "@tandem-ide/protocol";
import { AnswerError } from "../errors.js";
import type { Settings } from "../options.js";
import { parseResult } from "../schema.js";
import type { RequestLimits, RpcPeer } from "./rpc-peer.js";

/** The results of the handshake. */
export interface Introduction {
  readonly initialized: InitializeResult;
  readonly tools: readonly ToolDefinition[];
}

/** A client accepts the revisions it knows: those up to the requested one, and the oldest. */
function isAcceptable(answered: string, asked: string): boolean {
  const [oldest, ...later] = protocolVersions;
  return answered === oldest || later.some((version) => version === answered && version <= asked);
}

async function initialize(peer: RpcPeer, settings: Settings, limits: RequestLimits): Promise<InitializeResult> {
  const { protocolVersion, identity } = settings;
  const { capabilities, clientInfo } = identity;
  const answer = await peer.request("initialize", () => ({ protocolVersion, capabilities, clientInfo }), limits);
  const result = parseResult(initializeResultSchema, answer, "initialize");
  const answered = result.protocolVersion;
  if (isAcceptable(answered, protocolVersion)) return result;
  throw new AnswerError(
    `the client requested MCP ${protocolVersion} and the server chose ${JSON.stringify(answered)}, which that client doesn't support. The server should choose the requested version`,
  );
}

/** Requests the tools. */
export async function listTools(peer: RpcPeer, limits: RequestLimits): Promise<readonly ToolDefinition[]> {
  const answer = await peer.request("tools/list", () => undefined, limits);
  return parseResult(listToolsResultSchema, answer, "tools/list").tools;
}

export async function handshake(peer: RpcPeer, settings: Settings, limits: RequestLimits): Promise<Introduction> {
  const initialized = await initialize(peer, settings, limits);
  peer.notify("notifications/initialized");
  peer.notify("ide_connected", { pid: settings.pid });
  const tools = listTools(peer, limits);
  // Claude Code requests these if they are declared. This client doesn't use the results.
  for (const kind of ["prompts", "resources"])
    if (kind in initialized.capabilities) peer.request(`${kind}/list`, () => undefined, limits).catch(() => {});
  return { initialized, tools: await tools };
}
