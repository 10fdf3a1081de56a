/** Faults of Claude Code itself, of its settings and of the terminal's variables. */
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeScript, Stage } from "../testing/stage.js";

async function served(): Promise<Stage> {
  const stage = await Stage.make();
  await stage.editor();
  return stage;
}

test("claude-missing: there is no such program", async () => {
  await using stage = await served();
  expect(await stage.find("claude-missing", { env: { PATH: "/nowhere" } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "Claude Code is not installed, or not on your PATH.",
  });
  expect(await stage.find("claude-missing", { claudePath: "./nothing" })).toMatchObject({
    title: "Claude Code is not where it was said to be: ./nothing",
  });
});

test.each([
  ["by a relative entry of PATH", (stage: Stage) => ({ PATH: `./bin:${stage.path("bin")}:/usr/bin:/bin` })],
  [
    "by its absolute form",
    (stage: Stage) => ({ PATH: `${stage.path("project/bin")}:${stage.path("bin")}:/usr/bin:/bin` }),
  ],
])("program-in-folder: a claude of the folder is found %s, named and not run", async (_title, env) => {
  await using stage = await served();
  const ran = stage.path("ran");
  for (const name of ["claude", "nvim"]) {
    await stage.write(`project/bin/${name}`, `#!/bin/sh\ntouch '${ran}'\n`);
    await chmod(stage.path(`project/bin/${name}`), 0o755);
  }
  const surroundings = { env: env(stage) };
  expect(await stage.find("program-in-folder", surroundings)).toMatchObject({
    severity: "warning",
    title: "~/project/bin/claude in this folder comes first on your PATH; the doctor did not run it.",
    detail: expect.stringContaining("~/project/bin/nvim"),
  });
  expect((await stage.examine(surroundings)).facts.claude).toMatchObject({ state: "found", version: "2.1.325" });
  await rm(stage.path("bin/claude"));
  expect(await stage.find("claude-missing", surroundings)).toMatchObject({
    detail: expect.stringContaining("~/project/bin/claude is a file of this folder, so it was not run"),
  });
  expect(existsSync(ran)).toBe(false);
});

test("program-in-folder: TANDEM_CLAUDE that leads into the folder is not run, and --claude-path is", async () => {
  await using stage = await served();
  await stage.write("project/mine", claudeScript("2.1.9"));
  await chmod(stage.path("project/mine"), 0o755);
  for (const path of ["./mine", stage.path("project/mine")]) {
    const surroundings = { env: { TANDEM_CLAUDE: path } };
    expect(await stage.find("program-in-folder", surroundings)).toMatchObject({ severity: "warning" });
    expect((await stage.examine(surroundings)).facts.claude).toMatchObject({ state: "missing" });
    expect((await stage.examine({ claudePath: path })).facts.claude).toMatchObject({ version: "2.1.9" });
  }
});

test("in the home directory the user's own programs are run", async () => {
  await using stage = await served();
  const { facts } = await stage.examine({ cwd: stage.home });
  expect(facts.claude).toMatchObject({ state: "found" });
  expect(facts.programsInFolder).toEqual([]);
});

test("claude-fails: it ends with an error", async () => {
  await using stage = await served();
  await stage.program("claude", "#!/bin/sh\necho 'no such library' >&2\nexit 3\n");
  expect(await stage.find("claude-fails")).toMatchObject({
    isFirst: true,
    severity: "fault",
    detail: "~/bin/claude --version gives no version: it ended with exit code 3: no such library.",
  });
});

test.each([
  ["may not be executed", "a file that you may not execute", (file: string) => chmod(file, 0o644)],
  [
    "is a link to what was removed",
    "a link that leads to no file",
    async (file: string) => {
      await rm(file);
      await symlink("/nowhere/claude", file);
    },
  ],
  [
    "is a script for a program that is gone",
    "names /no/such/node, which is not there",
    (file: string) => writeFile(file, "#!/no/such/node\n"),
  ],
])("claude-fails: what is on the PATH %s", async (_what, why, spoil) => {
  await using stage = await served();
  await spoil(stage.path("bin/claude"));
  expect(await stage.find("claude-fails", { env: { PATH: stage.path("bin") } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    detail: expect.stringContaining(why),
  });
});

test("claude-fails: what it complains of on its standard output is told", async () => {
  await using stage = await served();
  await stage.program("claude", "#!/bin/sh\necho 'no such module'\nexit 1\n");
  expect(await stage.find("claude-fails")).toMatchObject({ detail: expect.stringContaining("1: no such module.") });
});

test("claude-not-on-path: it is where its installer puts it", async () => {
  await using stage = await served();
  await stage.write(".local/bin/claude", claudeScript("2.1.325"), 0o755);
  const env = { PATH: "/nowhere" };
  expect(await stage.find("claude-not-on-path", { env })).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "Claude Code is not on your PATH; it is ~/.local/bin/claude",
    advice: [{ command: 'export PATH="$PATH:$HOME/.local/bin"' }],
  });
  await using other = await served();
  await other.write(".claude/local/claude", claudeScript("2.1.325"), 0o755);
  expect(await other.find("claude-not-on-path", { env })).toMatchObject({ severity: "note" });
});

