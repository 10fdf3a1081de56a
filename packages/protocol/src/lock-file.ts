/**
 * Names and parses the lock file `<config dir>/ide/<port>.lock`, by which clients find an editor (LCK-01, LCK-06). It uses no
 * schema, because every editor loads it at startup.
 */

/**
 * What workspace requests may do. `off`: nothing. `read`: only read. `ask`: write after the user has reviewed the change.
 * `write`: write without asking.
 */
export const workspaceRequestModes = ["off", "read", "ask", "write"] as const;
export type WorkspaceRequestMode = (typeof workspaceRequestModes)[number];

/** Labels for display. */
export const workspaceRequestLabels: Readonly<Record<WorkspaceRequestMode, string>> = {
  off: "off",
  read: "read only",
  ask: "ask first",
  write: "write without asking",
};

/** A lock that the client accepts: all members are optional (docs/protocol.md, section 1), and others are allowed. */
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

/** The directory for locks in the config directory. */
export const lockDirectoryName = "ide";

/** Returns `12345.lock` for 12345. */
export function lockFileName(port: number): string {
  return `${port}.lock`;
}

/** Returns 12345 for `12345.lock`, or undefined for another name. The name decides, not the content. */
export function portOfLockFile(fileName: string): number | undefined {
  const match = /^(\d{1,5})\.lock$/.exec(fileName);
  const port = match ? Number(match[1]) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/**
 * Parses a lock as the client does: JSON, or else one folder per line. Returns undefined for JSON that isn't a lock.
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

/** Drops an unknown mode, so that an editor with a newer one is still found. */
function knownModeOnly({ workspaceRequests, ...lock }: LenientLockFile): LenientLockFile {
  const mode = workspaceRequestModes.find((each) => each === workspaceRequests);
  return mode === undefined ? lock : { ...lock, workspaceRequests: mode };
}
