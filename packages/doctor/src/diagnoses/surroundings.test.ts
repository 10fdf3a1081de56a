/** Faults in directories, modes, machines and installed editors. */
import { chmod, mkdir, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { overview } from "../examine.js";
import { Fixture } from "../testing/fixture.js";

test("lock-directory: it is a file", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".claude/ide", "");
  expect(await fixture.find("lock-directory")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "~/.claude/ide isn't a directory, so editors can't write lock files.",
  });
});

test("lock-directory: the config directory itself is a file", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".claude", "");
  expect(await fixture.find("lock-directory")).toMatchObject({
    isFirst: true,
    title: "~/.claude isn't a directory, so editors can't write lock files.",
  });
});

test("lock-directory: it belongs to another user", async () => {
  await using fixture = await Fixture.make();
  await mkdir(fixture.path(".claude/ide"), { recursive: true });
  const mine = process.getuid?.() ?? 0;
  expect(await fixture.find("lock-directory", { uid: mine + 1 })).toMatchObject({
    isFirst: true,
    title: `~/.claude belongs to another user (user ID ${mine}).`,
  });
});

test("directory-open: others can read it or write to it", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const path = fixture.path(".claude/ide");
  await chmod(path, 0o755);
  const fixes = [{ kind: "set-mode", path, mode: 0o700, was: 0o755 }];
  expect(await fixture.find("directory-open")).toMatchObject({ severity: "note", fixes });
  await chmod(path, 0o777);
  expect(await fixture.find("directory-open")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "~/.claude/ide is open to other users (mode 0777).",
  });
});

test("lock-open: others can read the token", async () => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor();
  const path = fixture.path(`.claude/ide/${port}.lock`);
  await chmod(path, 0o644);
  expect(await fixture.find("lock-open")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: `~/.claude/ide/${port}.lock can be read by other users (mode 0644).`,
    fixes: [{ path, mode: 0o600 }],
  });
});

test.each([
  [{ SSH_CONNECTION: "10.0.0.1 5 10.0.0.2 22" }, "No editor is running on this machine, which you reached over SSH."],
  [{ WSL_DISTRO_NAME: "Ubuntu" }, "No editor is running inside WSL."],
  [{ CODESPACES: "true" }, "No editor is running in this codespace."],
  [{ REMOTE_CONTAINERS: "true" }, "No editor is running in this dev container."],
  [{ KUBERNETES_SERVICE_HOST: "10.0.0.1" }, "No editor is running in this Kubernetes pod."],
])("no-editor: names the machine that hides editors elsewhere (%j)", async (env, title) => {
  await using fixture = await Fixture.make();
  expect(await fixture.find("no-editor", { env, platform: "linux" })).toMatchObject({ isFirst: true, title });
});

test.each([
  [".dockerenv", "", /Docker container/],
  ["run/.containerenv", "", /Podman container/],
  ["proc/1/cgroup", "12:pids:/docker/0123", /container/],
  ["proc/sys/kernel/osrelease", "5.15.90.1-microsoft-standard-WSL2", /WSL/],
])("machine-kind: detected by %s", async (file, content, title) => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  await fixture.write(`root/${file}`, content);
  expect(await fixture.find("machine-kind", { platform: "linux" })).toMatchObject({
    severity: "note",
    title: expect.stringMatching(title),
  });
});

test("node-old: Tandem needs a newer version", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  expect(await fixture.find("node-old", { nodeVersion: "18.20.4" })).toMatchObject({
    isFirst: true,
    severity: "warning",
  });
  expect(await fixture.find("node-old", { nodeVersion: "22.0.0" })).toBeUndefined();
});

test("neovim-health: the plugin wasn't built; a stand-in for Neovim is too old", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const plugin = ".local/share/nvim/site/pack/tandem/start/tandem";
  await fixture.write(`${plugin}/lua/tandem/sidecar.lua`, "");
  await fixture.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await fixture.find("neovim-health")).toMatchObject({
    isFirst: true,
    title: "Tandem's plugin for Neovim has no sidecar because it wasn't built.",
  });
  await fixture.write(`${plugin}/sidecar/main.mjs`, "");
  expect(await fixture.find("neovim-health")).toBeUndefined();
  await fixture.program("nvim", "#!/bin/sh\necho 'NVIM v0.9.5'\n");
  expect(await fixture.find("neovim-health")).toMatchObject({
    title: "Neovim 0.9.5 is too old for Tandem, which needs 0.10.",
  });
});

