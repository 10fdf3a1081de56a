/** What the quick commands load. Users wait for them: `tandem env` runs whenever a shell starts. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Home } from "./cli-command.js";

/** The package of a script: `zod`, or `@tandem-ide/client` for one of this repository. */
function packageOf(url: string): string {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return installed ?? `@tandem-ide/${/\/packages\/([^/]+)\/dist\//.exec(url)?.[1]}`;
}

/** The packages whose code the command runs, according to V8's coverage, which includes every way of loading. */
async function packagesOf(home: Home, args: readonly string[]): Promise<string[]> {
  const folder = join(home.path, "coverage", args.join(" "));
  const { code, stderr } = await home.run(args, { env: { NODE_V8_COVERAGE: folder } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  const { result } = JSON.parse(await readFile(join(folder, files[0] ?? ""), "utf8"));
  const urls: string[] = result.map(({ url }: { url: string }) => url);
  return [...new Set(urls.filter((url) => url.startsWith("file:")).map(packageOf))].sort();
}

const atOnce = [
  "@tandem-ide/base",
  "@tandem-ide/cli",
  "@tandem-ide/protocol",
  "commander",
  "fastest-levenshtein",
  "picocolors",
];
const forWidths = ["ansi-regex", "get-east-asian-width", "string-width", "strip-ansi"];

test.each([[["--version"]], [["--help"]], [["call", "--help"]], [["completion", "bash"]]])(
  "%j loads no schemas, no sockets and no table of widths, nor what other commands need",
  async (args) => {
    await using home = await Home.make();
    expect(await packagesOf(home, args)).toEqual(atOnce);
  },
);

test("env and ls don't load the code for connections; call does", async () => {
  await using home = await Home.make();
  await home.serve("--no-kernel", "--no-language-servers");
  const toLook = ["@tandem-ide/client", ...atOnce, "p-limit", "yocto-queue"].sort();
  expect(await packagesOf(home, ["env", "--shell", "sh"])).toEqual(toLook);
  expect(await packagesOf(home, ["ls"])).toEqual([...toLook, ...forWidths].sort());
  expect(await packagesOf(home, ["call", "getOpenEditors"])).toEqual([...toLook, "ws", "zod"].sort());
});
