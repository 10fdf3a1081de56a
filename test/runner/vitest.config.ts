/** For test/runner.test.ts: runs only endless.ts, under the name of the quick tests. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "unit", root: import.meta.dirname, include: ["endless.ts"], testTimeout: 600_000 },
});
