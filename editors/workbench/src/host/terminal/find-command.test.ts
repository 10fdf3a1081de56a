import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findCommand, startable } from "./find-command.js";

function folder(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

function program(directory: string, name: string): string {
  const file = join(directory, name);
  writeFileSync(file, "");
  chmodSync(file, 0o755);
  return file;
}

test("takes the first of the PATH that is a program, not a folder or a file that cannot run", async () => {
  const [first, second, third] = [folder(), folder(), folder()];
  mkdirSync(join(first, "tool"));
  writeFileSync(join(second, "tool"), "", { mode: 0o644 });
  const tool = program(third, "tool");
  const place = { cwd: folder(), env: { PATH: [first, second, "", third].join(":") }, platform: "linux" } as const;
  expect(await findCommand("tool", place)).toBe(tool);
  expect(await findCommand("other", place)).toBeUndefined();
});

test("a program in the folder itself is not taken, by whatever entry of PATH", async () => {
  const [cwd, outside] = [folder(), folder()];
  program(cwd, "tool");
  const own = program(outside, "tool");
  const place = (...entries: string[]) => ({ cwd, env: { PATH: entries.join(":") }, platform: "linux" }) as const;
  expect(await findCommand("tool", place(".", "", cwd))).toBeUndefined();
  expect(await findCommand("tool", place(".", "", cwd, outside))).toBe(own);
});

test("a path is taken from the folder that the program starts in", async () => {
  const cwd = folder();
  const tool = program(cwd, "tool");
  const place = { cwd, env: { PATH: "" }, platform: "linux" } as const;
  expect(await findCommand("./tool", place)).toBe(tool);
  expect(await findCommand(tool, place)).toBe(tool);
  expect(await findCommand("tool", place)).toBeUndefined();
});

test("Windows runs its scripts by its shell", () => {
  const place = { cwd: "C:\\", env: { comspec: "C:\\cmd.exe" }, platform: "win32" } as const;
  expect(startable("C:\\npm\\claude.CMD", ["--ide"], place)).toEqual({
    file: "C:\\cmd.exe",
    args: ["/d", "/c", "C:\\npm\\claude.CMD", "--ide"],
  });
  expect(startable("C:\\claude.exe", ["--ide"], place)).toEqual({ file: "C:\\claude.exe", args: ["--ide"] });
});
