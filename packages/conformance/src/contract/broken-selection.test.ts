/** The cases about the selection catch what they are there for. Every editor here is a stand-in, broken on purpose. */
import { readFileSync } from "node:fs";
import type { Position } from "@tandem/base";
import { MemoryEditor } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import type { EditorEvents, EditorSelection } from "@tandem/server";
import { test } from "vitest";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const quick = { readyDelayMs: 20 };

/** An editor whose selection is seen through `change`. */
function seeing(change: (selection: EditorSelection) => EditorSelection) {
  return memoryLauncher(
    class extends MemoryEditor {
      override currentSelection(): EditorSelection | undefined {
        const selection = super.currentSelection();
        return selection && change(selection);
      }
    },
    quick,
  );
}

/** An editor that tells its selections through `tell`. */
function telling(tell: (selection: EditorSelection | null | undefined, events: EditorEvents) => void) {
  return memoryLauncher(
    class extends MemoryEditor {
      override subscribe(events: EditorEvents): () => void {
        return super.subscribe({ ...events, selectionChanged: (selection) => tell(selection, events) });
      }
    },
    quick,
  );
}

/** An editor that tells nothing while it does what `method` names. */
function silentIn(method: "type" | "open" | "close") {
  return memoryLauncher(
    class extends MemoryEditor {
      #isSilent = false;

      override subscribe(events: EditorEvents): () => void {
        const selectionChanged = (selection: EditorSelection | undefined) => {
          if (!this.#isSilent) events.selectionChanged(selection);
        };
        return super.subscribe({ ...events, selectionChanged });
      }

      #silently(work: () => void): void {
        this.#isSilent = true;
        work();
        this.#isSilent = false;
      }

      override type(text: string): void {
        if (method === "type") this.#silently(() => super.type(text));
        else super.type(text);
      }

      override open(path: string): void {
        if (method === "open") this.#silently(() => super.open(path));
        else super.open(path);
      }

      override close(path: string): void {
        if (method === "close") this.#silently(() => super.close(path));
        else super.close(path);
      }
    },
    quick,
  );
}

/** The selection with both ends moved. */
function moved(selection: EditorSelection, move: (position: Position, lines: string[]) => Position): EditorSelection {
  const lines = readFileSync(selection.path, "utf8").split(/\r?\n/);
  const { start, end } = selection.range;
  return { ...selection, range: { start: move(start, lines), end: move(end, lines) } };
}

function before({ line, character }: Position, lines: string[]): string {
  return lines[line]?.slice(0, character) ?? "";
}

