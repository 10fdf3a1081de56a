/** A workspace with everything around it that a path could lead to, and canary files there that must not change. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { temporaryDirectory } from "../endpoint.js";
import type { EscapeTarget } from "./path-escapes.js";

export interface Canaries extends EscapeTarget {
  /** The content of files outside the workspace, and of hidden ones inside. */
  readonly secret: string;
  /** Part of the name of a file that is outside. */
  readonly secretName: string;
  /** Everything outside, with its bytes and modes, to compare before and after. */
  snapshot(): string;
}

/** Lists everything below a folder, without following links. */
function describe(path: string): string {
  const { mode, size } = lstatSync(path);
  const own = `${path} ${mode} ${size}`;
  if (lstatSync(path).isDirectory())
    return [
      own,
      ...readdirSync(path)
        .sort()
        .map((name) => describe(join(path, name))),
    ].join("\n");
  return `${own} ${readFileSync(path, "utf8")}`;
}

export function plantCanaries(): Canaries {
  const place = temporaryDirectory();
  const secret = `CANARY-${randomBytes(8).toString("hex")}`;
  const secretName = `NAME-${randomBytes(8).toString("hex")}`;
  const text = `${secret}\n`;
  const folder = join(place, "around/project");
  const outside = join(place, "outside");
  for (const each of [join(folder, "sub"), join(folder, ".git"), `${folder}-twin`, join(outside, "deep")])
    mkdirSync(each, { recursive: true });
  for (const file of ["canary.txt", "x.txt", "deep/canary.txt", secretName]) writeFileSync(join(outside, file), text);
  writeFileSync(join(`${folder}-twin`, "canary.txt"), text);
  writeFileSync(join(place, "around/canary.txt"), text);
  // Inside: readable files, hidden files, and links to the outside.
  for (const file of ["a.txt", "sub/x.txt"]) writeFileSync(join(folder, file), "inside\n");
  for (const file of [".env", ".env.local", "sub/.env", "sub/id_rsa", ".git/config", "sub/private notes.txt"])
    writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, ".tandemignore"), "private*\n");
  for (const [name, target] of [
    ["link-to-file.txt", join(outside, "canary.txt")],
    ["link-to-folder", outside],
    ["link-to-link", "link-to-folder"],
    ["relative-link", "../../outside"],
    ["link-to-root", "/"],
    ["link-to-proc", "/proc"],
    ["dangling.txt", join(outside, "new.txt")],
    ["dangling-folder", join(outside, "new")],
    ["loop", "loop"],
    ["harmless.txt", ".env"],
    ["own-folder", "."],
  ] as const)
    symlinkSync(target, join(folder, name));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const canary = join(outside, "canary.txt");
  const around = [outside, `${folder}-twin`, join(place, "around/canary.txt")];
  return {
    folder,
    outside: canary,
    relative: relative(folder, canary),
    secret,
    secretName,
    snapshot: () =>
      [...around.map(describe), readdirSync(place).sort(), readdirSync(join(place, "around")).sort()].join("\n"),
  };
}
