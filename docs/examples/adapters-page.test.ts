/** Checks docs/adapters.md against the code: it shows the code that CI runs, and explains every member. */
import { existsSync, readFileSync } from "node:fs";
import type { Driver } from "@tandem-ide/conformance";
import type { DiffProposal, Editor, EditorEvents } from "@tandem-ide/server";
import { describe, expect, test } from "vitest";

const page = new URL("../adapters.md", import.meta.url);
const text = readFileSync(page, "utf8");

const editorMembers: Record<keyof Editor, true> = {
  name: true,
  pid: true,
  workspaceType: true,
  workspaceFolders: true,
  subscribe: true,
  currentSelection: true,
  openEditors: true,
  documentState: true,
  diagnostics: true,
  openFile: true,
  saveDocument: true,
  closeTab: true,
  reviewDiff: true,
  runCode: true,
  codeQuestions: true,
  isHidden: true,
  isTrusted: true,
};
const events: Record<keyof EditorEvents, true> = {
  selectionChanged: true,
  mentioned: true,
  workspaceFoldersChanged: true,
  saved: true,
  toolsChanged: true,
};
const proposalMembers: Record<keyof DiffProposal, true> = {
  id: true,
  client: true,
  path: true,
  oldPath: true,
  tabName: true,
  oldText: true,
  newText: true,
  isNewFile: true,
  hasUnsavedChanges: true,
};
const verbs: Record<keyof Driver, true> = {
  openFile: true,
  closeFile: true,
  select: true,
  mention: true,
  type: true,
  save: true,
  pendingReviews: true,
  accept: true,
  reject: true,
  editAndAccept: true,
  acceptHunks: true,
  closeReview: true,
  reopenWindow: true,
  diagnose: true,
  setPaused: true,
  setFolders: true,
  restartEndpoint: true,
  quit: true,
  kill: true,
};

describe("docs/adapters.md", () => {
  const shown = [...text.matchAll(/^```ts (examples\/\S+)\n([\s\S]*?)^```$/gm)];

  test.each(shown.map(([, file = "", code = ""]) => ({ file, code })))("shows $file unchanged", ({ file, code }) => {
    expect(code).toBe(readFileSync(new URL(file, page), "utf8"));
  });

  test("shows the example, which is under 100 lines long", () => {
    expect(shown.map(([, file]) => file)).toContain("examples/line-editor.ts");
    const code = readFileSync(new URL("line-editor.ts", import.meta.url), "utf8");
    expect(code.trimEnd().split("\n").length).toBeLessThan(100);
  });

  test.each(Object.keys({ ...editorMembers, ...events, ...proposalMembers }))("explains %s", (member) => {
    expect(text).toContain(`\`${member}\``);
  });

  test.each(Object.keys(verbs))("explains the verb %s", (verb) => {
    expect(text).toContain(`\`${verb}(`);
  });

  test("links to files and headings that exist", () => {
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith("#")) expect(headings).toContain(target.slice(1));
      else expect([target, existsSync(new URL(target, page))]).toEqual([target, true]);
    }
  });
});
