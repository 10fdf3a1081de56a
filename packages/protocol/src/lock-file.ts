/**
 * The lock file `<config dir>/ide/<port>.lock`, by which an editor announces itself (LCK-01, LCK-06): its name, and reading
 * anybody's. Without a schema, as every editor does it when it starts.
 */

/**
 * What the workspace requests may do. `off`: nothing. `read`: read, and `writeFile` is unknown. `ask`: a write is shown to the
 * user first. `write`: it is written.
 */
export const workspaceRequestModes = ["off", "read", "ask", "write"] as const;
export type WorkspaceRequestMode = (typeof workspaceRequestModes)[number];

/** The same in words, for people. */
export const workspaceRequestWords: Readonly<Record<WorkspaceRequestMode, string>> = {
  off: "off",
  read: "read only",
  ask: "ask first",
  write: "write without asking",
};

/** What the client accepts: everything may be missing (docs/protocol.md, section 1), and more be there. */
export interface LenientLockFile {
  readonly pid?: number | undefined;
  readonly workspaceFolders?: string[] | undefined;
  readonly ideName?: string | undefined;
  readonly transport?: string | undefined;
  readonly runningInWindows?: boolean | undefined;
  readonly authToken?: string | undefined;
  readonly port?: number | undefined;
  readonly onlyByPort?: boolean | undefined;
  readonly workspaceRequests?: WorkspaceRequestMode | undefined;
  readonly [more: string]: unknown;
}

const isText = (value: unknown) => typeof value === "string";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isCount = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value) && value > 0;
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  pid: isCount,
  workspaceFolders: (value) => Array.isArray(value) && value.every(isText),
  ideName: isText,
  transport: isText,
  runningInWindows: isBoolean,
  authToken: isText,
  port: (value) => isCount(value) && Number(value) <= 65535,
  onlyByPort: isBoolean,
};

function isLenientLock(value: unknown): value is LenientLockFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, member]) => !Object.hasOwn(members, name) || members[name]?.(member));
}

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
  return isLenientLock(value) ? knownModeOnly(value) : undefined;
}

/** A mode that is not known yet is no reason not to see the editor. */
function knownModeOnly({ workspaceRequests, ...lock }: LenientLockFile): LenientLockFile {
  const mode = workspaceRequestModes.find((each) => each === workspaceRequests);
  return mode === undefined ? lock : { ...lock, workspaceRequests: mode };
}
