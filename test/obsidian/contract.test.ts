/**
 * The plugin keeps the contract of an editor. Obsidian itself cannot be had on a test machine: the built main.js runs in an
 * emulation of its interface, in Node, with a real CodeMirror and a vault on the real disk.
 */
import { rm } from "node:fs/promises";
import { testEditor } from "@tandem/conformance";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Built, buildEmulation } from "./build.js";
import { folderOf, obsidianLauncher } from "./launch.js";

describe("Obsidian, emulated", () => {
  let built: Built;
  beforeAll(async () => {
    built = await buildEmulation();
  });

  testEditor({
    name: "Obsidian (emulated, in Node)",
    launch: obsidianLauncher(() => built),
    // A vault is one folder, and has no kernel. What Obsidian finds in notes cannot be made to say any words about any text:
    // diagnostics.test.ts has what it does find.
    cannot: ["setFolders", "executeCode", "diagnose", "reopenWindow"],
    describe,
    test,
    afterAll,
  });

  afterAll(() => rm(folderOf(built), { recursive: true, force: true }));
});
