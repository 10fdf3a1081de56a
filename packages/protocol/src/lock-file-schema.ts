/** The lock file as Tandem writes it (LCK-01, LCK-06). */
import * as z from "zod/mini";
import { workspaceRequestModes } from "./lock-file.js";

export const lockFileSchema = z.looseObject({
  /** The editor's own process, never a sidecar's. */
  pid: z.int().check(z.positive()),
  /** Absolute real paths: the client compares them with its real working directory without resolving them. */
  workspaceFolders: z.array(z.string()),
  /** Shown by `/ide`. */
  ideName: z.string(),
  transport: z.literal("ws"),
  runningInWindows: z.boolean(),
  authToken: z.string(),
  port: z.int().check(z.minimum(1), z.maximum(65535)),
  /** For a client that is sent here by CLAUDE_CODE_SSE_PORT, and for no other: an inspector, a replay. */
  onlyByPort: z.optional(z.boolean()),
  /** What the workspace requests may do here. Claude Code ignores it; our tools tell it. */
  workspaceRequests: z.optional(z.enum(workspaceRequestModes)),
});
export type LockFile = z.infer<typeof lockFileSchema>;
