import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry, Header } from "./entry.js";
import { formatEntry, formatHeader, parseEntry, parseRecording } from "./format.js";

const header: Header = { recording: 1, at: "2026-01-02T03:04:05.678Z", editor: "Neovim", folders: ["/w"] };

function fileOf(entries: readonly Entry[]): string {
  return formatHeader(header) + entries.map(formatEntry).join("");
}

describe("formatting and parsing a recording", () => {
  test("stores a message as JSON if that restores it exactly", () => {
    const entry: Entry = { t: 1, connection: 1, from: "client", text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' };
    expect(formatEntry(entry)).toBe(
      '{"t":1,"connection":1,"from":"client","message":{"jsonrpc":"2.0","id":1,"method":"ping"}}\n',
    );
    expect(parseEntry(formatEntry(entry))).toEqual(entry);
  });

  test.each([
    ["space in the JSON", '{ "id": 1 }'],
    ["a line feed in the JSON", '{"id":1,\n"method":"ping"}'],
    ["a number that JSON would write differently", '{"id":1.0}'],
    ["a member twice", '{"id":1,"id":2}'],
    ["members that an object would reorder", '{"b":1,"1":2}'],
    ["no JSON", "hello"],
    ["nothing", ""],
    ["half a character", '{"a":"\\ud800"}'],
  ])("%s", (_what, text) => {
    const entry: Entry = { t: 0, connection: 2, from: "editor", text };
    expect(formatEntry(entry).split("\n")).toHaveLength(2);
    expect(parseEntry(formatEntry(entry))).toEqual(entry);
  });

  test("any text, and any value", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.json());
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const entries = texts.map((each): Entry => ({ t: 1, connection: 1, from: "client", text: each }));
        expect(parseRecording(fileOf(entries))).toEqual({ header, entries });
      }),
    );
  });

  test("non-text frames and connection events", () => {
    const entries: Entry[] = [
      { t: 0.12, connection: 1, open: { headers: { "user-agent": "x" }, protocol: null } },
      { t: 1, connection: 1, from: "client", binary: "AAE=" },
      { t: 2, connection: 1, from: "client", ping: "" },
      { t: 3, connection: 1, from: "editor", pong: "" },
      { t: 4, connection: 1, from: "editor", close: { code: 1006, reason: "" } },
      { t: 5, connection: 2, refused: { status: 401, words: "no", headers: {} } },
    ];
    expect(parseRecording(fileOf(entries))).toEqual({ header, entries });
  });
});

describe("invalid recordings", () => {
  test("ignores and reports a last line that is cut off", () => {
    const entries: Entry[] = [{ t: 0, connection: 1, from: "client", text: "{}" }];
    const cut = `${fileOf(entries)}{"t":1,"connec`;
    expect(parseRecording(cut)).toEqual({ header, entries, cutOff: true });
  });

  test.each([
    ["an empty file", "", /isn't a Tandem recording/],
    ["another JSON Lines file", '{"type":"log"}\n', /isn't a Tandem recording/],
    ["a line that isn't JSON", `${formatHeader(header)}nonsense\n`, /^Line 2 isn't valid JSON: nonsense/],
    [
      "a line without content",
      `${formatHeader(header)}{"t":1,"connection":1,"from":"client"}\n`,
      /^Line 2 isn't valid/,
    ],
  ])("%s", (_what, content, words) => {
    expect(() => parseRecording(content)).toThrow(words);
  });
});
