import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { isRunning } from "@tandem/base/node";
import { expect, test, vi } from "vitest";
import { Stage } from "../testing/stage.js";
import { ask } from "./ask.js";
import { gather } from "./gather.js";
import { findProgram } from "./programs.js";
import { traitsOf } from "./release-traits.js";
import { thisComputer } from "./surroundings.js";
import { isAtLeast } from "./versions.js";

test.each([
  ["2.1.325", "2.1.112", true],
  ["2.1.112", "2.1.112", true],
  ["2.1.112", "2.1.325", false],
  ["v20.19.0", "20.19", true],
  ["18.20.4", "20.19", false],
  ["nothing", "1.0", false],
])("%s is at least %s: %s", (version, least, expected) => {
  expect(isAtLeast(version, least)).toBe(expected);
});

test.each([
  ["1.0.128", "no", "yes", "no"],
  ["2.1.112", "yes", "yes", "no"],
  ["2.1.200", "yes", "unknown", "unknown"],
  ["2.1.325", "yes", "no", "yes"],
  ["3.0.0", "yes", "no", "yes"],
])("what release %s does", (version, connectsByPort, asksProxyForLoopback, readsHomeToo) => {
  const traits = traitsOf({ state: "found", path: "/claude", version, isOnPath: true });
  expect(traits).toMatchObject({ connectsByPort, asksProxyForLoopback, readsHomeToo });
});

test("a program is found as a shell finds it: a file that may be executed, links followed", async () => {
  await using stage = await Stage.make();
  const surroundings = stage.surroundings({ env: { PATH: `${stage.path("a")}::${stage.path("b")}` } });
  await mkdir(stage.path("a", "tool"), { recursive: true });
  await stage.write("b/tool", "");
  expect(await findProgram("tool", surroundings)).toBeUndefined();
  await chmod(stage.path("b/tool"), 0o755);
  expect(await findProgram("tool", surroundings)).toBe(stage.path("b/tool"));
  await symlink(stage.path("b/tool"), stage.path("project/link"));
  expect(await findProgram("./link", surroundings)).toBe(stage.path("project/link"));
});

test("a program that hangs is ended", async () => {
  await using stage = await Stage.make();
  const program = await stage.program("hang", "#!/bin/sh\nexec sleep 1000\n");
  const limits = { limitMs: 200, signal: undefined };
  expect(await ask(program, [], stage.surroundings(), limits)).toEqual({
    problem: "it did not answer within 0.2 seconds",
  });
});

test("gathering is told step by step, and ends when it is told to", async () => {
  await using stage = await Stage.make();
  await stage.lock(await stage.listen());
  const steps = new Set<string>();
  const ending = new AbortController();
  const gathering = gather(stage.surroundings(), {
    signal: ending.signal,
    onStep: (busyWith) => {
      for (const step of busyWith) steps.add(step);
      if (busyWith.includes("connections to editors")) ending.abort(new Error("enough"));
    },
  });
  await expect(gathering).rejects.toThrow("enough");
  expect([...steps]).toEqual(expect.arrayContaining(["Claude Code", "lock files", "connections to editors"]));
});

test("a script that hangs is ended together with the program that it started", async () => {
  await using stage = await Stage.make();
  const program = await stage.program("hang", '#!/bin/sh\nsleep 1000 &\necho $! > "$HOME/pid"\nwait\n');
  const limits = { limitMs: 1000, signal: undefined };
  expect(await ask(program, [], stage.surroundings(), limits)).toHaveProperty("problem");
  const pid = Number(await readFile(stage.path("pid"), "utf8"));
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
});

test("a program that answers is not kept waiting for by what it leaves behind", async () => {
  await using stage = await Stage.make();
  const program = await stage.program("leave", '#!/bin/sh\nsleep 1000 &\necho $! > "$HOME/pid"\necho 1.2.3\n');
  const limits = { limitMs: 60_000, signal: undefined };
  expect(await ask(program, [], stage.surroundings(), limits)).toEqual({ output: "1.2.3\n" });
  process.kill(Number(await readFile(stage.path("pid"), "utf8")), "SIGKILL");
});

test("a home directory is one, with a slash at its end or without", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const given = { env: { HOME: `${stage.home}/` }, cwd: stage.folder, version: "0.1.0" };
  expect(thisComputer(given).home).toBe(stage.home);
  expect(thisComputer({ ...given, env: { HOME: "/" } }).home).toBe("/");
});
