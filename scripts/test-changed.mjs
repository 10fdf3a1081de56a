/**
 * `npm run test:changed`: runs the tests that import a changed file, directly or indirectly. Changes are those since the merge
 * base with main, or on main since the previous commit, and those in the working tree. Tests that only start a changed program
 * aren't found, so run `npm test` before a release.
 */
import { root, run } from "./command.mjs";
import { createDisplay } from "./display.mjs";
import { checkNode, explain, prepareTests, reportCounts } from "./setup.mjs";
import { startTestRun } from "./test-run.mjs";
import { runVitest } from "./vitest-results.mjs";

const git = async (...args) => (await run("git", args)).split("\n").filter(Boolean);

async function changedFiles() {
  const [head] = await git("rev-parse", "HEAD");
  const [mergeBase] = await git("merge-base", "main", "HEAD").catch(() => []);
  const base = mergeBase === undefined || mergeBase === head ? "HEAD~1" : mergeBase;
  return [...(await git("diff", "--name-only", base)), ...(await git("ls-files", "--others", "--exclude-standard"))];
}

checkNode();
startTestRun();
const started = Date.now();
const display = createDisplay(process.stdout);
try {
  const changed = await changedFiles();
  await prepareTests(display);
  // Loaded late, because it needs the installed packages.
  const { testsReaching } = await import("./import-graph.mjs");
  // Claude Code runs only in an isolated network: npm run test:real-client.
  const tests = testsReaching(root, changed).filter((file) => !file.startsWith("test/real-client/"));
  display.line(`${changed.length} changed files, ${tests.length} test files`);
  if (tests.length > 0) reportCounts(display, started, await runVitest(tests, process.env));
} catch (error) {
  explain(display, error);
  process.exitCode = 1;
}
