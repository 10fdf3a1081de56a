/**
 * `npm start`: installs and builds what is missing, then runs the `tandem` command, by default `tandem serve`
 * (`npm start -- ls` for another). The command runs in this process, so that it handles signals, the terminal and the exit
 * code itself. With a second process, Ctrl-C would arrive twice.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildPage } from "./build-page.mjs";
import { root } from "./command.mjs";
import { createDisplay } from "./display.mjs";
import { build, checkNode, explain, installPackages } from "./setup.mjs";
import { endWithNpm } from "./test-run.mjs";

checkNode();
endWithNpm();
const display = createDisplay(process.stderr);
try {
  await installPackages(display);
  await display.step("Build", () => build(["packages/cli"]), { quietBelowMs: 1000 });
  await display.step("Build the page", () => buildPage(), { quietBelowMs: 1000 });
} catch (error) {
  explain(display, error);
  process.exit(1);
}

// Serves the folder that npm was called in, not the repository.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const main = join(root, "packages/cli/dist/main.js");
const given = process.argv.slice(2);
process.argv = [process.execPath, main, ...(given.length > 0 ? given : ["serve"])];
await import(pathToFileURL(main).href);