let lastTold = 0;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "counts columns in bytes",
    launch: seeing((it) => moved(it, (at, lines) => ({ ...at, character: Buffer.byteLength(before(at, lines)) }))),
    caughtBy: {
      "Columns count UTF-16 code units, past": /was not told the selection/,
      "An emoji itself is two units": /was not told the selection/,
    },
  },
  {
    fault: "counts columns in code points",
    launch: seeing((it) => moved(it, (at, lines) => ({ ...at, character: [...before(at, lines)].length }))),
    caughtBy: {
      "Columns count UTF-16 code units, past": /was not told the selection/,
      "An emoji itself is two units": /was not told the selection/,
    },
  },
  {
    fault: "counts lines from 1",
    launch: seeing((it) => moved(it, (at) => ({ ...at, line: at.line + 1 }))),
    caughtBy: { "A selection reaches the client": /was not told the selection.*"line":2/ },
  },
  {
    fault: "gives the text with the file's CRLF",
    launch: seeing((it) => ({
      ...it,
      text: readFileSync(it.path, "utf8").includes("\r\n") ? it.text.replaceAll("\n", "\r\n") : it.text,
    })),
    caughtBy: { "In a file with CRLF ends the CR is no character": /two\\r\\nthree/ },
  },
  {
    fault: "takes U+FEFF at the start of a selection for a byte-order mark",
    launch: seeing((it) => ({ ...it, text: it.text.replace(/^\uFEFF/, "") })),
    caughtBy: { "U+FEFF inside a text is a character": /"two"/ },
  },
  {
    fault: "counts a byte-order mark",
    launch: seeing((it) =>
      moved(it, (at, lines) => ({ ...at, character: at.character + (lines[0]?.startsWith("\uFEFF") ? 1 : 0) })),
    ),
    caughtBy: { "A byte-order mark is no character": /"character":6/ },
  },
  {
    fault: "puts a line break at the end of every text",
    launch: seeing((it) => {
      const isAtEnd = it.text !== "" && readFileSync(it.path, "utf8").endsWith(it.text);
      const end = { line: it.range.end.line + 1, character: 0 };
      return isAtEnd ? { ...it, text: `${it.text}\n`, range: { ...it.range, end } } : it;
    }),
    caughtBy: { "the end of a text without a final newline": /ne\\ntwo\\n/ },
  },
  {
    fault: "tells selections and no cursor",
    launch: telling((selection, events) => {
      if (selection?.text !== "" || selection.path.endsWith("anchor.txt")) events.selectionChanged(selection);
    }),
    caughtBy: { "The cursor alone is told": /nothing came/ },
  },
  {
    fault: "tells paths in the form of URLs",
    launch: seeing((it) => ({ ...it, path: encodeURI(it.path) })),
    caughtBy: { "The path of a file with spaces and odd characters comes": /%20/ },
  },
  {
    fault: "does not tell that typing moved the cursor",
    launch: silentIn("type"),
    caughtBy: { "Typing moves the cursor": /was not told the selection/ },
  },
  {
    fault: "answers with another selection than it told",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override subscribe(events: EditorEvents): () => void {
          const told = (selection: EditorSelection | undefined) =>
            events.selectionChanged(selection && { ...selection, text: selection.text.trim() });
          return super.subscribe({ ...events, selectionChanged: told });
        }
        override currentSelection(): EditorSelection | undefined {
          const selection = super.currentSelection();
          return selection && { ...selection, text: `${selection.text} ` };
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-03 getCurrentSelection agrees": /deep.equal/i },
  },
  {
    fault: "takes its selection back at once",
    launch: telling((selection, events) => {
      events.selectionChanged(selection);
      if (selection?.text) queueMicrotask(() => events.selectionChanged(undefined));
    }),
    caughtBy: { "TOOL-04 getLatestSelection agrees": /deep.equal/i },
  },
  {
    fault: "waits until the user has come to rest",
    launch: (() => {
      let timer: NodeJS.Timeout | undefined;
      return telling((selection, events) => {
        clearTimeout(timer);
        timer = setTimeout(() => events.selectionChanged(selection), 80);
      });
    })(),
    caughtBy: { "A selection that is gone at once is still told": /was not told the selection/ },
  },
  {
    fault: "drops what comes too soon after the last",
    launch: telling((selection, events) => {
      if (performance.now() - lastTold < 100) return;
      lastTold = performance.now();
      events.selectionChanged(selection);
    }),
    caughtBy: { "The last of many quick changes is told": /was not told/ },
  },
  {
    fault: "does not tell that another file is in front",
    launch: silentIn("open"),
    caughtBy: { "Switching files tells": /is in front/ },
  },
  {
    fault: "does not tell that a file was closed",
    launch: silentIn("close"),
    caughtBy: {
      "for those who are connected": /is no longer in front/,
      "for a client that comes later": /A later client was told of a closed file/,
      "getLatestSelection forgets": /It still tells the file/,
      "With no file open": /that no file is in front/,
    },
  },
  {
    fault: "tells newcomers nothing of what is selected",
    launch: memoryLauncher(MemoryEditor, { readyDelayMs: 60_000 }),
    caughtBy: { "NOT-05 A client that comes later": /was not told the selection.*nothing came/ },
  },
];

expectAllCaught(["Selection", "The selection's coming and going"], brokenEditors, test.concurrent);
