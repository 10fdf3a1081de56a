/** The page names what the server refuses, no more and no less. */
import { readFileSync } from "node:fs";
import { codeFiles, harmlessDotNames } from "@tandem/server/files";
import { expect, test } from "vitest";

const page = readFileSync(new URL("files-that-run-code.md", import.meta.url), "utf8");
const spans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

test("the list is the server's", () => {
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

test("the names with a dot that may be written are the server's", () => {
  const [, except = ""] = /Except ([\s\S]*?)\.\n- /.exec(page) ?? [];
  expect(spans(except)).toEqual(harmlessDotNames);
});
