/** An editor that has something to share, and the arguments with which each tool and request would reveal it. */
import type { RequestMethod, ToolName } from "@tandem-ide/protocol";
import { expect } from "vitest";
import { connected } from "./connected.js";
import { writeTo } from "./temporary.js";
import type { Received, TestClient } from "./test-client.js";

export const secret = "only the user knows this";

/** Arguments with which each tool would reveal or do something. */
export function toolArguments(folder: string): Record<ToolName, object> {
  const filePath = `${folder}/a.txt`;
  return {
    openDiff: { old_file_path: filePath, new_file_path: filePath, new_file_contents: "b", tab_name: "a tab" },
    openFile: { filePath, startText: secret, makeFrontmost: false },
    getCurrentSelection: {},
    getLatestSelection: {},
    getOpenEditors: {},
    getWorkspaceFolders: {},
    getDiagnostics: { uri: `file://${filePath}` },
    checkDocumentDirty: { filePath },
    saveDocument: { filePath },
    close_tab: { tab_name: "a.txt" },
    closeAllDiffTabs: {},
    executeCode: { code: "print(1)" },
  };
}

export const requestParams: Record<RequestMethod, object> = {
  "files/read": { path: "a.txt" },
  readFile: { path: "a.txt" },
  writeFile: { path: "new.txt", content: "b" },
  listFiles: {},
  getWorkspaceInfo: {},
  getOpenFiles: {},
  getCurrentFile: {},
  "workspace/selection": {},
};

/** An editor that has data to share and records its calls. */
export async function secretsFixture() {
  const running = await connected();
  const { editor, folder } = running;
  const path = writeTo(folder, "a.txt", secret);
  editor.bufferText = secret;
  editor.tabs = [{ path, isActive: true, isDirty: true, languageId: "plaintext", lineCount: 1 }];
  editor.documents.set(path, { isDirty: true, isUntitled: false });
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  editor.diagnosticsAnswer = {
    files: [{ path, diagnostics: [{ message: secret, severity: "Error", range }] }],
    isCurrent: true,
  };
  editor.code = async () => [{ type: "text", text: secret }];
  editor.select(path, secret);
  return { ...running, path };
}

export function wordsOf({ result, error }: Received): string {
  const content = result?.content;
  return error?.message ?? (Array.isArray(content) ? content.map(({ text }) => text).join("\n") : "");
}

export async function expectRefused(client: TestClient, id: number): Promise<void> {
  const answer = await client.answer(id);
  expect(wordsOf(answer)).toBe("Sharing is paused");
  expect(answer.error !== undefined || answer.result?.isError === true).toBe(true);
}
