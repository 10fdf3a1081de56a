/** Faults of Gemini CLI, Qwen Code and Copilot CLI. */
import { chmod, mkdir, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { Fixture } from "../testing/fixture.js";

/** A home whose user has Gemini CLI. */
async function withGemini(settings: object = { ide: { enabled: true } }) {
  const fixture = await Fixture.make();
  await fixture.write(".gemini/settings.json", settings);
  await mkdir(fixture.path("tmp"));
  const env = { TMPDIR: fixture.path("tmp") };
  return { fixture, env };
}

test("agent-off: Gemini CLI was never told to connect", async () => {
  const { fixture, env } = await withGemini({});
  await using _ = fixture;
  expect(await fixture.find("agent-off", { env })).toMatchObject({
    severity: "note",
    title: "Gemini CLI doesn't connect to editors.",
    advice: [{ command: "/ide enable" }],
  });
});

test("agent-off: Copilot CLI is told to show no reviews", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".copilot/config.json", { ide: { open_diff_on_edit: false } });
  expect(await fixture.find("agent-off")).toMatchObject({ title: "Copilot CLI shows no reviews in editors." });
});

test("agent-directory: somebody made a link of it, opened it, or put a file there", async () => {
  const { fixture, env } = await withGemini();
  await using _ = fixture;
  await mkdir(fixture.path("elsewhere"));
  await symlink(fixture.path("elsewhere"), fixture.path("tmp/gemini"));
  expect(await fixture.find("agent-directory", { env })).toMatchObject({
    severity: "warning",
    title: "Gemini CLI can't find editors, because ~/tmp/gemini is a symbolic link.",
  });
  const others = { TMPDIR: fixture.path("other") };
  await mkdir(fixture.path("other/gemini/ide"), { recursive: true });
  await chmod(fixture.path("other/gemini/ide"), 0o777);
  expect(await fixture.find("agent-directory", { env: others })).toMatchObject({
    title: "Gemini CLI can't find editors, because ~/other/gemini/ide can be written by other users.",
  });
  const uid = (process.getuid?.() ?? 0) + 1;
  expect(await fixture.find("agent-directory", { env: others, uid })).toMatchObject({
    title: "Gemini CLI can't find editors, because ~/other/gemini belongs to another user.",
  });
});

test("agent-not-served: the editor started before Gemini CLI was installed", async () => {
  await using fixture = await Fixture.make();
  await mkdir(fixture.path("tmp"));
  const env = { TMPDIR: fixture.path("tmp") };
  const editor = await fixture.editor([fixture.folder], { env });
  await fixture.write(".gemini/settings.json", { ide: { enabled: true } });
  expect(await fixture.find("agent-not-served", { env })).toMatchObject({
    severity: "note",
    title: "Gemini CLI finds no editor here, although Claude Code does.",
  });
  await editor.restart();
  expect((await fixture.examine({ env })).findings.map(({ id }) => id)).not.toContain("agent-not-served");
});

test("agent-unnamed: another program's file has no ideInfo", async () => {
  const { fixture, env } = await withGemini();
  await using _ = fixture;
  const name = `tmp/gemini/ide/gemini-ide-server-${process.pid}-40000.json`;
  await fixture.write(name, { port: 40_000, workspacePath: fixture.folder, authToken: "secret" });
  const finding = await fixture.find("agent-unnamed", { env });
  expect(finding?.detail).toContain("has no ideInfo");
  expect(JSON.stringify(await fixture.examine({ env }))).not.toContain("secret");
});

test("agent-container: Gemini CLI looks on the host", async () => {
  const { fixture, env } = await withGemini();
  await using _ = fixture;
  await fixture.write("root/.dockerenv", "");
  expect(await fixture.find("agent-container", { env, platform: "linux" })).toMatchObject({
    advice: [{ command: "REMOTE_CONTAINERS=true gemini" }],
  });
});
