/** Edits must not change the rest of the file. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Notebook } from "./notebook.js";

/** JSON of the same value with the white space that a user or another program might add. */
function spaced(value: unknown, space: () => string, isAscii: boolean): string {
  const text = (string: string) => {
    const json = JSON.stringify(string);
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    return isAscii ? json.replace(/[\u007f-\uffff]/g, escaped) : json;
  };
  const list = (open: string, parts: readonly string[], close: string) =>
    `${open}${space()}${parts.join(`${space()},${space()}`)}${space()}${close}`;
  const write = (part: unknown): string => {
    if (typeof part === "string") return text(part);
    if (Array.isArray(part)) return list("[", part.map(write), "]");
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const members = Object.entries(part).map(([key, content]) => `${text(key)}${space()}:${space()}${write(content)}`);
    return list("{", members, "}");
  };
  return write(value);
}

const word = fc.oneof(fc.string(), fc.constantFrom("é", "😀", "\\u00e9", '"},{"', "\u001b[31m", "a\nb\n", "\u2028"));
const cell = fc.record({
  cell_type: fc.constantFrom("code", "markdown", "raw"),
  metadata: fc.dictionary(word, fc.jsonValue()),
  source: fc.oneof(word, fc.array(word)),
  outputs: fc.constant([]),
  execution_count: fc.option(fc.nat()),
  other: fc.jsonValue(),
});
const notebooks = fc
  .record({
    content: fc.record({
      metadata: fc.dictionary(word, fc.jsonValue()),
      cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
      nbformat: fc.constant(4),
      nbformat_minor: fc.nat({ max: 5 }),
      "é key": fc.jsonValue(),
    }),
    spaces: fc.array(fc.constantFrom("", " ", "\n", "\r\n", "\n \t"), { minLength: 1, maxLength: 7 }),
    isAscii: fc.boolean(),
    around: fc.tuple(fc.constantFrom("", "\ufeff", "\n"), fc.constantFrom("", "\n", "\r\n\n")),
  })
  .map(({ content, spaces, isAscii, around: [before, after] }) => {
    let at = 0;
    const space = () => spaces[at++ % spaces.length] ?? "";
    return `${before}${spaced(content, space, isAscii)}${after}`;
  });

describe("with any formatting", () => {
  test("writes a file as it was read", () => {
    fc.assert(
      fc.property(notebooks, (text) => {
        expect(Notebook.parse(text).toText()).toBe(text);
      }),
    );
  });

  test("changing a source or outputs leaves the rest as is", () => {
    fc.assert(
      fc.property(notebooks, fc.nat(), (written, pick) => {
        const index = pick % Notebook.parse(written).cells.length;
        const marked = Notebook.parse(written).setSource(index, "a mark of its own").setOutputs(index, [], 7777777);
        const text = marked.toText();
        const other = Notebook.parse(text).setSource(index, "another").setOutputs(index, [], 8);
        expect(other.toText()).toBe(text.replace("a mark of its own", "another").replace("7777777", "8"));
        expect(Notebook.parse(text).setSource(index, "x").setSource(index, "a mark of its own").toText()).toBe(text);
        // The first change didn't affect the text before and after the cell either.
        const raw = marked.cells[index]?.write() ?? "";
        const at = text.indexOf(raw);
        expect(written.startsWith(text.slice(0, at))).toBe(true);
        expect(written.endsWith(text.slice(at + raw.length))).toBe(true);
      }),
    );
  });

  test("inserting and deleting cells, or moving them back and forth, restores the file", () => {
    fc.assert(
      fc.property(notebooks, fc.nat(), fc.nat(), (text, one, other) => {
        const notebook = Notebook.parse(text);
        const count = notebook.cells.length;
        const at = one % (count + 1);
        expect(notebook.insertCell(at, "code", "x").deleteCell(at).toText()).toBe(text);
        const [from, to] = [one % count, other % count];
        expect(notebook.moveCell(from, to).moveCell(to, from).toText()).toBe(text);
      }),
    );
  });
});

const line = (cells: string, rest = '"metadata":{}') => `{${rest}, "cells":[${cells}],"nbformat":4,"nbformat_minor":4}`;
const markdown = '{"cell_type":"markdown","metadata":{},"source":"a"}';

test("keeps escapes in keys when something else changes", () => {
  const odd = '{ "cell_type":"markdown", "metadata":{}, "\\u00e9" : 1,"source":"a"}';
  const text = line(odd, '"metadata" :{},"\\u00E9":2');
  expect(Notebook.parse(text).setSource(0, "b").toText()).toBe(text.replace('"a"', '"b"'));
});

test("changes only the effective one of duplicate keys", () => {
  const text = line(markdown, '"cells": [1], "metadata":{}');
  expect(Notebook.parse(text).setSource(0, "b").toText()).toBe(text.replace('"a"', '"b"'));
});

test("doesn't treat a file with a colour code, or with an escape in Python code, as ASCII", () => {
  for (const source of ["\\u001b[31m", "\\\\u00e9"]) {
    const text = line(`{"cell_type":"markdown","metadata":{},"source":"${source}"}`);
    expect(Notebook.parse(text).setSource(0, "é").toText()).toContain('"source":"é"');
  }
  const ascii = line('{"cell_type":"markdown","metadata":{},"source":"\\\\\\u00e9"}');
  expect(Notebook.parse(ascii).setSource(0, "é").toText()).toContain('"source":"\\u00e9"');
});

test("removes attachments from a cell that becomes a code cell, which can't have any", () => {
  const picture = '"attachments":{"a.png":{"image/png":"aaaa"}}';
  const text = line(`{"cell_type":"markdown",${picture},"metadata":{},"source":"a"}`);
  expect(JSON.parse(Notebook.parse(text).setType(0, "code").toText()).cells[0]).not.toHaveProperty("attachments");
  expect(JSON.parse(Notebook.parse(text).setType(0, "raw").toText()).cells[0]).toHaveProperty("attachments");
});
