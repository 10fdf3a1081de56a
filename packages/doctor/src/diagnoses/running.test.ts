/** Faults that only show in running processes. */
import { symlink } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { Fixture } from "../testing/fixture.js";

const onLinux = test.skipIf(process.platform !== "linux");

onLinux("other-config-directory: the variable is only set where the editor was started", async () => {
  await using fixture = await Fixture.make();
  const pid = fixture.livePid({ CLAUDE_CONFIG_DIR: fixture.path("other") });
  await fixture.lock(await fixture.listen(), { pid }, "other");
  expect(await fixture.find("other-config-directory", { root: "/" })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: expect.stringMatching(/^Ed on port \d+ uses a different CLAUDE_CONFIG_DIR from this terminal\.$/),
    advice: [{ command: 'export CLAUDE_CONFIG_DIR="$HOME/other"' }, {}],
  });
  // The same directory under another name is not hidden.
  await symlink(fixture.path("other"), fixture.path(".claude"));
  expect(await fixture.find("other-config-directory", { root: "/" })).toBeUndefined();
  // An editor for another folder doesn't count.
  expect(await fixture.find("other-config-directory", { root: "/", cwd: fixture.path("bin") })).toBeUndefined();
});

onLinux("no-editor: one is running in this folder without its plugin (a fake Neovim)", async () => {
  await using fixture = await Fixture.make();
  fixture.livePid({}, "nvim");
  await vi.waitFor(async () =>
    expect(await fixture.find("no-editor", { root: "/" })).toMatchObject({
      isFirst: true,
      title: "Neovim is running, but has no lock file for Claude Code.",
      detail: expect.stringContaining("wasn't found"),
      advice: [{ words: expect.stringContaining("docs/neovim.md") }, { command: "tandem serve" }],
    }),
  );
  // An editor in another folder doesn't count.
  const elsewhere = await fixture.find("no-editor", { root: "/", cwd: fixture.path("bin") });
  expect(elsewhere?.title).toMatch(/^No editor is running/);
});
