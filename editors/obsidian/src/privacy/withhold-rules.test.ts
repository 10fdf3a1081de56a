import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEndpoint } from "@tandem/server";
import { expect, onTestFinished, test } from "vitest";
import { withholdRules } from "./withhold-rules.js";

/** Asks the endpoint itself, which is who reads the rules. */
async function withheld(configDir: string, folders: readonly string[]): Promise<(path: string) => boolean> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  const folder = join(root, "vault");
  const editor = { name: "Rules", workspaceFolders: [folder], subscribe: () => () => {} };
  const ide = await createEndpoint(editor, {
    configDir: root,
    env: {},
    home: root,
    withhold: withholdRules(configDir, folders),
  });
  onTestFinished(async () => {
    await ide.close();
    rmSync(root, { recursive: true, force: true });
  });
  return (path) => ide.whyWithheld(join(folder, path)) !== undefined;
}

test("Obsidian's own folder is withheld, also one with another name", async () => {
  const isWithheld = await withheld(".config", []);
  expect(isWithheld(".config/app.json")).toBe(true);
  expect(isWithheld(".obsidian/workspace.json")).toBe(true);
  expect(isWithheld("note.md")).toBe(false);
});

test("a folder means that folder of the vault, whatever signs are in its name", async () => {
  const folders = ["Journal", "a/b", "[x] *1*", "#notes", "!now", "ends "];
  const isWithheld = await withheld(".obsidian", folders);
  for (const folder of folders) {
    expect(isWithheld(`${folder}/note.md`), folder).toBe(true);
    expect(isWithheld(`other/${folder}/note.md`), folder).toBe(false);
  }
});

test("a star is a name, and the vault itself is no folder to withhold by mistake", async () => {
  const isWithheld = await withheld(".obsidian", ["*", "", "/"]);
  expect(isWithheld("note/a.md")).toBe(false);
  expect(isWithheld("*/a.md")).toBe(true);
});
