/** Faults that only the running processes give away. */
import { symlink } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { Stage } from "../testing/stage.js";

const onLinux = test.skipIf(process.platform !== "linux");

onLinux("other-config-directory: the variable is set where the editor was started, and only there", async () => {
  await using stage = await Stage.make();
  const pid = stage.livingPid({ CLAUDE_CONFIG_DIR: stage.path("other") });
  await stage.lock(await stage.listen(), { pid }, "other");
  expect(await stage.find("other-config-directory", { root: "/" })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: expect.stringMatching(/^Ed on port \d+ uses another CLAUDE_CONFIG_DIR than this terminal\.$/),
    advice: [{ command: 'export CLAUDE_CONFIG_DIR="$HOME/other"' }, {}],
  });
  // What is seen anyway is not hidden, whatever the editor calls the directory.
  await symlink(stage.path("other"), stage.path(".claude"));
  expect(await stage.find("other-config-directory", { root: "/" })).toBeUndefined();
  // One for another folder hides nothing from here.
  expect(await stage.find("other-config-directory", { root: "/", cwd: stage.path("bin") })).toBeUndefined();
});

onLinux("no-editor: one runs in this folder without its plugin (a stand-in for Neovim)", async () => {
  await using stage = await Stage.make();
  stage.livingPid({}, "nvim");
  await vi.waitFor(async () =>
    expect(await stage.find("no-editor", { root: "/" })).toMatchObject({
      isFirst: true,
      title: "Neovim is running, but has not announced itself to Claude Code.",
      detail: expect.stringContaining("was not found"),
      advice: [{ words: expect.stringContaining("docs/neovim.md") }, { command: "tandem serve" }],
    }),
  );
  // What runs elsewhere is not what was meant.
  const elsewhere = await stage.find("no-editor", { root: "/", cwd: stage.path("bin") });
  expect(elsewhere?.title).toMatch(/^No editor is running/);
});
