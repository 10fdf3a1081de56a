/** Faults in the installation of Claude Code. */
import { existsSync } from "node:fs";
import { chmod, rm, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { claudeScript, Fixture } from "../testing/fixture.js";

async function served(): Promise<Fixture> {
  const fixture = await Fixture.make();
  await fixture.editor();
  return fixture;
}

test("claude-missing: the program doesn't exist", async () => {
  await using fixture = await served();
  expect(await fixture.find("claude-missing", { env: { PATH: "/nowhere" } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "Claude Code isn't installed, or not on your PATH.",
  });
  expect(await fixture.find("claude-missing", { claudePath: "./nothing" })).toMatchObject({
    title: "Can't find Claude Code at ./nothing",
  });
});

test.each([
  ["through a relative PATH entry", (fixture: Fixture) => ({ PATH: `./bin:${fixture.path("bin")}:/usr/bin:/bin` })],
  [
    "through an absolute PATH entry",
    (fixture: Fixture) => ({ PATH: `${fixture.path("project/bin")}:${fixture.path("bin")}:/usr/bin:/bin` }),
  ],
])("program-in-folder: a claude in the folder, found %s, is reported but not run", async (_title, env) => {
  await using fixture = await served();
  const ran = fixture.path("ran");
  for (const name of ["claude", "nvim"]) {
    await fixture.write(`project/bin/${name}`, `#!/bin/sh\ntouch '${ran}'\n`);
    await chmod(fixture.path(`project/bin/${name}`), 0o755);
  }
  const surroundings = { env: env(fixture) };
  expect(await fixture.find("program-in-folder", surroundings)).toMatchObject({
    severity: "warning",
    title: "~/project/bin/claude in this folder comes first on your PATH; the doctor didn't run it.",
    detail: expect.stringContaining("~/project/bin/nvim"),
  });
  expect((await fixture.examine(surroundings)).facts.claude).toMatchObject({ state: "found", version: "2.1.325" });
  await rm(fixture.path("bin/claude"));
  expect(await fixture.find("claude-missing", surroundings)).toMatchObject({
    detail: expect.stringContaining("~/project/bin/claude is in this folder, so it wasn't run"),
  });
  expect(existsSync(ran)).toBe(false);
});

test("program-in-folder: a TANDEM_CLAUDE inside the folder is not run, but --claude-path is", async () => {
  await using fixture = await served();
  await fixture.write("project/mine", claudeScript("2.1.9"));
  await chmod(fixture.path("project/mine"), 0o755);
  for (const path of ["./mine", fixture.path("project/mine")]) {
    const surroundings = { env: { TANDEM_CLAUDE: path } };
    expect(await fixture.find("program-in-folder", surroundings)).toMatchObject({ severity: "warning" });
    expect((await fixture.examine(surroundings)).facts.claude).toMatchObject({ state: "missing" });
    expect((await fixture.examine({ claudePath: path })).facts.claude).toMatchObject({ version: "2.1.9" });
  }
});

test("in the home directory the user's own programs are run", async () => {
  await using fixture = await served();
  const { facts } = await fixture.examine({ cwd: fixture.home });
  expect(facts.claude).toMatchObject({ state: "found" });
  expect(facts.programsInFolder).toEqual([]);
});

test("claude-fails: it exits with an error", async () => {
  await using fixture = await served();
  await fixture.program("claude", "#!/bin/sh\necho 'no such library' >&2\nexit 3\n");
  expect(await fixture.find("claude-fails")).toMatchObject({
    isFirst: true,
    severity: "fault",
    detail: "~/bin/claude --version failed: it exited with code 3: no such library.",
  });
});

test.each([
  ["isn't executable", "you don't have permission to execute it", (file: string) => chmod(file, 0o644)],
  [
    "is a link to a removed file",
    "a broken link",
    async (file: string) => {
      await rm(file);
      await symlink("/nowhere/claude", file);
    },
  ],
  [
    "is a script for a program that is gone",
    "names /no/such/node, which doesn't exist",
    (file: string) => writeFile(file, "#!/no/such/node\n"),
  ],
])("claude-fails: the file on the PATH %s", async (_what, why, breakIt) => {
  await using fixture = await served();
  await breakIt(fixture.path("bin/claude"));
  expect(await fixture.find("claude-fails", { env: { PATH: fixture.path("bin") } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    detail: expect.stringContaining(why),
  });
});

test("claude-fails: shows an error from standard output", async () => {
  await using fixture = await served();
  await fixture.program("claude", "#!/bin/sh\necho 'no such module'\nexit 1\n");
  expect(await fixture.find("claude-fails")).toMatchObject({ detail: expect.stringContaining("1: no such module.") });
});

test("claude-not-on-path: it is only in its installer's folder", async () => {
  await using fixture = await served();
  await fixture.write(".local/bin/claude", claudeScript("2.1.325"), 0o755);
  const env = { PATH: "/nowhere" };
  expect(await fixture.find("claude-not-on-path", { env })).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "Claude Code isn't on your PATH; it is at ~/.local/bin/claude",
    advice: [{ command: 'export PATH="$PATH:$HOME/.local/bin"' }],
  });
  await using other = await served();
  await other.write(".claude/local/claude", claudeScript("2.1.325"), 0o755);
  expect(await other.find("claude-not-on-path", { env })).toMatchObject({ severity: "note" });
});

test("old-release: an old version is a note", async () => {
  await using fixture = await served();
  await fixture.program("claude", claudeScript("1.0.128", "default"));
  expect(await fixture.find("old-release")).toMatchObject({ severity: "note" });
  expect((await fixture.examine()).isHealthy).toBe(true);
});
