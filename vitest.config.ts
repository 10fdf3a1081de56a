import { relative, sep } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pollTimeoutMs } from "./test/poll-timeout.js";
import { slowFiles } from "./test/slow-files.js";

// "@tandem-ide/source" resolves packages to their TypeScript sources, so that tests need no build.
const conditions = ["@tandem-ide/source", "module", "node", "development|production"];

const browserTests = ["workbench", "codemirror", "electron", "obsidian", "inspector"].map(
  (part) => `test/${part}/**/*.test.ts`,
);

const besideTheCode = ["packages/*/src/**/*.test.ts", "editors/*/src/**/*.test.ts"];
/** Tests that start kernels, language servers and other programs, which are too slow for npm run test:unit. */
const withPrograms = [
  "packages/workspace/src/{kernel,language,lazy}/**/*.test.ts",
  "packages/conformance/src/**/*.test.ts",
  "packages/changes/src/{limits,properties,recorder,trees,two-processes}.test.ts",
  "packages/doctor/src/**/*.test.ts",
  "editors/workbench/src/host/notebooks/**/*.test.ts",
  "editors/memory/src/memory-editor-process.test.ts",
  // It replaces a package, so it can't share a process with the unit tests.
  "editors/workbench/src/host/terminal/no-pty.test.ts",
];

/**
 * Starts the slowest test files first, so that none runs alone at the end. Files that share a process come last, next to each
 * other.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = slowFiles.indexOf(relative(import.meta.dirname, moduleId).replaceAll(sep, "/"));
      return index < 0 ? slowFiles.length : index;
    };
    const isShared = ({ project }: TestSpecification) => Number(!project.config.isolate);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b) || isShared(a) - isShared(b));
  }
}

/**
 * Tests with an editor, which is several processes, so they run after the others. Browsers use the CPU while Neovim and
 * VS Code wait for each other's parts, so these run together, with one more worker than cores.
 */
const inEditors = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** Gives each project its name in the environment, for test/file-times.ts. */
const named = (projects: readonly TestProjectInlineConfiguration[]) =>
  projects.map((project) => ({
    ...project,
    test: { ...project.test, env: { TANDEM_PROJECT: String(project.test?.name) } },
  }));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // More than the number of cores, because most tests wait for sockets, timers and processes.
    maxWorkers: 4,
    // For busy build servers. The run lists tests that needed a second try, because each is a bug.
    retry: process.env.CI === "true" ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: pollTimeoutMs } },
    setupFiles: ["test/file-times.ts", "test/explain-failures.ts", "test/patience.ts"],
    projects: named([
      {
        extends: true,
        test: {
          name: "unit",
          include: besideTheCode,
          exclude: withPrograms,
          // Modules keep no state, so files share a process, which saves half of the CPU time.
          isolate: false,
          // On a busy machine, the first test of a file waits until its imports are compiled.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "programs",
          include: withPrograms,
          // A program starts in seconds, but takes many times longer on a busy machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 60_000,
        },
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
          ...inEditors,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...inEditors,
        },
      },
      {
        extends: true,
        test: {
          name: "vscode",
          include: ["test/vscode/**/*.test.ts"],
          globalSetup: ["test/vscode/build.mjs"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...inEditors,
        },
      },
      {
        extends: true,
        test: {
          name: "hardening",
          include: ["test/hardening/**/*.test.ts"],
          // The same tests do much more in npm run test:long.
          testTimeout: process.env.TANDEM_LONG === "true" ? 60 * 60_000 : 60_000,
          hookTimeout: 60_000,
          // These tests measure, and use many files, ports and much memory.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // Runs in an isolated network: scripts/test-real-client.mjs.
        test: {
          name: "real-client",
          include: ["test/real-client/**/*.test.ts"],
          globalSetup: ["test/neovim/build.ts", "test/vscode/build.mjs"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // The number of scenarios of a file that run in parallel, because they mostly wait.
          maxConcurrency: 2,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ]),
  },
});
