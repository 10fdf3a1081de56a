/** The messages that begin a session, in Claude Code's order. */
import {
  type InitializeResult,
  initializeResultSchema,
  listToolsResultSchema,
  protocolVersions,
  type ToolDefinition,
} from "@tandem/protocol";
import { AnswerError } from "../errors.js";
import type { Settings } from "../options.js";
import { check } from "../schema.js";
import type { RequestLimits, RpcPeer } from "./rpc-peer.js";

/** What the editor tells about itself in the handshake. */
export interface Introduction {
  readonly initialized: InitializeResult;
  readonly tools: readonly ToolDefinition[];
}

/** A client takes the revisions it knows: those up to the one it asked for, and the oldest. */
function isAcceptable(answered: string, asked: string): boolean {
  const [oldest, ...later] = protocolVersions;
  return answered === oldest || later.some((version) => version === answered && version <= asked);
}

async function initialize(peer: RpcPeer, settings: Settings, limits: RequestLimits): Promise<InitializeResult> {
  const { protocolVersion, identity } = settings;
  const { capabilities, clientInfo } = identity;
  const answer = await peer.request("initialize", () => ({ protocolVersion, capabilities, clientInfo }), limits);
  const checked = check(initializeResultSchema, answer, "the answer");
  if ("problem" in checked) throw new AnswerError(`the answer to initialize is malformed: ${checked.problem}`);
  const answered = checked.data.protocolVersion;
  if (isAcceptable(answered, protocolVersion)) return checked.data;
  throw new AnswerError(
    `initialize asked for MCP ${protocolVersion} and was answered ${JSON.stringify(answered)}, which a client of that revision does not know; the server should echo what it is asked for`,
  );
}

/** Asks for the tools. */
export async function listTools(peer: RpcPeer, limits: RequestLimits): Promise<readonly ToolDefinition[]> {
  const answer = await peer.request("tools/list", () => undefined, limits);
  const checked = check(listToolsResultSchema, answer, "the answer");
  if ("problem" in checked) throw new AnswerError(`the answer to tools/list is malformed: ${checked.problem}`);
  return checked.data.tools;
}

/** The whole handshake. */
export async function shakeHands(peer: RpcPeer, settings: Settings, limits: RequestLimits): Promise<Introduction> {
  const initialized = await initialize(peer, settings, limits);
  peer.notify("notifications/initialized");
  peer.notify("ide_connected", { pid: settings.pid });
  const tools = listTools(peer, limits);
  // Claude Code asks for these where they are declared; nothing here has a use for the answers.
  for (const kind of ["prompts", "resources"])
    if (kind in initialized.capabilities) peer.request(`${kind}/list`, () => undefined, limits).catch(() => {});
  return { initialized, tools: await tools };
}
