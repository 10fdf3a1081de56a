/** The cases about open files and documents catch broken editors. All editors here are stand-ins. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import type { Position } from "@tandem-ide/base";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import type { DocumentState, OpenEditor, OpenedFile, OpenFileRequest } from "@tandem-ide/server";
import { test } from "vitest";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };

/** An editor whose list of tabs goes through `change`. */
function listing(change: (tabs: OpenEditor[]) => OpenEditor[]) {
  return memoryLauncher(
    class extends MemoryEditor {
      override openEditors(): OpenEditor[] {
        return change(super.openEditors());
      }
    },
    quick,
  );
}

/** An editor whose openFile requests go through `change`. */
function opening(change: (request: OpenFileRequest, editor: MemoryEditor) => OpenFileRequest) {
  return memoryLauncher(
    class extends MemoryEditor {
      override openFile(request: OpenFileRequest): OpenedFile {
        return super.openFile(change(request, this));
      }
    },
    quick,
  );
}

/** An editor that corrupts every file that it saves. */
function saving(corrupt: (path: string) => void) {
  return memoryLauncher(
    class extends MemoryEditor {
      override saveDocument(path: string): true | undefined {
        const saved = super.saveDocument(path);
        corrupt(path);
        return saved;
      }
    },
    quick,
  );
}

const rewrite = (path: string, change: (content: string) => string) =>
  writeFileSync(path, change(readFileSync(path, "utf8")));

