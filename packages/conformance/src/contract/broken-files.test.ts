/** The cases about open files and documents catch what they are there for. Every editor here is a stand-in. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import type { Position } from "@tandem/base";
import { MemoryEditor } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import type { DocumentState, OpenEditor, OpenedFile, OpenFileRequest } from "@tandem/server";
import { test } from "vitest";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };

/** An editor that lists its tabs through `change`. */
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

/** An editor that opens files through `change`. */
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

/** An editor in which something is wrong with every file that it saves. */
function saving(spoil: (path: string) => void) {
  return memoryLauncher(
    class extends MemoryEditor {
      override saveDocument(path: string): true | undefined {
        const saved = super.saveDocument(path);
        spoil(path);
        return saved;
      }
    },
    quick,
  );
}

const rewrite = (path: string, change: (content: string) => string) =>
  writeFileSync(path, change(readFileSync(path, "utf8")));

const back = ({ line, character }: Position): Position => ({ line: Math.max(0, line - 1), character });
const told = /was not told the selection/;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "takes a cursor for a selection of the line",
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
    caughtBy: { "Outside the workspace openFile goes to a line": told },
  },
  {
    fault: "lists every file twice",
    launch: listing((tabs) => [...tabs, ...tabs]),
    caughtBy: { "Each open file is listed once": /deep.equal/i },
  },
  {
    fault: "counts line breaks for lines",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, lineCount: tab.lineCount - 1 }))),
    caughtBy: { "Each open file is listed once": /Line breaks plus one/ },
  },
  {
    fault: "takes every file for the active one",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, isActive: true }))),
    caughtBy: {
      "The file in front is the active one": /deep.equal/i,
      "makeFrontmost false opens a file behind": /must stay there/,
    },
  },
  {
    fault: "does not know what is dirty",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, isDirty: false }))),
    caughtBy: { "A file with unsaved changes is listed as dirty": /strictly equal/ },
  },
  {
    fault: "goes on listing what was closed",
    launch: (() => {
      const seen = new Map<string, OpenEditor>();
      return listing((tabs) => {
        for (const tab of tabs) seen.set(tab.path, tab);
        return [...seen.values()];
      });
    })(),
    caughtBy: { "A file that was closed is no longer listed": /listed after it was closed/ },
  },
  {
    fault: "does not know its own labels",
    launch: listing((tabs) => tabs.map((tab) => ({ ...tab, label: `* ${tab.path}` }))),
    caughtBy: { "close_tab closes a file by the label": /is open after close_tab/ },
  },
  {
    fault: "closes a tab whatever is unsaved in it",
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
    caughtBy: { "close_tab refuses a file with unsaved changes": /must not be lost/ },
  },
  {
    fault: "leaves the file where it is, behind the others",
    launch: opening((request) => ({ ...request, takeFocus: false })),
    caughtBy: { "openFile puts a file in front": /is in front/ },
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
    caughtBy: { "From startText to endText": told, "endText on the line": told, "Lines are selected": told },
  },
  {
    fault: "ignores what to select",
    launch: opening(({ locate: _, ...rest }) => rest),
    caughtBy: {
      "startText alone selects": told,
      "a startText of two lines": told,
      "selectToEndOfLine moves": told,
      "An endText that is not found": told,
      "A startText that is not found": /must say that startText was not found/,
    },
  },
  {
    fault: "reads the file again when it is opened again",
    launch: opening((request, editor) => {
      editor.close(request.path);
      return request;
    }),
    caughtBy: { "A file that is open already is searched as it is now": told },
  },
  {
    fault: "always takes the focus",
    launch: opening((request) => ({ ...request, takeFocus: true })),
    caughtBy: { "makeFrontmost false opens a file behind": /must stay there/ },
  },
  {
    fault: "says that it opened what is not there",
    launch: tampered(memoryLauncher(MemoryEditor, quick), {
      fromEditor: (message) => message.replace('"isError":true', '"isError":false'),
    }),
    caughtBy: { "A file that is not there is an error": /must be answered with isError/ },
  },
  {
    fault: "says that nothing is ever unsaved",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override documentState(path: string): DocumentState | undefined {
          const state = super.documentState(path);
          return state && { ...state, isDirty: false };
        }
      },
      quick,
    ),
    caughtBy: { "A file becomes dirty by typing": /deep.equal/i },
  },
  {
    fault: "knows documents that are not open",
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
      "TOOL-08 A file that is not open": /deep.equal/i,
      "TOOL-09 A file that is not open": /strictly equal/,
      "saveDocument writes the changes": /deep.equal/i,
    },
  },
  {
    fault: "saves with LF",
    launch: saving((path) => rewrite(path, (content) => content.replaceAll("\r\n", "\n"))),
    caughtBy: { "saveDocument keeps CRLF ends": /texts differ/ },
  },
  {
    fault: "saves without the byte-order mark",
    launch: saving((path) => rewrite(path, (content) => content.replace("\uFEFF", ""))),
    caughtBy: { "saveDocument keeps a byte-order mark": /texts differ/ },
  },
  {
    fault: "saves in Latin-1",
    launch: saving((path) => writeFileSync(path, readFileSync(path, "utf8"), "latin1")),
    caughtBy: { "saveDocument keeps what is no ASCII": /texts differ/ },
  },
  {
    fault: "writes into whatever it is asked to save",
    launch: saving((path) => appendFileSync(path, "// saved\n")),
    caughtBy: { "TOOL-09 A file that is not open": /texts differ/, "saveDocument writes the changes": /texts differ/ },
  },
];

expectAllCaught(["Open files", "Opening a file", "Documents"], brokenEditors, test.concurrent);
