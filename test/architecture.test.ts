/** The docs against the repository: every file and folder that they name exists, and every link leads somewhere. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (page: string) => readFileSync(`${root}/${page}`, "utf8");

/** Every tracked or new file that still exists, and every folder of one, with a slash in front. */
function everyPath(): Set<string> {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const paths = new Set<string>();
  for (const file of String(listed).split("\0")) {
    if (file === "" || !existsSync(`${root}/${file}`)) continue;
    for (let path = file; path !== "" && path !== "."; path = path.slice(0, Math.max(path.lastIndexOf("/"), 0)))
      paths.add(path);
  }
  return paths;
}

const paths = [...everyPath()];
/** True for a path from the root, and for the end of one, such as `host/view.ts`. */
const exists = (named: string) => paths.some((path) => path === named || path.endsWith(`/${named}`));

/** Names in backticks that look like files or folders of this repository. */
function named(page: string): string[] {
  const withoutBlocks = read(page).replace(/^```[\s\S]*?^```$/gm, "");
  const spans = [...withoutBlocks.matchAll(/`([^`\s]+)`/g)].map(([, span = ""]) => span.replace(/\/$/, ""));
  const isPlaceholder = (span: string) => /[*<>{}…$~@]/.test(span) || ["name.test.ts"].includes(span);
  const isPath = (span: string) =>
    /^(packages|editors|examples|test|bench|api|scripts|docs|host|lua|page|reviews|endpoint|review)\//.test(span) ||
    /^[\w./-]+\.(ts|tsx|mjs|lua|md|json|txt|svg)$/.test(span);
  return [...new Set(spans)].filter((span) => isPath(span) && !isPlaceholder(span));
}

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("%s names files and folders that exist", (page) => {
  const names = named(page);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});

const markdown = (folder: string) => readdirSync(`${root}/${folder}`).filter((name) => name.endsWith(".md"));
const pages = [...markdown("."), ...markdown("docs").map((name) => `docs/${name}`)];

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(" ", "-")
      .replace(/[^\w-]/g, ""),
  );
}

describe.each(pages)("%s", (page) => {
  test("names files by paths that exist", () => {
    const full = named(page).filter((name) => /^(packages|editors|examples|test|bench|scripts)\//.test(name));
    expect(full.filter((name) => !exists(name))).toEqual([]);
  });

  test("links to files and headings that exist", () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = "", anchor]) => {
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(`${root}/${target}`)) return true;
      return anchor !== undefined && !anchors(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

test.each(["How a call runs", "How a selection travels"])("%s gives each file by its full path", (title) => {
  const [, after = ""] = read("ARCHITECTURE.md").split(`\n## ${title}\n`);
  const files = [...(after.split("\n## ")[0] ?? "").matchAll(/`((?:packages|editors)\/[\w./-]+)`/g)];
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(([, file]) => !existsSync(`${root}/${file}`))).toEqual([]);
});

test("lines of Markdown wrap, and cells of tables are short", () => {
  const generated = new Set(["docs/compatibility.md"]);
  const files = paths.filter((path) => path.endsWith(".md") && !path.startsWith("test/") && !generated.has(path));
  const long = files.flatMap((file) => {
    const lines = read(file)
      .replace(/^```[\s\S]*?^```$/gm, "")
      .split("\n");
    const cells = lines.filter((line) => line.startsWith("|")).flatMap((line) => line.split(/(?<!\\)\|/));
    const text = lines.filter((line) => !/^(\||!\[)/.test(line));
    return [...text.filter((line) => line.length > 120), ...cells.filter((cell) => cell.trim().length > 200)].map(
      (part) => `${file}: ${part}`,
    );
  });
  expect(files.length).toBeGreaterThan(20);
  expect(long).toEqual([]);
});
