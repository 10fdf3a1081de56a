/** The parts of MCP that an editor serves: initialize, ping, tools and empty lists (MCP-01 to MCP-05). */
import * as z from "zod/mini";

/** The supported MCP revisions, oldest first. */
export const protocolVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

/**
 * Returns the version for the `initialize` result: the client's version if supported, else the newest one before it, because
 * the client hangs up on versions it doesn't know (docs/protocol.md, section 3).
 */
export function negotiateVersion(requested: string): ProtocolVersion {
  // Revisions are dates, so they sort by age.
  return protocolVersions.findLast((version) => version <= requested) ?? protocolVersions[0];
}

/** Only this revision has JSON-RPC batches (MCP-05). */
export function allowsBatches(version: ProtocolVersion | undefined): boolean {
  return version === "2025-03-26";
}

export const implementationSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  title: z.optional(z.string()),
});
export type Implementation = z.infer<typeof implementationSchema>;

export const initializeParamsSchema = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
  clientInfo: z.optional(implementationSchema),
});
export type InitializeParams = z.infer<typeof initializeParamsSchema>;

export const initializeResultSchema = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({ tools: z.optional(z.looseObject({ listChanged: z.optional(z.boolean()) })) }),
  serverInfo: implementationSchema,
  instructions: z.optional(z.string()),
});
export type InitializeResult = z.infer<typeof initializeResultSchema>;

/** Sent by the client right after `notifications/initialized`. */
export const ideConnectedSchema = z.looseObject({ pid: z.int() });
export type IdeConnected = z.infer<typeof ideConnectedSchema>;

export const toolDefinitionSchema = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
  inputSchema: z.looseObject({ type: z.literal("object") }),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

export const listToolsResultSchema = z.looseObject({ tools: z.array(toolDefinitionSchema) });
export type ListToolsResult = z.infer<typeof listToolsResultSchema>;

const metaSchema = z.optional(z.looseObject({ progressToken: z.optional(z.union([z.string(), z.number()])) }));

export const callToolParamsSchema = z.looseObject({
  name: z.string(),
  arguments: z.optional(z.record(z.string(), z.unknown())),
  _meta: metaSchema,
});
export type CallToolParams = z.infer<typeof callToolParamsSchema>;

export const textContentSchema = z.looseObject({ type: z.literal("text"), text: z.string() });
export const imageContentSchema = z.looseObject({ type: z.literal("image"), data: z.string(), mimeType: z.string() });
export const contentSchema = z.union([textContentSchema, imageContentSchema]);
export type TextContent = z.infer<typeof textContentSchema>;
export type ImageContent = z.infer<typeof imageContentSchema>;
export type Content = z.infer<typeof contentSchema>;

export const callToolResultSchema = z.looseObject({
  content: z.array(contentSchema),
  isError: z.optional(z.boolean()),
});
export type CallToolResult = z.infer<typeof callToolResultSchema>;

export const cancelledParamsSchema = z.looseObject({
  requestId: z.union([z.string(), z.number()]),
  reason: z.optional(z.string()),
});

export const progressParamsSchema = z.looseObject({
  progressToken: z.union([z.string(), z.number()]),
  progress: z.number(),
  total: z.optional(z.number()),
  message: z.optional(z.string()),
});
