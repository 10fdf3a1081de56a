/** The first frame of a window: it shows the secret of its load of the page. */
import * as z from "zod/mini";

/**
 * What a page sends before anything else on its WebSocket (`/socket`). `window` is the name that this browser tab had in
 * an earlier load.
 *
 * @example
 * socket.send(JSON.stringify({ hello: { secret } } satisfies Hello));
 */
export const helloSchema = z.object({ hello: z.object({ secret: z.string(), window: z.optional(z.string()) }) });
export type Hello = z.infer<typeof helloSchema>;
