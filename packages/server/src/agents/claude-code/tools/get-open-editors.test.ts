import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";

const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };

describe("getOpenEditors (TOOL-05)", () => {
  test("returns all members, with defaults for an editor without groups", async () => {
    const { client, editor, folder } = await connected();
    const path = join(folder, "ü.ts");
    editor.tabs = [
      { path, isActive: true, isDirty: true, languageId: "typescript", lineCount: 3, selection: range },
      { path: join(folder, ".env"), isActive: false, isDirty: false, languageId: "", lineCount: 1 },
      {
        path: "Untitled-1",
        isActive: false,
        isDirty: true,
        isUntitled: true,
        languageId: "plaintext",
        lineCount: 1,
        groupIndex: 1,
        label: "Untitled",
        isPinned: true,
        isPreview: true,
        isGroupActive: false,
      },
    ];
    expect(await client.callJson("getOpenEditors")).toEqual({
      tabs: [
        {
          uri: `file://${folder}/%C3%BC.ts`,
          isActive: true,
          isPinned: false,
          isPreview: false,
          isDirty: true,
          label: "ü.ts",
          groupIndex: 0,
          viewColumn: 1,
          isGroupActive: true,
          fileName: path,
          languageId: "typescript",
          lineCount: 3,
          isUntitled: false,
          selection: { ...range, isEmpty: false },
        },
        expect.objectContaining({
          uri: "untitled:Untitled-1",
          label: "Untitled",
          groupIndex: 1,
          viewColumn: 2,
          isPinned: true,
          isPreview: true,
          isGroupActive: false,
          isUntitled: true,
        }),
      ],
    });
  });
});

describe("getWorkspaceFolders (TOOL-06)", () => {
  test("returns the folders as real paths", async () => {
    const { client, folder } = await connected();
    expect(await client.callJson("getWorkspaceFolders")).toEqual({
      success: true,
      folders: [{ name: folder.split("/").at(-1), uri: `file://${folder}`, path: folder }],
      rootPath: folder,
    });
  });
});
