import * as z from "zod/mini";

/**
 * The first frame that a page sends on its WebSocket (`/socket`), with the secret of its page load. `window` is the name
 * that this browser tab had in an earlier load.
 *
 * @example
 * socket.send(JSON.stringify({ hello: { secret } } satisfies Hello));
 */
export const helloSchema = z.object({ hello: z.object({ secret: z.string(), window: z.optional(z.string()) }) });
export type Hello = z.infer<typeof helloSchema>;
