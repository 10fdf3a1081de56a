/**
 * The contract test for the plugin. Obsidian isn't available on test machines, so the built main.js runs in an
 * emulation of its API in Node, with a real CodeMirror and a vault on disk.
 */
import { rm } from "node:fs/promises";
import { testEditor } from "@tandem-ide/conformance";
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
    // Closing a review rejects it after five seconds.
    patienceMs: 15_000,
    cannot: {
      setFolders: "a vault is one folder",
      executeCode: "a vault has no kernel",
      diagnose: "its only diagnostics are unresolved links and invalid properties; diagnostics.test.ts tests them",
      reopenWindow: "the vault closes with its window",
    },
    describe,
    test,
    afterAll,
  });

  afterAll(() => rm(folderOf(built), { recursive: true, force: true }));
});