test("old-release: what it does otherwise is told", async () => {
  await using stage = await served();
  await stage.program("claude", claudeScript("1.0.128", "default"));
  expect(await stage.find("old-release")).toMatchObject({ severity: "note" });
  expect((await stage.examine()).isHealthy).toBe(true);
});

test("auto-connect-off: by a variable of the terminal", async () => {
  await using stage = await served();
  const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: "false" };
  expect(await stage.find("auto-connect-off", { env })).toMatchObject({
    isFirst: true,
    title: "CLAUDE_CODE_AUTO_CONNECT_IDE is off, so Claude Code never connects by itself.",
    advice: [{ command: "unset CLAUDE_CODE_AUTO_CONNECT_IDE" }, {}],
  });
});

test.each([".claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"])(
  "auto-connect-off: by %s, which beats the terminal",
  async (file) => {
    await using stage = await served();
    await stage.write(file, { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "false", OTHER_SECRET: "sk-12345678" } });
    const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: "true" };
    expect(await stage.find("auto-connect-off", { env })).toMatchObject({
      isFirst: true,
      detail: expect.stringContaining(`~/${file}`),
    });
    expect(JSON.stringify((await stage.examine({ env })).facts)).not.toContain("sk-12345678");
  },
);

test("stale-port: the editor of this terminal is gone", async () => {
  await using stage = await Stage.make();
  const env = { CLAUDE_CODE_SSE_PORT: "41234" };
  expect(await stage.find("stale-port", { env })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "CLAUDE_CODE_SSE_PORT names port 41234, where no editor is any more.",
  });
  await stage.editor();
  expect(await stage.find("stale-port", { env })).toMatchObject({ severity: "note" });
});

test("proxy: an older release asks it for loopback too", async () => {
  await using stage = await served();
  await stage.program("claude", claudeScript("2.1.112", "default"));
  const env = { HTTPS_PROXY: "http://ada:secret@proxy.example:3128", no_proxy: "127.0.0.0/8" };
  const found = await stage.find("proxy", { env });
  expect(found).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "HTTPS_PROXY sends Claude Code's connection to the editor to a proxy.",
  });
  expect(JSON.stringify(await stage.examine({ env }))).not.toContain("secret");
  expect(await stage.find("proxy", { env: { ...env, no_proxy: "localhost,127.0.0.1" } })).toBeUndefined();
  expect(await stage.find("proxy", { env: { ALL_PROXY: "http://proxy.example" } })).toBeUndefined();
  await stage.program("claude", claudeScript("2.1.200"));
  expect(await stage.find("proxy", { env })).toMatchObject({ severity: "warning" });
  await stage.program("claude", claudeScript("2.1.325"));
  expect(await stage.find("proxy", { env })).toBeUndefined();
});

test.each(["acceptEdits", "auto", "bypassPermissions", "dontAsk"])(
  "permission-mode: no review comes in the mode %s",
  async (mode) => {
    await using stage = await served();
    await stage.write(".claude/settings.json", { permissions: { defaultMode: mode } });
    expect(await stage.find("permission-mode")).toMatchObject({
      isFirst: true,
      severity: "warning",
      title: `Reviews never come: the permission mode is "${mode}".`,
      advice: [{ command: "claude --ide --permission-mode manual" }, {}],
    });
  },
);

test("permission-mode: the nearer file wins, and a mode that asks is no finding", async () => {
  await using stage = await served();
  await stage.write(".claude/settings.json", { permissions: { defaultMode: "acceptEdits" } });
  await stage.write("project/.claude/settings.json", { permissions: { defaultMode: "manual" } });
  const { findings } = await stage.examine();
  expect(findings.map(({ id }) => id)).toEqual(["ide-flag"]);
});

test("permission-mode: an older release does not know the new name", async () => {
  await using stage = await served();
  await stage.program("claude", claudeScript("2.1.112", "default"));
  await stage.write(".claude/settings.json", { permissions: { defaultMode: "manual" } });
  expect(await stage.find("permission-mode")).toMatchObject({
    isFirst: true,
    title: 'Claude Code 2.1.112 does not know the permission mode "manual".',
  });
});

test("mode-unset: a current release starts in a mode that never asks; an older one asks", async () => {
  await using stage = await served();
  expect(await stage.find("mode-unset")).toMatchObject({ severity: "note" });
  await stage.program("claude", claudeScript("2.1.112", "default"));
  expect(await stage.find("mode-unset")).toBeUndefined();
});

