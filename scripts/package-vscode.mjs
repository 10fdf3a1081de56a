/**
 * `npm run package:vscode`: packages the extension as editors/vscode/tandem-vscode-<version>.vsix for
 * `code --install-extension`. Warnings of vsce are errors.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildVscode, extensionFolder } from "./build-vscode.mjs";
import { root, run } from "./command.mjs";

/** A larger file contains something that doesn't belong there. */
const maxBytes = 400 * 1024;

/**
 * Builds and packages the extension.
 *
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function packageVscode() {
  await buildVscode();
  const { name, version } = JSON.parse(readFileSync(join(extensionFolder, "package.json"), "utf8"));
  const file = join(root, `editors/vscode/${name}-${version}.vsix`);
  const vsce = join(root, "node_modules/@vscode/vsce/vsce");
  // Dependencies are bundled, and there is no public repository for links.
  const args = ["package", "--no-dependencies", "--allow-missing-repository", "--out", file];
  const output = await run(process.execPath, [vsce, ...args], { cwd: extensionFolder });
  const problems = output.split("\n").filter((line) => /warn|error/i.test(line));
  if (problems.length > 0) throw new Error(`vsce reported problems:\n${problems.join("\n")}`);
  const bytes = statSync(file).size;
  if (bytes > maxBytes) throw new Error(`${file} has ${bytes} bytes, more than ${maxBytes}`);
  return { file, bytes };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    const { file, bytes } = await packageVscode();
    console.log(`${file}: ${Math.round(bytes / 1024)} KB`);
  } catch (error) {
    console.error(error.output ?? "", error.message);
    process.exitCode = 1;
  }
