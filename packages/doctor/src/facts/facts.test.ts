import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { isRunning } from "@tandem-ide/base/node";
import { expect, test, vi } from "vitest";
import { Fixture } from "../testing/fixture.js";
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
])("traits of version %s", (version, connectsByPort, asksProxyForLoopback, readsHomeToo) => {
  const traits = traitsOf({ state: "found", path: "/claude", version, isOnPath: true });
  expect(traits).toMatchObject({ connectsByPort, asksProxyForLoopback, readsHomeToo });
});

test("finds a program as a shell does: an executable file, links followed", async () => {
  await using fixture = await Fixture.make();
  const surroundings = fixture.surroundings({ env: { PATH: `${fixture.path("a")}::${fixture.path("b")}` } });
  await mkdir(fixture.path("a", "tool"), { recursive: true });
  await fixture.write("b/tool", "");
  expect(await findProgram("tool", surroundings)).toBeUndefined();
  await chmod(fixture.path("b/tool"), 0o755);
  expect(await findProgram("tool", surroundings)).toBe(fixture.path("b/tool"));
  await symlink(fixture.path("b/tool"), fixture.path("project/link"));
  expect(await findProgram("./link", surroundings)).toBe(fixture.path("project/link"));
});

test("kills a program that hangs", async () => {
  await using fixture = await Fixture.make();
  const program = await fixture.program("hang", "#!/bin/sh\nexec sleep 1000\n");
  const limits = { limitMs: 200, signal: undefined };
  expect(await ask(program, [], fixture.surroundings(), limits)).toEqual({
    problem: "it didn't respond within 0.2 seconds",
  });
});

test("reports each step, and stops when aborted", async () => {
  await using fixture = await Fixture.make();
  await fixture.lock(await fixture.listen());
  const steps = new Set<string>();
  const ending = new AbortController();
  const gathering = gather(fixture.surroundings(), {
    signal: ending.signal,
    onStep: (busyWith) => {
      for (const step of busyWith) steps.add(step);
      if (busyWith.includes("connections to editors")) ending.abort(new Error("enough"));
    },
  });
  await expect(gathering).rejects.toThrow("enough");
  expect([...steps]).toEqual(expect.arrayContaining(["Claude Code", "lock files", "connections to editors"]));
});

test("kills a script that hangs together with its child", async () => {
  await using fixture = await Fixture.make();
  const program = await fixture.program("hang", '#!/bin/sh\nsleep 1000 &\necho $! > "$HOME/pid"\nwait\n');
  const limits = { limitMs: 1000, signal: undefined };
  expect(await ask(program, [], fixture.surroundings(), limits)).toHaveProperty("problem");
  const pid = Number(await readFile(fixture.path("pid"), "utf8"));
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
});

test("doesn't wait for a child that outlives the program", async () => {
  await using fixture = await Fixture.make();
  const program = await fixture.program("leave", '#!/bin/sh\nsleep 1000 &\necho $! > "$HOME/pid"\necho 1.2.3\n');
  const limits = { limitMs: 60_000, signal: undefined };
  expect(await ask(program, [], fixture.surroundings(), limits)).toEqual({ output: "1.2.3\n" });
  process.kill(Number(await readFile(fixture.path("pid"), "utf8")), "SIGKILL");
});

test("ignores a trailing slash in the home directory", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const given = { env: { HOME: `${fixture.home}/` }, cwd: fixture.folder, version: "0.1.0" };
  expect(thisComputer(given).home).toBe(fixture.home);
  expect(thisComputer({ ...given, env: { HOME: "/" } }).home).toBe("/");
});
