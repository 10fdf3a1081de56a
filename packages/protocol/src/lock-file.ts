/**
 * The lock file `<config dir>/ide/<port>.lock`, by which an editor announces itself (LCK-01, LCK-06).
 */
import * as z from "zod/mini";

const pid = z.int().check(z.positive());
export const portSchema = z.int().check(z.minimum(1), z.maximum(65535));

/** What Tandem writes. */
export const lockFileSchema = z.looseObject({
  /** The editor's own process, never a sidecar's. */
  pid,
  /** Absolute real paths: the client compares them with its real working directory without resolving them. */
  workspaceFolders: z.array(z.string()),
  /** Shown by `/ide`. */
  ideName: z.string(),
  transport: z.literal("ws"),
  runningInWindows: z.boolean(),
  authToken: z.string(),
  port: portSchema,
  /** For a client that is sent here by CLAUDE_CODE_SSE_PORT, and for no other: an inspector, a replay. */
  onlyByPort: z.optional(z.boolean()),
});
export type LockFile = z.infer<typeof lockFileSchema>;

/** What the client accepts: everything may be missing (docs/protocol.md, section 1). */
export const lenientLockFileSchema = z.looseObject({
  pid: z.optional(pid),
  workspaceFolders: z.optional(z.array(z.string())),
  ideName: z.optional(z.string()),
  transport: z.optional(z.string()),
  runningInWindows: z.optional(z.boolean()),
  authToken: z.optional(z.string()),
  port: z.optional(portSchema),
  onlyByPort: z.optional(z.boolean()),
});
export type LenientLockFile = z.infer<typeof lenientLockFileSchema>;

/** The name of the directory below the config directory that holds the locks. */
export const lockDirectoryName = "ide";

/** `12345` becomes `12345.lock`. */
export function lockFileName(port: number): string {
  return `${port}.lock`;
}

/** `12345.lock` becomes 12345; any other name undefined. The port is the file's name, whatever the content says. */
export function portOfLockFile(fileName: string): number | undefined {
  const match = /^(\d{1,5})\.lock$/.exec(fileName);
  const port = match ? Number(match[1]) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/**
 * Reads a lock's content as the client does: JSON, or else one folder a line.
 * Returns undefined for JSON that is not a lock.
 */
export function parseLockFile(content: string): LenientLockFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    const folders = content
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    return folders.length > 0 && folders.every((line) => /^([/\\]|[A-Za-z]:)/.test(line))
      ? { workspaceFolders: folders }
      : undefined;
  }
  const parsed = lenientLockFileSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