test("ide-flag: needed in a terminal that nobody has prepared", async () => {
  await using stage = await Stage.make();
  const { port } = await stage.editor();
  expect(await stage.find("ide-flag")).toMatchObject({ severity: "note" });
  const env = { CLAUDE_CODE_SSE_PORT: String(port) };
  expect(await stage.find("ide-flag", { env })).toBeUndefined();
  expect((await stage.examine({ env })).summary).toMatch(/^All is well: claude \(2\.1\.325\) connects to Memory/);
  expect(await stage.find("ide-flag", { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "true" } })).toBeUndefined();
  await stage.program("claude", claudeScript("1.0.128", "default"));
  expect(await stage.find("ide-flag", { env })).toMatchObject({ severity: "note" });
  await stage.write(".claude.json", { autoConnectIde: true });
  expect(await stage.find("ide-flag")).toBeUndefined();
});

test("diff-tool: proposals are shown in the terminal only", async () => {
  await using stage = await served();
  await stage.write(".claude.json", { diffTool: "terminal" });
  expect(await stage.find("diff-tool")).toMatchObject({
    isFirst: true,
    title: 'Reviews never come: the setting diffTool is "terminal".',
  });
  const configDir = stage.path("config");
  await stage.write("config/.claude.json", { diffTool: "auto" });
  expect(await stage.find("diff-tool", { configDir })).toBeUndefined();
});

test.each([
  ["no JSON", "{"],
  ["a mode that there is not", JSON.stringify({ permissions: { defaultMode: "nonsense" } })],
  ["another form", JSON.stringify({ permissions: [] })],
])("settings-broken: %s", async (_what, content) => {
  await using stage = await served();
  await stage.write("project/.claude/settings.json", content);
  expect(await stage.find("settings-broken")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "~/project/.claude/settings.json is broken, so Claude Code skips it.",
  });
});

test("the administrator's settings win over all", async () => {
  await using stage = await served();
  await stage.write("root/etc/claude-code/managed-settings.json", { permissions: { defaultMode: "acceptEdits" } });
  await stage.write("project/.claude/settings.local.json", { permissions: { defaultMode: "manual" } });
  expect(await stage.find("permission-mode", { platform: "linux" })).toMatchObject({
    detail: expect.stringContaining(join("root", "etc")),
  });
});

test("proxy: the advice keeps what is exempt, and names the settings where they have the last word", async () => {
  await using stage = await served();
  await stage.program("claude", claudeScript("2.1.112", "default"));
  const env = { HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: "corp.example" };
  const value = '"$NO_PROXY,127.0.0.1,localhost"';
  expect(await stage.find("proxy", { env })).toMatchObject({
    advice: [{ command: `export no_proxy=${value} NO_PROXY=${value}` }, { command: "tandem claude" }],
  });
  await stage.write(".claude/settings.json", { env: { no_proxy: "corp.example" } });
  const found = await stage.find("proxy", { env });
  expect(found?.advice).toEqual([{ words: 'Add 127.0.0.1 to no_proxy in "env" of ~/.claude/settings.json.' }]);
});

test("proxy: a release that nobody has tried is called that, in words", async () => {
  await using stage = await served();
  await stage.program("claude", claudeScript("2.1.200", "manual"));
  const env = { HTTPS_PROXY: "http://proxy.example:3128" };
  expect(await stage.find("proxy", { env })).toMatchObject({
    detail:
      "Releases up to 2.1.112 ask the proxy for 127.0.0.1 too; 2.1.325 does not. We have not tested Claude Code 2.1.200. no_proxy does not name 127.0.0.1.",
  });
});

test("other-config-directory: the variable holds a tilde that nobody has expanded, or a relative path", async () => {
  await using stage = await Stage.make();
  expect(await stage.find("other-config-directory", { env: { CLAUDE_CONFIG_DIR: "~/.claude" } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: 'CLAUDE_CONFIG_DIR is "~/.claude", which is not an absolute path.',
    detail: expect.stringContaining("tilde"),
  });
  expect(await stage.find("other-config-directory", { env: { CLAUDE_CONFIG_DIR: "config" } })).toMatchObject({
    isFirst: true,
    detail: expect.stringContaining("different places"),
  });
});

test("settings-broken: a second file is named too", async () => {
  await using stage = await served();
  await stage.write(".claude/settings.json", "{");
  await mkdir(stage.path(".claude.json"));
  expect(await stage.find("settings-broken")).toMatchObject({
    title: "~/.claude/settings.json is broken, so Claude Code skips it.",
    detail: expect.stringContaining("~/.claude.json"),
  });
});
