/** The lock file that Tandem writes (LCK-01, LCK-06). */
import * as z from "zod/mini";
import { workspaceRequestModes } from "./lock-file.js";

export const lockFileSchema = z.looseObject({
  /** The editor's process, never a sidecar's. */
  pid: z.int().check(z.positive()),
  /** Absolute real paths, because the client compares them with its working directory without resolving links. */
  workspaceFolders: z.array(z.string()),
  /** Shown by `/ide`. */
  ideName: z.string(),
  transport: z.literal("ws"),
  runningInWindows: z.boolean(),
  authToken: z.string(),
  port: z.int().check(z.minimum(1), z.maximum(65535)),
  /** Only for clients that set CLAUDE_CODE_SSE_PORT to this port. Used by the inspector and by replays. */
  onlyByPort: z.optional(z.boolean()),
  /** What workspace requests may do. Claude Code ignores it, and our tools show it. */
  workspaceRequests: z.optional(z.enum(workspaceRequestModes)),
});
export type LockFile = z.infer<typeof lockFileSchema>;
