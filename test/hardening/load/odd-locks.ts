/** Lock directories that no editor creates: nonsense, truncated files, odd types, links, pipes, directories, huge files. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { portOfLockFile } from "@tandem-ide/protocol";
import fc from "fast-check";

/** A pid that no system uses. */
const noPid = 2 ** 30;

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(noPid, -1, 0, 1.5, 2 ** 53, 1e308, "1", process.pid, [], {}, "x".repeat(5000), [
    "/",
    "relative",
    "",
  ]),
);

/** Nearly always a valid value. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: oddValue });

/** A lock as editors write it, with members missing or wrong, and sometimes truncated. */
const lockText: fc.Arbitrary<string> = fc
  .tuple(
    fc.record(
      {
        pid: mostly(fc.constantFrom(process.pid, noPid)),
        workspaceFolders: mostly(fc.array(fc.constantFrom("/", "/tmp", "relative", "", "/x/../y"))),
        ideName: mostly(fc.string({ unit: "binary" })),
        transport: mostly(fc.constant("ws")),
        runningInWindows: mostly(fc.boolean()),
        authToken: mostly(fc.uuid()),
        port: mostly(fc.integer({ min: 1, max: 65_535 })),
        onlyByPort: mostly(fc.boolean()),
      },
      { requiredKeys: [] },
    ),
    fc.nat(1000),
  )
  .map(([lock, end]) => (end > 400 ? JSON.stringify(lock) : JSON.stringify(lock).slice(0, end)));

/** Any text that a reader may encounter. */
export const anyLockText: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: lockText },
  { weight: 1, arbitrary: fc.constant(JSON.stringify({ pid: noPid })) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom("/a", "C:\\b", "relative", "", " ", "\0"), { maxLength: 6 })
      .map((lines) => lines.join("\n")),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.nat(3000).map((depth) => "[".repeat(depth)) },
);

const kinds = [
  "file",
  "file",
  "file",
  "bytes",
  "link to a lock",
  "link out",
  "link to itself",
  "dangling link",
  "directory",
  "pipe",
  "giant",
] as const;

export interface Entry {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly text: string;
  readonly bytes: Uint8Array;
}

const name = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 65_535 }).map((port) => `${port}.lock`) },
  { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 65_535 }).map((port) => `.${port}.lock.${noPid}.tmp`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "0.lock",
      "99999.lock",
      "007.lock",
      ".lock",
      "a.lock",
      "1e4.lock",
      "x\n.lock",
      "-1.lock",
    ),
  },
);

export const entries: fc.Arbitrary<Entry[]> = fc.uniqueArray(
  fc.record({
    name,
    kind: fc.constantFrom(...kinds),
    text: anyLockText,
    bytes: fc.uint8Array({ maxLength: 300 }),
  }),
  { selector: (entry) => entry.name, minLength: 1, maxLength: 14 },
);

const creators: Record<Entry["kind"], (path: string, outside: string, entry: Entry) => void> = {
  file: (path, _outside, { text }) => writeFileSync(path, text),
  bytes: (path, _outside, { bytes }) => writeFileSync(path, bytes),
  "link to a lock": (path, outside) => symlinkSync(join(outside, "dead.lock"), path),
  "link out": (path, outside) => symlinkSync(outside, path),
  "link to itself": (path) => symlinkSync(path, path),
  "dangling link": (path, outside) => symlinkSync(join(outside, "nowhere"), path),
  directory: (path) => mkdirSync(path),
  pipe: (path) => void execFileSync("mkfifo", [path]),
  giant: (path) => {
    writeFileSync(path, "");
    truncateSync(path, 3_000_000_000); // A sparse file uses no disk space.
  },
};

/** Creates the entry. Targets of links are outside the directory. */
export function createEntry(directory: string, outside: string, entry: Entry): void {
  creators[entry.kind](join(directory, entry.name), outside, entry);
}

/**
 * What cleanup must do with an entry, by docs/protocol.md, section 1: remove what is certainly dead and keep the rest.
 * Undefined if the text has a pid but isn't a lock otherwise, because a reader may decide either way.
 */
export function isCertainlyDead({ name: fileName, kind, text, bytes }: Entry): boolean | undefined {
  if (kind !== "file" && kind !== "bytes" && kind !== "giant") return false;
  if (fileName.endsWith(`.${noPid}.tmp`)) return true;
  const lock = kind === "giant" ? undefined : parsed(kind === "file" ? text : Buffer.from(bytes).toString("utf8"));
  if (typeof lock !== "object" || lock === null || !("pid" in lock)) return false;
  if (typeof lock.pid !== "number" || lock.pid === process.pid) return false;
  return lock.pid === noPid && Object.keys(lock).length === 1 && portOfLockFile(fileName) !== undefined
    ? true
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
