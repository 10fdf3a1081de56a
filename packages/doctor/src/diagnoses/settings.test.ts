/** Faults in Claude Code's settings and the terminal's variables. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeScript, Fixture } from "../testing/fixture.js";

async function served(): Promise<Fixture> {
  const fixture = await Fixture.make();
  await fixture.editor();
  return fixture;
}

test("auto-connect-off: set in the terminal", async () => {
  await using fixture = await served();
  const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: "false" };
  expect(await fixture.find("auto-connect-off", { env })).toMatchObject({
    isFirst: true,
    title: "CLAUDE_CODE_AUTO_CONNECT_IDE is off, so Claude Code never auto-connects.",
    advice: [{ command: "unset CLAUDE_CODE_AUTO_CONNECT_IDE" }, {}],
  });
});

test.each([".claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"])(
  "auto-connect-off: set in %s, which overrides the terminal",
  async (file) => {
    await using fixture = await served();
    await fixture.write(file, { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "false", OTHER_SECRET: "sk-12345678" } });
    const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: "true" };
    expect(await fixture.find("auto-connect-off", { env })).toMatchObject({
      isFirst: true,
      detail: expect.stringContaining(`~/${file}`),
    });
    expect(JSON.stringify((await fixture.examine({ env })).facts)).not.toContain("sk-12345678");
  },
);

test("stale-port: the terminal's editor is gone", async () => {
  await using fixture = await Fixture.make();
  const env = { CLAUDE_CODE_SSE_PORT: "41234" };
  expect(await fixture.find("stale-port", { env })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "CLAUDE_CODE_SSE_PORT names port 41234, but no editor uses it any more.",
  });
  await fixture.editor();
  expect(await fixture.find("stale-port", { env })).toMatchObject({ severity: "note" });
});

test("proxy: an older version uses it for loopback too", async () => {
  await using fixture = await served();
  await fixture.program("claude", claudeScript("2.1.112", "default"));
  const env = { HTTPS_PROXY: "http://ada:secret@proxy.example:3128", no_proxy: "127.0.0.0/8" };
  const found = await fixture.find("proxy", { env });
  expect(found).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "HTTPS_PROXY sends Claude Code's connection to the editor to a proxy.",
  });
  expect(JSON.stringify(await fixture.examine({ env }))).not.toContain("secret");
  expect(await fixture.find("proxy", { env: { ...env, no_proxy: "localhost,127.0.0.1" } })).toBeUndefined();
  expect(await fixture.find("proxy", { env: { ALL_PROXY: "http://proxy.example" } })).toBeUndefined();
  await fixture.program("claude", claudeScript("2.1.200"));
  expect(await fixture.find("proxy", { env })).toMatchObject({ severity: "warning" });
  await fixture.program("claude", claudeScript("2.1.325"));
  expect(await fixture.find("proxy", { env })).toBeUndefined();
});

test.each(["acceptEdits", "auto", "bypassPermissions", "dontAsk"])(
  "permission-mode: reviews don't show in mode %s",
  async (mode) => {
    await using fixture = await served();
    await fixture.write(".claude/settings.json", { permissions: { defaultMode: mode } });
    expect(await fixture.find("permission-mode")).toMatchObject({
      isFirst: true,
      severity: "warning",
      title: `You won't see reviews: the permission mode is "${mode}".`,
      advice: [{ command: "claude --ide --permission-mode manual" }, {}],
    });
  },
);

test("permission-mode: the project's settings win, and a mode that asks is fine", async () => {
  await using fixture = await served();
  await fixture.write(".claude/settings.json", { permissions: { defaultMode: "acceptEdits" } });
  await fixture.write("project/.claude/settings.json", { permissions: { defaultMode: "manual" } });
  const { findings } = await fixture.examine();
  expect(findings.map(({ id }) => id)).toEqual(["ide-flag"]);
});

test("permission-mode: an older version doesn't have the new name", async () => {
  await using fixture = await served();
  await fixture.program("claude", claudeScript("2.1.112", "default"));
  await fixture.write(".claude/settings.json", { permissions: { defaultMode: "manual" } });
  expect(await fixture.find("permission-mode")).toMatchObject({
    isFirst: true,
    title: `Claude Code 2.1.112 doesn't have the permission mode "manual".`,
  });
});

test("mode-unset: a current version starts in a mode that never asks; an older one asks", async () => {
  await using fixture = await served();
  expect(await fixture.find("mode-unset")).toMatchObject({ severity: "note" });
  await fixture.program("claude", claudeScript("2.1.112", "default"));
  expect(await fixture.find("mode-unset")).toBeUndefined();
});

test("ide-flag: needed in a terminal outside an editor", async () => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor();
  expect(await fixture.find("ide-flag")).toMatchObject({ severity: "note" });
  const env = { CLAUDE_CODE_SSE_PORT: String(port) };
  expect(await fixture.find("ide-flag", { env })).toBeUndefined();
  expect((await fixture.examine({ env })).summary).toMatch(
    /^claude \(2\.1\.325\) connects to Memory on port \d+, but without reviews\.$/,
  );
  expect(await fixture.find("ide-flag", { env: { CLAUDE_CODE_AUTO_CONNECT_IDE: "true" } })).toBeUndefined();
  await fixture.program("claude", claudeScript("1.0.128", "default"));
  expect(await fixture.find("ide-flag", { env })).toMatchObject({ severity: "note" });
  await fixture.write(".claude.json", { autoConnectIde: true });
  expect(await fixture.find("ide-flag")).toBeUndefined();
});

test("diff-tool: proposals only show in the terminal", async () => {
  await using fixture = await served();
  await fixture.write(".claude.json", { diffTool: "terminal" });
  expect(await fixture.find("diff-tool")).toMatchObject({
    isFirst: true,
    title: `You won't see reviews: the setting diffTool is "terminal".`,
  });
  const configDir = fixture.path("config");
  await fixture.write("config/.claude.json", { diffTool: "auto" });
  expect(await fixture.find("diff-tool", { configDir })).toBeUndefined();
});

test.each([
  ["invalid JSON", "{"],
  ["an unknown mode", JSON.stringify({ permissions: { defaultMode: "nonsense" } })],
  ["another format", JSON.stringify({ permissions: [] })],
])("settings-broken: %s", async (_what, content) => {
  await using fixture = await served();
  await fixture.write("project/.claude/settings.json", content);
  expect(await fixture.find("settings-broken")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "~/project/.claude/settings.json is invalid, so Claude Code ignores it.",
  });
});

test("the administrator's settings override all others", async () => {
  await using fixture = await served();
  await fixture.write("root/etc/claude-code/managed-settings.json", { permissions: { defaultMode: "acceptEdits" } });
  await fixture.write("project/.claude/settings.local.json", { permissions: { defaultMode: "manual" } });
  expect(await fixture.find("permission-mode", { platform: "linux" })).toMatchObject({
    detail: expect.stringContaining(join("root", "etc")),
  });
});

test("proxy: the advice keeps existing exemptions and names the settings that override the terminal", async () => {
  await using fixture = await served();
  await fixture.program("claude", claudeScript("2.1.112", "default"));
  const env = { HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: "corp.example" };
  const value = '"$NO_PROXY,127.0.0.1,localhost"';
  expect(await fixture.find("proxy", { env })).toMatchObject({
    advice: [{ command: `export no_proxy=${value} NO_PROXY=${value}` }, { command: "tandem claude" }],
  });
  await fixture.write(".claude/settings.json", { env: { no_proxy: "corp.example" } });
  const found = await fixture.find("proxy", { env });
  expect(found?.advice).toEqual([{ words: 'Add 127.0.0.1 to no_proxy in "env" of ~/.claude/settings.json.' }]);
});

test("proxy: says that a version hasn't been tested", async () => {
  await using fixture = await served();
  await fixture.program("claude", claudeScript("2.1.200", "manual"));
  const env = { HTTPS_PROXY: "http://proxy.example:3128" };
  expect(await fixture.find("proxy", { env })).toMatchObject({
    detail:
      "Versions up to 2.1.112 use the proxy for 127.0.0.1 too; 2.1.325 doesn't. Claude Code 2.1.200 hasn't been tested. no_proxy doesn't include 127.0.0.1.",
  });
});

test("other-config-directory: the variable contains an unexpanded tilde or a relative path", async () => {
  await using fixture = await Fixture.make();
  expect(await fixture.find("other-config-directory", { env: { CLAUDE_CONFIG_DIR: "~/.claude" } })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `CLAUDE_CONFIG_DIR is "~/.claude", which isn't an absolute path.`,
    detail: expect.stringContaining("tilde"),
  });
  expect(await fixture.find("other-config-directory", { env: { CLAUDE_CONFIG_DIR: "config" } })).toMatchObject({
    isFirst: true,
    detail: expect.stringContaining("different places"),
  });
});

test("settings-broken: a second invalid file is mentioned too", async () => {
  await using fixture = await served();
  await fixture.write(".claude/settings.json", "{");
  await mkdir(fixture.path(".claude.json"));
  expect(await fixture.find("settings-broken")).toMatchObject({
    title: "~/.claude/settings.json is invalid, so Claude Code ignores it.",
    detail: expect.stringContaining("~/.claude.json"),
  });
});
