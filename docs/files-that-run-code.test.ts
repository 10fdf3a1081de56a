/** The page lists exactly the files that the server refuses. */
import { readFileSync } from "node:fs";
import { codeFiles, harmlessDotNames } from "@tandem-ide/server/files";
import { expect, test } from "vitest";

const page = readFileSync(new URL("files-that-run-code.md", import.meta.url), "utf8");
const spans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

test("the list matches the server's", () => {
  const [, list = ""] = /## The list\n\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const listed = list
    .split(/^- /m)
    .slice(1)
    .map((entry) => {
      const [, what, folders = "", files = ""] =
        /^\*\*(.+?)\*\*(?:\s+Folders:(.*?))?(?:\s+Files:(.*))?$/s.exec(entry.trim()) ?? [];
      return [what, spans(folders), spans(files)];
    });
  expect(listed).toEqual(codeFiles.map(({ what, folders = [], files = [] }) => [what, folders, files]));
});

test("the exceptions for names with a dot match the server's", () => {
  const [, except = ""] = /Except ([\s\S]*?)\.\n- /.exec(page) ?? [];
  expect(spans(except)).toEqual(harmlessDotNames);
});
