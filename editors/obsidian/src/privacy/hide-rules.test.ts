import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEndpoint } from "@tandem-ide/server";
import { expect, onTestFinished, test } from "vitest";
import { hideRules } from "./hide-rules.js";

/** Checks the rules with a real endpoint. */
async function hidden(configDir: string, folders: readonly string[]): Promise<(path: string) => boolean> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  const folder = join(root, "vault");
  const editor = { name: "Rules", workspaceFolders: [folder], subscribe: () => () => {} };
  const endpoint = await createEndpoint(editor, {
    configDir: root,
    env: {},
    home: root,
    hiddenFiles: hideRules(configDir, folders),
  });
  onTestFinished(async () => {
    await endpoint.close();
    rmSync(root, { recursive: true, force: true });
  });
  return (path) => endpoint.whyHidden(join(folder, path)) !== undefined;
}

test("hides Obsidian's settings folder, even under another name", async () => {
  const isHidden = await hidden(".config", []);
  expect(isHidden(".config/app.json")).toBe(true);
  expect(isHidden(".obsidian/workspace.json")).toBe(true);
  expect(isHidden("note.md")).toBe(false);
});

test("matches folders with any characters in their name", async () => {
  const folders = ["Journal", "a/b", "[x] *1*", "#notes", "!now", "ends "];
  const isHidden = await hidden(".obsidian", folders);
  for (const folder of folders) {
    expect(isHidden(`${folder}/note.md`), folder).toBe(true);
    expect(isHidden(`other/${folder}/note.md`), folder).toBe(false);
  }
});

test("treats a star as a name, and never hides the whole vault", async () => {
  const isHidden = await hidden(".obsidian", ["*", "", "/"]);
  expect(isHidden("note/a.md")).toBe(false);
  expect(isHidden("*/a.md")).toBe(true);
});
