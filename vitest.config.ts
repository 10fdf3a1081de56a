import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// "@tandem/source" makes the packages resolve to their TypeScript, so that tests need no build.
const conditions = ["@tandem/source", "module", "node", "development|production"];

const browserTests = ["workbench", "codemirror", "electron", "obsidian", "inspector"].map(
  (part) => `test/${part}/**/*.test.ts`,
);

const besideTheCode = ["packages/*/src/**/*.test.ts", "editors/*/src/**/*.test.ts"];
/** Those that start kernels, language servers and whole kits: too slow for the quick loop (npm run test:unit). */
const withPrograms = [
  "packages/workspace/src/{kernel,language}/**/*.test.ts",
  "packages/conformance/src/**/*.test.ts",
  "packages/doctor/src/**/*.test.ts",
  "editors/workbench/src/host/notebooks/**/*.test.ts",
  "editors/memory/src/memory-editor-process.test.ts",
];

/** Those that take longest first: what is left over at the end has one worker for itself. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(contract(-life)?|workspace\/language)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // More than there are cores: most of these tests wait for sockets, timers and processes.
    maxWorkers: 4,
    // On a build server that others keep busy; what needed it is named at the end of the run, as a bug to be found.
    retry: process.env.CI === "true" ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: besideTheCode,
          exclude: withPrograms,
          // The first test of a file may have to wait until what it imports is compiled, on a machine that is busy.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: "programs", include: withPrograms, testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: ["test/**/*.test.ts", "docs/**/*.test.ts"],
          exclude: [...browserTests, "test/real-client/**", "test/neovim/**", "test/vscode/**", "test/hardening/**"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "neovim",
          include: ["test/neovim/**/*.test.ts"],
          globalSetup: ["test/neovim/build.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // Each of them is a Neovim, a sidecar and a client that work: after the others, not beside them.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A browser works instead of waiting, so as many as there are cores here; after the others, not beside them.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "vscode",
          include: ["test/vscode/**/*.test.ts"],
          expect: { poll: { timeout: 10_000 } },
          globalSetup: ["test/vscode/build.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // A server, an extension host and a browser work for each, but wait for each other most of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: "hardening",
          include: ["test/hardening/**/*.test.ts"],
          // In the long run the same tests do far more.
          testTimeout: process.env.TANDEM_LONG === "true" ? 60 * 60_000 : 60_000,
          hookTimeout: 60_000,
          // They measure, and use up what others need: files, ports, memory.
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        // In a network of its own: scripts/test-real-client.mjs.
        test: {
          name: "real-client",
          include: ["test/real-client/**/*.test.ts"],
          globalSetup: ["test/neovim/build.ts", "test/vscode/build.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Scenarios of a file that may run beside each other: most of their time they wait.
          maxConcurrency: 2,
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
