/** The lock file (LCK). */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isAlive } from "@tandem-ide/base/node";
import { configDirectories, lockDirectoryName, lockFileName, lockFileSchema } from "@tandem-ide/protocol";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectShape } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";

function lockFileOf({ target }: CheckContext): string {
  if (target.lockFile === undefined) throw new NotApplicable("the endpoint was specified by port, not by lock file");
  return target.lockFile;
}

function posixOnly(): void {
  if (process.platform === "win32") throw new NotApplicable("file modes exist on POSIX only");
}

async function expectMode(path: string, mode: number): Promise<void> {
  const seen = (await stat(path)).mode & 0o777;
  const octal = (bits: number) => bits.toString(8).padStart(4, "0");
  if (seen !== mode) throw new Failure(`mode ${octal(mode)} of ${path}`, octal(seen));
}

async function realOrUndefined(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

export const lockFileChecks: readonly Check[] = [
  {
    name: "LCK-01/place",
    title: "The lock file is ide/<port>.lock in a config directory",
    async run(context) {
      const path = lockFileOf(context);
      const expected = `${lockDirectoryName}/${lockFileName(context.target.port)}`;
      const seen = `${basename(dirname(path))}/${basename(path)}`;
      if (seen !== expected) throw new Failure(expected, seen);
    },
  },
  {
    name: "LCK-02/directory-mode",
    title: "The lock directory has mode 0700",
    async run(context) {
      const path = lockFileOf(context);
      posixOnly();
      await expectMode(dirname(path), 0o700);
    },
  },
  {
    name: "LCK-03/file-mode",
    title: "The lock file has mode 0600",
    async run(context) {
      const path = lockFileOf(context);
      posixOnly();
      await expectMode(path, 0o600);
    },
  },
  {
    name: "LCK-05/no-leftovers",
    title: "No temporary file is left next to the lock file",
    async run(context) {
      const path = lockFileOf(context);
      const own = new RegExp(`(^|\\D)${context.target.port}(\\D|$)`);
      const names = (await readdir(dirname(path))).filter((name) => own.test(name) && name !== basename(path));
      if (names.length > 0) throw new Failure(`${basename(path)} alone`, names.join(", "));
    },
  },
  {
    name: "LCK-06/fields",
    title: "The lock file has every field, and the port in its name",
    async run(context) {
      const path = lockFileOf(context);
      const content = await readFile(path, "utf8");
      let value: unknown;
      try {
        value = JSON.parse(content);
      } catch {
        throw new Failure("JSON in the lock file", show(content));
      }
      const lock = expectShape(lockFileSchema, value, "pid, workspaceFolders, ideName, transport, … in the lock file");
      if (lock.port !== context.target.port) throw new Failure(`"port": ${context.target.port}`, String(lock.port));
      if (lock.ideName.trim() === "") throw new Failure("an ideName to show to people", show(lock.ideName));
      const isWindows = process.platform === "win32";
      if (lock.runningInWindows !== isWindows)
        throw new Failure(`"runningInWindows": ${isWindows}`, String(lock.runningInWindows));
    },
  },
  {
    name: "LCK-06/pid",
    title: "The process in the lock file is alive",
    async run(context) {
      lockFileOf(context);
      const pid = context.target.lock?.pid;
      if (pid === undefined) throw new Failure("a pid in the lock file", "none");
      if (!isAlive(pid)) throw new Failure("the pid of the running editor", `${pid}, which isn't running`);
    },
  },
  {
    name: "LCK-08/real-paths",
    title: "The workspace folders are absolute real paths",
    async run(context) {
      lockFileOf(context);
      const folders = context.target.lock?.workspaceFolders ?? [];
      if (folders.length === 0) throw new NotApplicable("the lock file names no workspace folder");
      for (const folder of folders) {
        if (!isAbsolute(folder)) throw new Failure("absolute paths in workspaceFolders", show(folder));
        const real = await realOrUndefined(folder);
        if (real === undefined) throw new Failure("folders that exist in workspaceFolders", show(folder));
        if (real !== folder) throw new Failure(`the real path ${show(real)} in workspaceFolders`, show(folder));
      }
    },
  },
  {
    name: "LCK-10/where-clients-look",
    title: "The lock file is where a client looks for it",
    async run(context) {
      const path = lockFileOf(context);
      const directory = context.settings.configDir ?? configDirectories(process.env, homedir()).primary;
      const expected = join(directory, lockDirectoryName, lockFileName(context.target.port));
      // A copy elsewhere is fine as long as it is also where clients look.
      if ((await realOrUndefined(expected)) === undefined)
        throw new Failure(`${expected} (configDir sets another directory)`, `only ${path}`);
    },
  },
];
