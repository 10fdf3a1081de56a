/** Faults of directories and their modes, kinds of machines, and the editors that are installed. */
import { chmod, mkdir, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { overview } from "../examine.js";
import { Stage } from "../testing/stage.js";

test("lock-directory: a file is in its place", async () => {
  await using stage = await Stage.make();
  await stage.write(".claude/ide", "");
  expect(await stage.find("lock-directory")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "~/.claude/ide is not a directory, so no editor can announce itself.",
  });
});

test("lock-directory: the config directory itself is a file", async () => {
  await using stage = await Stage.make();
  await stage.write(".claude", "");
  expect(await stage.find("lock-directory")).toMatchObject({
    isFirst: true,
    title: "~/.claude is not a directory, so no editor can announce itself.",
  });
});

test("lock-directory: it is another user's", async () => {
  await using stage = await Stage.make();
  await mkdir(stage.path(".claude/ide"), { recursive: true });
  const mine = process.getuid?.() ?? 0;
  expect(await stage.find("lock-directory", { uid: mine + 1 })).toMatchObject({
    isFirst: true,
    title: `~/.claude belongs to another user (user id ${mine}).`,
  });
});

test("directory-open: others may look inside, or write", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const path = stage.path(".claude/ide");
  await chmod(path, 0o755);
  const fixes = [{ kind: "set-mode", path, mode: 0o700, was: 0o755 }];
  expect(await stage.find("directory-open")).toMatchObject({ severity: "note", fixes });
  await chmod(path, 0o777);
  expect(await stage.find("directory-open")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: "~/.claude/ide is open to other users (mode 0777).",
  });
});

test("lock-open: others may read the token", async () => {
  await using stage = await Stage.make();
  const { port } = await stage.editor();
  const path = stage.path(`.claude/ide/${port}.lock`);
  await chmod(path, 0o644);
  expect(await stage.find("lock-open")).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: `~/.claude/ide/${port}.lock can be read by other users (mode 0644).`,
    fixes: [{ path, mode: 0o600 }],
  });
});

test.each([
  [{ SSH_CONNECTION: "10.0.0.1 5 10.0.0.2 22" }, "No editor is running on this machine, which you reached by SSH."],
  [{ WSL_DISTRO_NAME: "Ubuntu" }, "No editor is running on this side of WSL."],
  [{ CODESPACES: "true" }, "No editor is running in this codespace."],
  [{ REMOTE_CONTAINERS: "true" }, "No editor is running in this dev container."],
  [{ KUBERNETES_SERVICE_HOST: "10.0.0.1" }, "No editor is running in this Kubernetes pod."],
])("no-editor: says where one cannot be seen from (%j)", async (env, title) => {
  await using stage = await Stage.make();
  expect(await stage.find("no-editor", { env, platform: "linux" })).toMatchObject({ isFirst: true, title });
});

test.each([
  [".dockerenv", "", /Docker container/],
  ["run/.containerenv", "", /Podman container/],
  ["proc/1/cgroup", "12:pids:/docker/0123", /container/],
  ["proc/sys/kernel/osrelease", "5.15.90.1-microsoft-standard-WSL2", /WSL/],
])("machine-kind: %s tells", async (file, content, title) => {
  await using stage = await Stage.make();
  await stage.editor();
  await stage.write(`root/${file}`, content);
  expect(await stage.find("machine-kind", { platform: "linux" })).toMatchObject({
    severity: "note",
    title: expect.stringMatching(title),
  });
});

test("node-old: Tandem's programs need a newer one", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  expect(await stage.find("node-old", { nodeVersion: "18.20.4" })).toMatchObject({
    isFirst: true,
    severity: "warning",
  });
  expect(await stage.find("node-old", { nodeVersion: "22.0.0" })).toBeUndefined();
});

test("neovim-health: the plugin was not built; a stand-in for Neovim is too old", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const plugin = ".local/share/nvim/site/pack/tandem/start/tandem";
  await stage.write(`${plugin}/lua/tandem/sidecar.lua`, "");
  await stage.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await stage.find("neovim-health")).toMatchObject({
    isFirst: true,
    title: "Tandem's plugin for Neovim lacks its sidecar: it was not built.",
  });
  await stage.write(`${plugin}/sidecar/main.mjs`, "");
  expect(await stage.find("neovim-health")).toBeUndefined();
  await stage.program("nvim", "#!/bin/sh\necho 'NVIM v0.9.5'\n");
  expect(await stage.find("neovim-health")).toMatchObject({
    title: "Neovim 0.9.5 is too old for Tandem, which needs 0.10.",
  });
});

