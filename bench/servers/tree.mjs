/** A work tree of 200,000 files like a large repository: deep, mostly tracked, some files ignored. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = 200_000;
const filesPerFolder = 50;
/** File systems limit the number of hard links to a file. */
const namesPerFile = 50_000;

const rules = ["node_modules/", "dist/", "*.log", "/build", "*.tmp", ".cache", "coverage/", "*.swp", ".DS_Store"];

/** Creates hard links to a few files, which is faster than files. Git tracks them without reading them. */
export function makeTree(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), `${rules.join("\n")}\n`);
  const git = (args, input) => execFileSync("git", ["-C", folder, ...args], { input, encoding: "utf8" }).trim();
  git(["init", "-q"]);
  const index = [];
  const blob = git(["hash-object", "-w", "--stdin"], "x\n");
  let original = "";
  for (let i = 0; i < files; i++) {
    const number = Math.floor(i / filesPerFolder);
    const directory = `packages/area-${number % 40}/module-${number}/src`;
    if (i % filesPerFolder === 0) mkdirSync(join(folder, directory), { recursive: true });
    const name = `${directory}/file-${i}.ts`;
    const path = join(folder, name);
    if (i % namesPerFile === 0) {
      original = path;
      writeFileSync(path, "x\n");
    } else linkSync(original, path);
    index.push(`100644 ${blob}\t${name}\n`);
  }
  git(["update-index", "--index-info"], index.join(""));
}