test("no-editor: suggests the installed editors (stand-ins for Neovim and VS Code)", async () => {
  await using fixture = await Fixture.make();
  const env = { PATH: `${fixture.path("bin")}:${fixture.path("nothing")}` };
  const words = async () =>
    (await fixture.find("no-editor", { env }))?.advice.map(({ command, words }) => command ?? words);
  expect(await words()).toEqual(["Start your editor with its Claude Code integration turned on.", "tandem serve"]);
  await fixture.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await words()).toEqual(["Install Tandem in an editor you have: Neovim (docs/neovim.md).", "tandem serve"]);
  await fixture.program("code", "#!/bin/sh\necho 1.139.1\n");
  await mkdir(fixture.path(".vscode/extensions/tandem-ide.tandem-vscode-0.1.0"), { recursive: true });
  expect(await words()).toEqual(["code .", "tandem serve"]);
});

test("extension-health: versions differ; a stand-in for VS Code is too old", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  await mkdir(fixture.path(".vscode/extensions/tandem-ide.tandem-vscode-0.0.9"), { recursive: true });
  expect(await fixture.find("extension-health")).toMatchObject({
    severity: "note",
    title: "Tandem's extension in VS Code is version 0.0.9, but this command is version 0.1.0.",
  });
  await fixture.program("code", "#!/bin/sh\necho 1.90.2\n");
  expect(await fixture.find("extension-health")).toMatchObject({ isFirst: true, severity: "warning" });
});

test("obsidian-health: the plugin is installed but turned off", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const vault = fixture.path("notes");
  await fixture.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: vault } } });
  await fixture.write("notes/.obsidian/plugins/tandem-ide/manifest.json", { version: "0.1.0" });
  const surroundings = { platform: "linux" };
  expect(await fixture.find("obsidian-health", surroundings)).toMatchObject({
    isFirst: true,
    title: "Tandem is installed in the vault ~/notes, but not turned on.",
  });
  await fixture.write("notes/.obsidian/community-plugins.json", ["tandem-ide"]);
  expect(await fixture.find("obsidian-health", surroundings)).toBeUndefined();
});

test("lock-directory: it is a broken link", async () => {
  await using fixture = await Fixture.make();
  await mkdir(fixture.path(".claude"));
  await symlink(fixture.path("unmounted"), fixture.path(".claude/ide"));
  expect(await fixture.find("lock-directory")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "~/.claude/ide is a broken link, so editors can't write lock files.",
  });
});

test("neovim-health: without locks, a plugin that can't start is the cause", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".local/share/nvim/lazy/tandem/lua/tandem/sidecar.lua", "");
  await fixture.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await fixture.find("neovim-health")).toMatchObject({ isFirst: true, severity: "fault" });
  expect((await fixture.find("no-editor"))?.advice.map(({ command }) => command)).not.toContain("nvim");
});

test("obsidian-health: it is the cause in that vault and a warning elsewhere", async () => {
  await using fixture = await Fixture.make();
  await fixture.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: fixture.path("notes") } } });
  await fixture.write("notes/.obsidian/plugins/tandem-ide/manifest.json", { version: "0.1.0" });
  const platform = "linux";
  expect(await fixture.find("obsidian-health", { platform })).toMatchObject({ isFirst: false, severity: "warning" });
  expect(await fixture.find("obsidian-health", { platform, cwd: fixture.path("notes") })).toMatchObject({
    isFirst: true,
    severity: "fault",
  });
});

test("the overview shows the plugin's version if it is known (a fake Neovim)", async () => {
  await using fixture = await Fixture.make();
  await fixture.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  const installed = async () => {
    const { facts } = await fixture.examine({ platform: "linux", env: { PATH: fixture.path("bin") } });
    return new Map(overview(facts)).get("Installed");
  };
  expect(await installed()).toBe("Neovim 0.10.4 (Tandem not found)");
  await fixture.write(".local/share/nvim/lazy/tandem/editors/neovim/lua/tandem/sidecar.lua", "");
  await fixture.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: fixture.path("notes") } } });
  expect(await installed()).toBe("Neovim 0.10.4 (with Tandem), Obsidian (without Tandem)");
  await fixture.write(".local/share/nvim/lazy/tandem/editors/neovim/package.json", { version: "0.1.2" });
  await fixture.write("notes/.obsidian/plugins/tandem-ide/manifest.json", { version: "0.1.3" });
  expect(await installed()).toBe("Neovim 0.10.4 (Tandem 0.1.2), Obsidian (Tandem 0.1.3)");
});
