import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askingMode, askingModeIn } from "./asking-mode.js";

test.each([
  [
    "a current release",
    `  --model <model>   Model
  --permission-mode <mode>              Permission mode to use for the session
                                        (choices: "acceptEdits", "auto",
                                        "bypassPermissions", "manual",
                                        "dontAsk", "plan")
  --print   Print`,
    ["--permission-mode", "manual"],
  ],
  [
    "an older one",
    `  --permission-mode <mode>  Permission mode (choices: "acceptEdits", "bypassPermissions", "default", "plan")
  --resume  a "manual" thing`,
    ["--permission-mode", "default"],
  ],
  ["one without modes", "Usage: claude", []],
])("the manual permission mode of %s", (_title, help, expected) => {
  expect(askingModeIn(help)).toEqual(expected);
});

test("adds no arguments when the program fails or prints nothing", async () => {
  const { signal } = new AbortController();
  const place = { cwd: "/", env: { PATH: process.env.PATH ?? "" } };
  const node = (script: string) => () => ({ file: process.execPath, args: ["-e", script] });
  expect(await askingMode(node("process.exit(1)"), place, signal)).toEqual([]);
  expect(await askingMode(node("console.log('--permission-mode (choices: \"manual\")')"), place, signal)).toEqual([
    "--permission-mode",
    "manual",
  ]);
});

test("doesn't wait for a program that hangs when Tandem exits", async () => {
  const place = { cwd: "/", env: { PATH: process.env.PATH ?? "" } };
  const ending = new AbortController();
  const asked = askingMode(
    () => ({ file: process.execPath, args: ["-e", "setInterval(() => {}, 1e6)"] }),
    place,
    ending.signal,
  );
  ending.abort();
  expect(await asked).toEqual([]);
});

test("runs the program outside the folder, without the folder's programs on PATH", async () => {
  const cwd = process.cwd();
  const env = { PATH: `${cwd}/bin:/usr/bin:/bin`, NODE_OPTIONS: "--require ./evil.js" };
  const { signal } = new AbortController();
  const tell = `require("fs").writeFileSync(process.argv[1], [process.cwd(), process.env.PATH, process.env.NODE_OPTIONS].join("|"))`;
  const note = join(mkdtempSync(join(tmpdir(), "tandem-test-")), "note");
  onTestFinished(() => rmSync(dirname(note), { recursive: true }));
  await askingMode(() => ({ file: process.execPath, args: ["-e", tell, note] }), { cwd, env }, signal);
  expect(readFileSync(note, "utf8")).toBe("/|/usr/bin:/bin|");
});
