import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { listFiles } from "./list-files.js";

function list(folder: string, isHidden: (path: string, isLink: boolean) => boolean = () => false) {
  return listFiles(folder, { signal: new AbortController().signal, isHidden });
}

function make(files: Record<string, string>): string {
  const folder = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeTo(folder, name, content);
  return folder;
}

describe("listing files (WSM-06)", () => {
  test("applies .gitignore outside of repositories, nearest file first", async () => {
    const folder = make({
      ".gitignore": "*.log\nbuild/\n/top.txt\n",
      "a.log": "",
      "keep/.gitignore": "!b.log\n",
      "keep/b.log": "",
      "build/out.js": "",
      "top.txt": "",
      "sub/top.txt": "",
    });
    expect(await list(folder)).toEqual([".gitignore", "keep/.gitignore", "keep/b.log", "sub/top.txt"]);
  });

  test("includes dot files and skips .git", async () => {
    const folder = make({ ".eslintrc": "", ".git/config": "", ".github/ci.yml": "" });
    expect(await list(folder)).toEqual([".eslintrc", ".github/ci.yml"]);
  });

  test("lists links without following them", async () => {
    const folder = make({ "d/a.txt": "" });
    symlinkSync(folder, join(folder, "loop"));
    symlinkSync("/nowhere", join(folder, "broken"));
    expect(await list(folder)).toEqual(["broken", "d/a.txt", "loop"]);
  });

  test("applies .gitignore files above the folder only in a repository", async () => {
    const root = make({ ".gitignore": "*.tmp\n", "packages/p/a.tmp": "", "packages/p/a.ts": "" });
    expect(await list(join(root, "packages/p"))).toEqual(["a.tmp", "a.ts"]);
    writeTo(root, ".git/HEAD", "ref: x");
    expect(await list(join(root, "packages/p"))).toEqual(["a.ts"]);
  });

  test("in an ignored folder only files that its own rules re-include are listed", async () => {
    const root = make({ ".gitignore": "p\n/top.ts\n", ".git/HEAD": "", "p/a.ts": "", "p/top.ts": "", "p/q/b.ts": "" });
    expect(await list(join(root, "p"))).toEqual([]);
    expect(await list(join(root, "p/q"))).toEqual([]);
    writeTo(root, "p/.gitignore", "!a.ts\n");
    expect(await list(join(root, "p"))).toEqual(["a.ts"]);
  });

  test("also in an ignored folder that nearer rules re-include", async () => {
    const folder = make({
      ".gitignore": "build/\n/top.ts\n",
      "p/.gitignore": "!build/\n!a.ts\n",
      "p/build/a.ts": "",
      "p/build/other.ts": "",
      "p/build/top.ts": "",
    });
    expect(await list(folder)).toEqual([".gitignore", "p/.gitignore", "p/build/a.ts"]);
  });

  test("leaves out hidden files", async () => {
    const folder = make({ "a.txt": "", ".env": "" });
    expect(await list(folder, (path) => path.endsWith(".env"))).toEqual(["a.txt"]);
  });

  test("ends when it is cancelled", async () => {
    const folder = make({ "a.txt": "" });
    const options = { signal: AbortSignal.abort(new Error("enough")), isHidden: () => false };
    await expect(listFiles(folder, options)).rejects.toThrow("enough");
  });
});
