/** What the commands load that answer at once: somebody waits for them, at each start of a shell for `tandem env`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Home } from "./cli-command.js";

/** The package of a script: `zod`, or `@tandem/client` for one of this repository. */
function packageOf(url: string): string {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return installed ?? `@tandem/${/\/packages\/([^/]+)\/dist\//.exec(url)?.[1]}`;
}

/** The packages of which the command runs anything, by the word of V8 itself, which sees every way of loading. */
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

const atOnce = ["@tandem/base", "@tandem/cli", "@tandem/protocol", "commander", "fastest-levenshtein", "picocolors"];
const forWidths = ["ansi-regex", "get-east-asian-width", "string-width", "strip-ansi"];

test.each([[["--version"]], [["--help"]], [["call", "--help"]], [["completion", "bash"]]])(
  "%j loads no schemas, no sockets and no table of widths, nor what other commands need",
  async (args) => {
    await using home = await Home.make();
    expect(await packagesOf(home, args)).toEqual(atOnce);
  },
);

test("env and ls load what looks for editors, and not what talks to them; call loads that", async () => {
  await using home = await Home.make();
  await home.serve("--no-kernel", "--no-language-servers");
  const toLook = ["@tandem/client", ...atOnce, "p-limit", "yocto-queue"].sort();
  expect(await packagesOf(home, ["env", "--shell", "sh"])).toEqual(toLook);
  expect(await packagesOf(home, ["ls"])).toEqual([...toLook, ...forWidths].sort());
  expect(await packagesOf(home, ["call", "getOpenEditors"])).toEqual([...toLook, "ws", "zod"].sort());
});