const back = ({ line, character }: Position): Position => ({ line: Math.max(0, line - 1), character });
const noSelection = /didn't receive the selection/;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "selects the whole line instead of moving the cursor",
    launch: opening(({ locate, ...request }) => ({
      ...request,
      ...(locate && {
        locate: (text) => {
          const range = locate(text);
          const isCursor = range?.start.line === range?.end.line && range?.start.character === range?.end.character;
          return range && isCursor ? { ...range, end: { line: range.end.line + 1, character: 0 } } : range;
        },
      }),
    })),
    caughtBy: { "SEC-02 Outside the workspace, openFile goes to a line but doesn't share text": noSelection },
  },
  {
    fault: "lists every file twice",
    launch: listing((tabs) => [...tabs, ...tabs]),
    caughtBy: {
      "TOOL-05 Each open file is listed once with its path, URI, label, language and line count": /deep.equal/i,
    },
  },
  {
    fault: "counts line breaks instead of lines",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, lineCount: tab.lineCount - 1 }))),
    caughtBy: {
      "TOOL-05 Each open file is listed once with its path, URI, label, language and line count":
        /Line breaks plus one/,
    },
  },
  {
    fault: "reports every file as active",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, isActive: true }))),
    caughtBy: {
      "TOOL-05 Only the visible file is active": /deep.equal/i,
      "TOOL-02 makeFrontmost false opens a file in the background and describes it": /must stay active/,
    },
  },
  {
    fault: "never reports a file as dirty",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, isDirty: false }))),
    caughtBy: {
      "TOOL-05 A file with unsaved changes is listed as dirty with its current line count": /strictly equal/,
    },
  },
  {
    fault: "keeps listing closed files",
    launch: (() => {
      const seen = new Map<string, OpenEditor>();
      return listing((tabs) => {
        for (const tab of tabs) seen.set(tab.path, tab);
        return [...seen.values()];
      });
    })(),
    caughtBy: { "TOOL-05 A closed file is no longer listed": /still listed after it was closed/ },
  },
  {
    fault: "doesn't recognize its own labels",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, label: `* ${tab.path}` }))),
    caughtBy: { "TOOL-10 close_tab closes a file by its listed label": /is still open after close_tab/ },
  },
  {
    fault: "closes tabs with unsaved changes",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override closeTab(label: string): "closed" {
          const tab = this.openEditors().find(({ path }) => path.endsWith(label));
          if (tab) this.close(tab.path);
          return "closed";
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-10 close_tab refuses to close a file with unsaved changes": /must not be lost/ },
  },
  {
    fault: "opens files in the background",
    launch: opening((request) => ({ ...request, takeFocus: false })),
    caughtBy: { "TOOL-02 openFile shows a file": /didn't receive a selection in/ },
  },
  {
    fault: "selects one line early",
    launch: opening(({ locate, ...rest }) => ({
      ...rest,
      locate: (text) => {
        const range = locate?.(text);
        return range && { start: back(range.start), end: back(range.end) };
      },
    })),
    caughtBy: {
      "TOOL-02 Selects from startText to endText some lines below, both included": noSelection,
      "TOOL-02 Finds endText on the same line as startText": noSelection,
      "TOOL-02 Lines are selected from the start of the first to the end of the last": noSelection,
    },
  },
  {
    fault: "ignores the requested selection",
    launch: opening(({ locate: _, ...rest }) => rest),
    caughtBy: {
      "TOOL-02 startText alone selects its first occurrence, after emoji": noSelection,
      "TOOL-02 In a CRLF file, a two-line startText is found, and columns don't count the CR": noSelection,
      "TOOL-02 selectToEndOfLine extends the selection to the end of the line, without the CR": noSelection,
      "TOOL-02 If endText isn't found, startText is selected and the response says so": noSelection,
      "TOOL-02 If startText isn't found, the file is opened anyway and the response says so":
        /must say that startText wasn't found/,
    },
  },
  {
    fault: "reloads an open file when it is opened again",
    launch: opening((request, editor) => {
      editor.close(request.path);
      return request;
    }),
    caughtBy: { "TOOL-02 In an open file, the current text is searched, and unsaved changes are kept": noSelection },
  },
  {
    fault: "always takes the focus",
    launch: opening((request) => ({ ...request, takeFocus: true })),
    caughtBy: { "TOOL-02 makeFrontmost false opens a file in the background and describes it": /must stay active/ },
  },
  {
    fault: "reports success for a missing file",
    launch: tampered(memoryLauncher(MemoryEditor, quick), {
      fromEditor: (message) => message.replace('"isError":true', '"isError":false'),
    }),
    caughtBy: {
      "TOOL-02 A missing file is an error, and nothing is opened or created": /must be answered with isError/,
    },
  },
  {
    fault: "reports every document as saved",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override documentState(path: string): DocumentState | undefined {
          const state = super.documentState(path);
          return state && { ...state, isDirty: false };
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-08 Typing makes a file dirty, and saving makes it clean": /deep.equal/i },
  },
  {
    fault: "treats closed documents as open",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override documentState(): DocumentState {
          return { isDirty: true, isUntitled: false };
        }
        override saveDocument(path: string): true {
          super.saveDocument(path);
          return true;
        }
      },
      quick,
    ),
    caughtBy: {
      "TOOL-08 checkDocumentDirty refuses a closed file, and the error names it": /deep.equal/i,
      "TOOL-09 saveDocument refuses a closed file and doesn't write it": /strictly equal/,
      "TOOL-09 saveDocument writes the changes, and the file is clean afterwards": /deep.equal/i,
    },
  },
  {
    fault: "saves with LF",
    launch: saving((path) => rewrite(path, (content) => content.replaceAll("\r\n", "\n"))),
    caughtBy: { "TOOL-09 saveDocument keeps CRLF line endings, and uses them for new lines": /texts differ/ },
  },
  {
    fault: "saves without the byte-order mark",
    launch: saving((path) => rewrite(path, (content) => content.replace("\uFEFF", ""))),
    caughtBy: { "TOOL-09 saveDocument keeps a byte-order mark": /texts differ/ },
  },
  {
    fault: "saves in Latin-1",
    launch: saving((path) => writeFileSync(path, readFileSync(path, "utf8"), "latin1")),
    caughtBy: { "TOOL-09 saveDocument keeps non-ASCII characters": /texts differ/ },
  },
  {
    fault: "writes to any file it is asked to save",
    launch: saving((path) => appendFileSync(path, "// saved\n")),
    caughtBy: {
      "TOOL-09 saveDocument refuses a closed file and doesn't write it": /texts differ/,
      "TOOL-09 saveDocument writes the changes, and the file is clean afterwards": /texts differ/,
    },
  },
];

expectAllCaught(["Open files", "Opening a file", "Documents"], brokenEditors, test.concurrent);
