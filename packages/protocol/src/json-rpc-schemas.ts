/** Schemas for JSON-RPC messages, for checking received messages. Endpoints use `classify` instead. */
import * as z from "zod/mini";

export const requestIdSchema = z.union([z.string(), z.number()]);

const paramsSchema = z.optional(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]));

export const requestSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: requestIdSchema,
  method: z.string(),
  params: paramsSchema,
});

export const notificationSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: paramsSchema,
});

export const rpcErrorSchema = z.looseObject({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.unknown()),
});

export const successResponseSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: requestIdSchema,
  result: z.unknown(),
});

/** `id` is null if the request's id could not be read (JSON-RPC 2.0, section 5). */
export const errorResponseSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([requestIdSchema, z.null()]),
  error: rpcErrorSchema,
});
