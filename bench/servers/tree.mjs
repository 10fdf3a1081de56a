/** A work tree of 200,000 files, in the form that large repositories have: deep, most of it tracked, some of it ignored. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = 200_000;
const filesAFolder = 50;
/** A file system lets a file have only so many names. */
const namesAFile = 50_000;

const rules = ["node_modules/", "dist/", "*.log", "/build", "*.tmp", ".cache", "coverage/", "*.swp", ".DS_Store"];

/** Names of a few files: quicker to make than files. Tracked by git without being read. */
export function makeTree(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), `${rules.join("\n")}\n`);
  const git = (args, input) => execFileSync("git", ["-C", folder, ...args], { input, encoding: "utf8" }).trim();
  git(["init", "-q"]);
  const index = [];
  const blob = git(["hash-object", "-w", "--stdin"], "x\n");
  let original = "";
  for (let i = 0; i < files; i++) {
    const number = Math.floor(i / filesAFolder);
    const directory = `packages/area-${number % 40}/module-${number}/src`;
    if (i % filesAFolder === 0) mkdirSync(join(folder, directory), { recursive: true });
    const name = `${directory}/file-${i}.ts`;
    const path = join(folder, name);
    if (i % namesAFile === 0) {
      original = path;
      writeFileSync(path, "x\n");
    } else linkSync(original, path);
    index.push(`100644 ${blob}\t${name}\n`);
  }
  git(["update-index", "--index-info"], index.join(""));
}
