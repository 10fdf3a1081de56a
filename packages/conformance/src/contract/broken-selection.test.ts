/** The cases about the selection catch broken editors. All editors here are stand-ins. */
import { readFileSync } from "node:fs";
import type { Position } from "@tandem-ide/base";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import type { EditorEvents, EditorSelection } from "@tandem-ide/server";
import { test } from "vitest";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";

const quick = { readyDelayMs: 20 };

/** An editor whose selection goes through `change`. */
function selecting(change: (selection: EditorSelection) => EditorSelection) {
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

/** An editor whose selection events go through `send`. */
function sending(send: (selection: EditorSelection | null | undefined, events: EditorEvents) => void) {
  return memoryLauncher(
    class extends MemoryEditor {
      override subscribe(events: EditorEvents): () => void {
        return super.subscribe({ ...events, selectionChanged: (selection) => send(selection, events) });
      }
    },
    quick,
  );
}

/** An editor that sends no selection during `method`. */
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

/** Moves both ends of a selection. */
function moved(selection: EditorSelection, move: (position: Position, lines: string[]) => Position): EditorSelection {
  const lines = readFileSync(selection.path, "utf8").split(/\r?\n/);
  const { start, end } = selection.range;
  return { ...selection, range: { start: move(start, lines), end: move(end, lines) } };
}

function before({ line, character }: Position, lines: string[]): string {
  return lines[line]?.slice(0, character) ?? "";
}

let lastSent = 0;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "counts columns in bytes",
    launch: selecting((it) => moved(it, (at, lines) => ({ ...at, character: Buffer.byteLength(before(at, lines)) }))),
    caughtBy: {
      "NOT-01 Columns count UTF-16 code units after emoji, wide and combining characters":
        /didn't receive the selection/,
      "NOT-01 An emoji is two units wide": /didn't receive the selection/,
    },
  },
  {
    fault: "counts columns in code points",
    launch: selecting((it) => moved(it, (at, lines) => ({ ...at, character: [...before(at, lines)].length }))),
    caughtBy: {
      "NOT-01 Columns count UTF-16 code units after emoji, wide and combining characters":
        /didn't receive the selection/,
      "NOT-01 An emoji is two units wide": /didn't receive the selection/,
    },
  },
  {
    fault: "counts lines from 1",
    launch: selecting((it) => moved(it, (at) => ({ ...at, line: at.line + 1 }))),
    caughtBy: {
      "NOT-01 A selection is sent with absolute path, file URL, range and text":
        /didn't receive the selection.*"line":2/,
    },
  },
  {
    fault: "returns text with the file's CRLF",
    launch: selecting((it) => ({
      ...it,
      text: readFileSync(it.path, "utf8").includes("\r\n") ? it.text.replaceAll("\n", "\r\n") : it.text,
    })),
    caughtBy: { "NOT-01 In a CRLF file, columns don't count the CR, and the text has LF": /two\\r\\nthree/ },
  },
  {
    fault: "removes U+FEFF at the start of a selection",
    launch: selecting((it) => ({ ...it, text: it.text.replace(/^\uFEFF/, "") })),
    caughtBy: { "NOT-01 U+FEFF inside a text is an ordinary character, even at the start of the selection": /"two"/ },
  },
  {
    fault: "counts a byte-order mark",
    launch: selecting((it) =>
      moved(it, (at, lines) => ({ ...at, character: at.character + (lines[0]?.startsWith("\uFEFF") ? 1 : 0) })),
    ),
    caughtBy: { "NOT-01 A byte-order mark doesn't count as a character": /"character":6/ },
  },
  {
    fault: "adds a line break at the end of every text",
    launch: selecting((it) => {
      const isAtEnd = it.text !== "" && readFileSync(it.path, "utf8").endsWith(it.text);
      const end = { line: it.range.end.line + 1, character: 0 };
      return isAtEnd ? { ...it, text: `${it.text}\n`, range: { ...it.range, end } } : it;
    }),
    caughtBy: { "NOT-01 A selection can reach the end of a text without a final newline": /ne\\ntwo\\n/ },
  },
  {
    fault: "sends selections but no cursor positions",
    launch: sending((selection, events) => {
      if (selection?.text !== "" || selection.path.endsWith("anchor.txt")) events.selectionChanged(selection);
    }),
    caughtBy: { "NOT-01 The cursor alone is sent as an empty range without text": /received nothing/ },
  },
  {
    fault: "sends paths in URL form",
    launch: selecting((it) => ({ ...it, path: encodeURI(it.path) })),
    caughtBy: {
      "NOT-01 A path with spaces and special characters is sent unchanged, and its URL percent-encoded": /%20/,
    },
  },
  {
    fault: "doesn't send the cursor position after typing",
    launch: silentIn("type"),
    caughtBy: { "NOT-01 Typing sends the new cursor position": /didn't receive the selection/ },
  },
  {
    fault: "returns another selection than it sent",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override subscribe(events: EditorEvents): () => void {
          const selectionChanged = (selection: EditorSelection | undefined) =>
            events.selectionChanged(selection && { ...selection, text: selection.text.trim() });
          return super.subscribe({ ...events, selectionChanged });
        }
        override currentSelection(): EditorSelection | undefined {
          const selection = super.currentSelection();
          return selection && { ...selection, text: `${selection.text} ` };
        }
      },
      quick,
    ),
    caughtBy: { "TOOL-03 getCurrentSelection matches the notification": /deep.equal/i },
  },
  {
    fault: "immediately clears its selection",
    launch: sending((selection, events) => {
      events.selectionChanged(selection);
      if (selection?.text) queueMicrotask(() => events.selectionChanged(undefined));
    }),
    caughtBy: { "TOOL-04 getLatestSelection matches the notification": /deep.equal/i },
  },
  {
    fault: "waits until the selection stops changing",
    launch: (() => {
      let timer: NodeJS.Timeout | undefined;
      return sending((selection, events) => {
        clearTimeout(timer);
        timer = setTimeout(() => events.selectionChanged(selection), 80);
      });
    })(),
    caughtBy: {
      "NOT-01 A very short selection is still sent before the cursor that follows it": /didn't receive the selection/,
    },
  },
  {
    fault: "drops events that follow too soon",
    launch: sending((selection, events) => {
      if (performance.now() - lastSent < 100) return;
      lastSent = performance.now();
      events.selectionChanged(selection);
    }),
    caughtBy: { "NOT-01 The last of many quick changes is sent": /didn't receive/ },
  },
  {
    fault: "doesn't send that another file is active",
    launch: silentIn("open"),
    caughtBy: { "NOT-01 Switching files sends the selection of the new active file": /didn't receive a selection in/ },
  },
  {
    fault: "doesn't send that a file was closed",
    launch: silentIn("close"),
    caughtBy: {
      "NOT-01 Closing a file clears its selection for connected clients": /a selection outside/,
      "NOT-01 Closing a file clears its selection for later clients":
        /A later client got the selection of a closed file/,
      "TOOL-04 getLatestSelection forgets a closed file": /It still returns the closed file/,
      "TOOL-03 Without an open file there is no current selection, and the client is notified":
        /an empty selection without a file/,
    },
  },
  {
    fault: "doesn't send the current selection to new clients",
    launch: memoryLauncher(MemoryEditor, { readyDelayMs: 60_000 }),
    caughtBy: { "NOT-05 A later client gets the current selection": /didn't receive the selection.*received nothing/ },
  },
];

expectAllCaught(["Selection", "Selection changes"], brokenEditors, test.concurrent);
