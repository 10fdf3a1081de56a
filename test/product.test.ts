/** All packages have the version in the repository's package.json, and one scope. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "@tandem-ide/base";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const read = (name: string) => readFileSync(`${root}/${name}`, "utf8");
const ours = tracked.filter((name) => /^((packages|editors|examples)\/[^/]+\/)?(package|manifest)\.json$/.test(name));

test("every package has the repository's version, and depends on the same version of the others", () => {
  expect(version).toBe(JSON.parse(read("package.json")).version);
  for (const name of ours) {
    const { version: own, dependencies = {}, devDependencies = {} } = JSON.parse(read(name));
    const allDependencies = Object.entries({ ...dependencies, ...devDependencies });
    const versions = allDependencies.filter(([key]) => key.startsWith("@tandem-ide/")).map(([, value]) => value);
    expect(new Set([own, ...versions]), name).toEqual(new Set([version]));
  }
});

test("package names are in the scope; names in other registries start with tandem-", () => {
  const names = ours.filter((name) => name.startsWith("packages/")).map((name) => JSON.parse(read(name)).name);
  for (const name of names) expect(name).toMatch(/^(@tandem-ide\/[a-z-]+|tandem-ide)$/);
});

test("no code contains a copy of the version", () => {
  const isCode = (name: string) => /\.(ts|tsx|mjs|js|lua)$/.test(name) && !/\.test\.ts$|\/testing\//.test(name);
  const code = tracked.filter((name) => isCode(name) && /^(packages|editors|scripts|bench)\//.test(name));
  const copies = code.filter((name) =>
    read(name)
      .split("\n")
      .some((line) => line.includes(`"${version}"`) && !/^\s*(\*|\/\/)/.test(line)),
  );
  expect(copies).toEqual(["packages/base/src/version.generated.ts"]);
});
