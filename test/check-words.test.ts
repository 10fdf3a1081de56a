/** `scripts/check-words.mjs` finds phrases that we replaced. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { removeFolder } from "./remove-folder.js";

const script = fileURLToPath(new URL("../scripts/check-words.mjs", import.meta.url));
const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => removeFolder(folder))));

/** Runs the check on these files and returns its lines, empty when nothing is found. */
async function check(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "tandem-words-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { stderr } = await promisify(execFile)(process.execPath, [script, root]).catch((error) => error);
  return String(stderr).split("\n").filter(Boolean);
}

test("finds a phrase, and says where it is and what to write", async () => {
  const lines = await check({ "docs/page.md": "# Page\n\nStart it anew.\n" });
  expect(lines[0]).toBe('docs/page.md:3: "anew" → again');
  expect(lines.at(-1)).toContain("1 phrase to reword");
});

test("finds a phrase that a line break divides, in text and in comments", async () => {
  const files = {
    "README.md": "The review that\nwaits.\n",
    "packages/a/src/a.ts": "/**\n * A terminal of\n * yours.\n */\n",
    "editors/b/lua/b.lua": "-- Claude is not\n-- to be found.\n",
  };
  expect(await check(files)).toEqual([
    expect.stringContaining('README.md:1: "that waits"'),
    expect.stringContaining('editors/b/lua/b.lua:1: "is not -- to be found"'),
    expect.stringContaining('packages/a/src/a.ts:2: "of * yours"'),
    expect.stringContaining("3 phrases"),
  ]);
});

test("accepts plain English, parts of words, tests, generated files and marked text", async () => {
  const files = {
    "docs/page.md": "We recommend it. It emends amendments.\n<!-- check-words off -->\nanew\n<!-- check-words on -->\n",
    "docs/output.md": "```sh\nls # all files\n```\n\n```\nconnects by itself\n```\n",
    "packages/a/src/a.test.ts": "// anew\n",
    "packages/a/src/a.generated.ts": "// anew\n",
    "packages/a/src/testing/b.ts": "// anew\n",
    "packages/a/node_modules/c/c.md": "anew\n",
    "test/d.ts": "// anew\n",
  };
  expect(await check(files)).toEqual([]);
});
