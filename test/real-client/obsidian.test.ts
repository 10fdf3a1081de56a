/** The real Claude Code with the plugin for Obsidian, in an emulation of Obsidian. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe } from "vitest";
import { type Built, buildEmulation } from "../obsidian/build.js";
import { folderOf } from "../obsidian/launch.js";
import { obsidianIntegration } from "./obsidian-integration.js";
import { testIntegration } from "./run-scenarios.js";

describe("Obsidian, emulated", () => {
  let built: Built;
  beforeAll(async () => {
    built = await buildEmulation();
  });
  afterAll(() => rm(folderOf(built), { recursive: true, force: true }));

  testIntegration(obsidianIntegration(() => built));
});
