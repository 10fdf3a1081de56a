import { defineConfig } from "vitest/config";

// "@tandem/source" makes the packages resolve to their TypeScript, so that tests need no build.
const conditions = ["@tandem/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // More than there are cores: most of these tests wait for sockets, timers and processes.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "editors/*/src/**/*.test.ts"],
          // The first test of a file may have to wait until what it imports is compiled, on a machine that is busy.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: "whole", include: ["test/**/*.test.ts", "docs/**/*.test.ts"], testTimeout: 30_000 },
      },
    ],
  },
});