test("no-editor: what is installed is named (stand-ins for Neovim and VS Code)", async () => {
  await using stage = await Stage.make();
  const env = { PATH: `${stage.path("bin")}:${stage.path("nothing")}` };
  const words = async () =>
    (await stage.find("no-editor", { env }))?.advice.map(({ command, words }) => command ?? words);
  expect(await words()).toEqual(["Start your editor with its Claude Code integration on.", "tandem serve"]);
  await stage.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await words()).toEqual(["Add Tandem to an editor that you have: Neovim (docs/neovim.md).", "tandem serve"]);
  await stage.program("code", "#!/bin/sh\necho 1.139.1\n");
  await mkdir(stage.path(".vscode/extensions/tandem.tandem-vscode-0.1.0"), { recursive: true });
  expect(await words()).toEqual(["code .", "tandem serve"]);
});

test("extension-health: versions differ; a stand-in for VS Code is too old", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  await mkdir(stage.path(".vscode/extensions/tandem.tandem-vscode-0.0.9"), { recursive: true });
  expect(await stage.find("extension-health")).toMatchObject({
    severity: "note",
    title: "Tandem's extension in VS Code is 0.0.9, and this command is 0.1.0.",
  });
  await stage.program("code", "#!/bin/sh\necho 1.90.2\n");
  expect(await stage.find("extension-health")).toMatchObject({ isFirst: true, severity: "warning" });
});

test("obsidian-health: the plugin is installed and turned off", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const vault = stage.path("notes");
  await stage.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: vault } } });
  await stage.write("notes/.obsidian/plugins/tandem/manifest.json", { version: "0.1.0" });
  const surroundings = { platform: "linux" };
  expect(await stage.find("obsidian-health", surroundings)).toMatchObject({
    isFirst: true,
    title: "Tandem is installed in the vault ~/notes, but not turned on.",
  });
  await stage.write("notes/.obsidian/community-plugins.json", ["tandem"]);
  expect(await stage.find("obsidian-health", surroundings)).toBeUndefined();
});

test("lock-directory: it is a link that leads nowhere", async () => {
  await using stage = await Stage.make();
  await mkdir(stage.path(".claude"));
  await symlink(stage.path("unmounted"), stage.path(".claude/ide"));
  expect(await stage.find("lock-directory")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "~/.claude/ide is a link that leads nowhere, so no editor can announce itself.",
  });
});

test("neovim-health: where nobody has announced itself, a plugin that cannot start is the cause", async () => {
  await using stage = await Stage.make();
  await stage.write(".local/share/nvim/lazy/tandem/lua/tandem/sidecar.lua", "");
  await stage.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  expect(await stage.find("neovim-health")).toMatchObject({ isFirst: true, severity: "fault" });
  expect((await stage.find("no-editor"))?.advice.map(({ command }) => command)).not.toContain("nvim");
});

test("obsidian-health: in that vault it is the cause, elsewhere it is by the way", async () => {
  await using stage = await Stage.make();
  await stage.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: stage.path("notes") } } });
  await stage.write("notes/.obsidian/plugins/tandem/manifest.json", { version: "0.1.0" });
  const platform = "linux";
  expect(await stage.find("obsidian-health", { platform })).toMatchObject({ isFirst: false, severity: "warning" });
  expect(await stage.find("obsidian-health", { platform, cwd: stage.path("notes") })).toMatchObject({
    isFirst: true,
    severity: "fault",
  });
});

test("what is installed is told with the plugin's version, where the plugin says it (a stand-in for Neovim)", async () => {
  await using stage = await Stage.make();
  await stage.program("nvim", "#!/bin/sh\necho 'NVIM v0.10.4'\n");
  const installed = async () => {
    const { facts } = await stage.examine({ platform: "linux", env: { PATH: stage.path("bin") } });
    return new Map(overview(facts)).get("Installed");
  };
  expect(await installed()).toBe("Neovim 0.10.4 (Tandem not seen)");
  await stage.write(".local/share/nvim/lazy/tandem/editors/neovim/lua/tandem/sidecar.lua", "");
  await stage.write(".config/obsidian/obsidian.json", { vaults: { a1: { path: stage.path("notes") } } });
  expect(await installed()).toBe("Neovim 0.10.4 (with Tandem), Obsidian (without Tandem)");
  await stage.write(".local/share/nvim/lazy/tandem/editors/neovim/package.json", { version: "0.1.2" });
  await stage.write("notes/.obsidian/plugins/tandem/manifest.json", { version: "0.1.3" });
  expect(await installed()).toBe("Neovim 0.10.4 (Tandem 0.1.2), Obsidian (Tandem 0.1.3)");
});
