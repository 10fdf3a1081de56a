/**
 * `npm run package:vscode`: packs the extension into editors/vscode/tandem-vscode-<version>.vsix, which
 * `code --install-extension` takes. Anything that the packer complains about is an error.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildVscode, extensionFolder } from "./build-vscode.mjs";
import { root, run } from "./command.mjs";

/** Larger than this it holds something that it should not. */
const maxBytes = 400 * 1024;

/**
 * Builds and packs.
 *
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function packageVscode() {
  await buildVscode();
  const { name, version } = JSON.parse(readFileSync(join(extensionFolder, "package.json"), "utf8"));
  const file = join(root, `editors/vscode/${name}-${version}.vsix`);
  const vsce = join(root, "node_modules/@vscode/vsce/vsce");
  // Bundled, so without dependencies; and not published anywhere, so without an address for links.
  const args = ["package", "--no-dependencies", "--allow-missing-repository", "--out", file];
  const output = await run(process.execPath, [vsce, ...args], { cwd: extensionFolder });
  const complaints = output.split("\n").filter((line) => /warn|error/i.test(line));
  if (complaints.length > 0) throw new Error(`vsce complains:\n${complaints.join("\n")}`);
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
