/** Random files, and random changes of them, for property tests. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

/** Names that programs stumble over. Some are folders of others. */
const names = ["a.txt", "b.bin", "dir", "dir/c.ts", "dir/d/e", " x", "ü.txt", "-n", ":(top)", "new\nline", "__proto__"];

const lines = fc
  .array(
    fc.tuple(fc.constantFrom("x", "y", "", "longer line", "é", "\u0000"), fc.constantFrom("\n", "\r\n", "\r", "\n")),
    {
      maxLength: 8,
    },
  )
  .map((all) => Buffer.from(all.map(([line, end]) => line + end).join("")));

/** Texts with and without line endings, byte-order marks, invalid UTF-8 and NULs. */
export const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: lines },
  lines.map((text) => Buffer.concat([Buffer.from("\uFEFF"), text])),
  fc.constantFrom("", "\uFEFF", "no line ending").map((text) => Buffer.from(text)),
  // Latin-1, and a lone surrogate.
  fc.constantFrom([0xe9, 0x0a, 0xff], [0xed, 0xa0, 0x80, 0x0a], [0, 0, 0]).map((each) => Buffer.from(each)),
);

const name = fc.constantFrom(...names);

export const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), name, bytes }) },
  fc.record({ kind: fc.constant("remove" as const), name }),
  fc.record({ kind: fc.constant("rename" as const), name, to: name }),
  fc.record({ kind: fc.constant("chmod" as const), name, mode: fc.constantFrom(0o644, 0o755) }),
  fc.record({ kind: fc.constant("link" as const), name, to: name }),
);
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes a change as an agent's shell would, or nothing if it isn't possible. */
export function apply(folder: string, each: Change): void {
  const path = join(folder, each.name);
  const makeRoom = (target: string) => {
    mkdirSync(dirname(target), { recursive: true });
    if (lstatSync(target, { throwIfNoEntry: false })) rmSync(target, { recursive: true });
  };
  try {
    switch (each.kind) {
      case "write":
        if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) writeFileSync(path, each.bytes);
        else {
          makeRoom(path);
          writeFileSync(path, each.bytes);
        }
        return;
      case "remove":
        rmSync(path, { recursive: true });
        return;
      case "rename":
        if (!lstatSync(path, { throwIfNoEntry: false })?.isFile() || each.name === each.to) return;
        makeRoom(join(folder, each.to));
        renameSync(path, join(folder, each.to));
        return;
      case "chmod":
        if (lstatSync(path).isFile()) chmodSync(path, each.mode);
        return;
      case "link":
        makeRoom(path);
        symlinkSync(each.to, path);
    }
  } catch {
    // For example below a file, or a file that doesn't exist.
  }
}

/** Everything in a folder: mode and bytes of files, targets of links. */
export function snapshot(folder: string): Record<string, string> {
  const found: [string, string][] = [];
  const visit = (directory: string) => {
    for (const entry of readdirSync(join(folder, directory), { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isSymbolicLink()) found.push([path, `link to ${readlinkSync(join(folder, path))}`]);
      else {
        const isExecutable = (lstatSync(join(folder, path)).mode & 0o100) !== 0;
        found.push([path, `${isExecutable ? "x" : "-"} ${readFileSync(join(folder, path), "latin1")}`]);
      }
    }
  };
  visit("");
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
