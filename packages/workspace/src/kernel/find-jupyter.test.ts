import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { systemClock } from "@tandem-ide/base";
import { expect, onTestFinished, test } from "vitest";
import { findJupyter } from "./find-jupyter.js";
import { createHome } from "./testing/home.js";

/** A home with folders of fake programs, to test which of them is chosen. */
function setUp() {
  const home = createHome();
  onTestFinished(() => home.remove());
  const program = (folder: string, name: string, script: string) => {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };
  const find = (path: readonly string[], options: { command?: string[]; mayRunFromWorkspace?: boolean } = {}) =>
    findJupyter({
      folders: [home.folder],
      mayRunFromWorkspace: false,
      environment: { PATH: path.join(delimiter) },
      directory: home.directory,
      clock: systemClock,
      ...options,
    });
  return { home, program, find, one: join(home.directory, "one"), two: join(home.directory, "two") };
}

test("uses the first command that works, whatever precedes it on PATH", async () => {
  const { program, find, one, two } = setUp();
  program(one, "jupyter-server", "echo 'pyenv: jupyter-server: command not found' >&2; exit 127");
  const good = program(two, "jupyter-server", "exit 0");
  expect(await find([one, two])).toEqual([good]);
});

test("tries other commands without jupyter-server, ending with Python's module", async () => {
  const { program, find, one, two } = setUp();
  program(one, "jupyter", "exit 1");
  program(one, "python3", "exit 1");
  const python = program(two, "python3", '[ "$1 $2 $3" = "-m jupyter_server --version" ]');
  expect(await find([one, two])).toEqual([python, "-m", "jupyter_server"]);
  const jupyter = program(two, "jupyter", '[ "$1 $2" = "server --version" ]');
  expect(await find([one, two])).toEqual([jupyter, "server"]);
});

test("runs nothing from the workspace without permission, not even from PATH", async () => {
  const { home, program, find, one } = setUp();
  const mark = join(home.directory, "was run");
  const inside = program(join(home.folder, ".venv", "bin"), "jupyter-server", `: > '${mark}'`);
  mkdirSync(one);
  symlinkSync(inside, join(one, "jupyter-server"));
  const path = [join(home.folder, ".venv", "bin"), one, ".venv/bin", ""];
  await expect(find(path)).rejects.toMatchObject({
    code: "no-jupyter",
    message: expect.stringContaining("none was found"),
  });
  expect(existsSync(mark)).toBe(false);
  expect(await find(path, { mayRunFromWorkspace: true })).toEqual([inside]);
});

test("a workspace folder whose name starts with two dots belongs to the workspace", async () => {
  const { home, program, find } = setUp();
  const bin = join(home.folder, "..bin");
  program(bin, "jupyter-server", "exit 0");
  await expect(find([bin])).rejects.toMatchObject({ code: "no-jupyter" });
});

test("doesn't run candidates in the workspace, where Python would import modules", async () => {
  const { home, program, find, one } = setUp();
  const good = program(one, "jupyter-server", `[ "$(pwd)" = '${home.directory}' ]`);
  expect(await find([one])).toEqual([good]);
});

test("if no command works, the error lists each with its reason, and how to install one", async () => {
  const { program, find, one } = setUp();
  const broken = program(one, "jupyter-server", "echo 'Traceback' >&2; echo 'ImportError: no tornado' >&2; exit 1");
  const words = await find([one]).catch((error: unknown) => String(error));
  expect(words).toContain(`${broken}: ImportError: no tornado`);
  expect(words).toMatch(/pip install jupyter-server ipykernel/);
  expect(words).toMatch(/apt install/);
});

test("uses the command from the settings, or explains why it doesn't work", async () => {
  const { home, program, find, one, two } = setUp();
  program(one, "jupyter-server", "exit 0");
  const own = program(two, "my-jupyter", '[ "$1" = --flag ]');
  expect(await find([one], { command: [own, "--flag"] })).toEqual([own, "--flag"]);
  const missing = join(home.directory, "missing");
  await expect(find([one], { command: [missing] })).rejects.toMatchObject({
    code: "no-jupyter",
    message: expect.stringMatching(/command in the settings doesn't work: .*missing.*ENOENT/),
  });
  await expect(find([one], { command: [] })).rejects.toMatchObject({ code: "bad-setting" });
});
