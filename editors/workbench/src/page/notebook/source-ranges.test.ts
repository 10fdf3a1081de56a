import { Notebook } from "@tandem-ide/workspace/notebook";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceRanges, toCell, toFile } from "./source-ranges.js";

function textOf(...sources: string[]): string {
  return sources
    .reduce((notebook, source, index) => notebook.insertCell(index, "code", source), Notebook.create())
    .toText();
}

/** The text in the file for a part of a cell's source. */
function slice(text: string, cell: number, from: number, to: number): string {
  const range = sourceRanges(text)[cell];
  if (!range) throw new Error("no such cell");
  return text.slice(toFile(text, range, from, false), toFile(text, range, to, true));
}

describe("an offset in a cell", () => {
  test("maps to the line's string in the file", () => {
    const text = textOf("a = 1\nb = 2\n", "c");
    expect(slice(text, 0, 6, 11)).toBe("b = 2");
    expect(slice(text, 0, 0, 6)).toBe("a = 1\\n");
    expect(slice(text, 1, 0, 1)).toBe("c");
  });

  test("accounts for escaped characters", () => {
    const text = '{"cells":[{"source":"x\\u00e9\\"y\\\\z","metadata":{"a":[1,"]"]}},{"source":[]}],"nbformat":4}';
    expect(slice(text, 0, 1, 3)).toBe('\\u00e9\\"');
    expect(slice(text, 0, 4, 6)).toBe("\\\\z");
    const empty = sourceRanges(text)[1];
    expect(empty && text.slice(empty.from, toFile(text, empty, 0, true) + 2)).toBe("[]");
  });

  test("handles cells without a source, numbers, duplicate keys, and notebooks without cells", () => {
    const text = '{"n": -1.5e3, "cells": [{"n": 1}, {"source": "old", "n": 12, "source": ["new"]}, {"m": null}]}';
    expect(sourceRanges(text).map(({ literals }) => literals.map(({ from, to }) => text.slice(from, to)))).toEqual([
      [],
      ['"new"'],
      [],
    ]);
    expect(sourceRanges('{"nbformat": 4}')).toEqual([]);
  });

  test("survives the conversion to the file and back", () => {
    const unit = fc.constantFrom(...'ab \n\r\t"\\/\u0001\u007fé\u2028\ud800', "😀", "]", "}", ",");
    const sources = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sources, fc.nat(), fc.nat(), (cells, some, other) => {
        const text = textOf(...cells);
        const index = some % cells.length;
        const source = cells[index] ?? "";
        const offset = other % (source.length + 1);
        const places = sourceRanges(text);
        const range = places[index];
        if (!range) throw new Error("no such cell");
        expect(toCell(text, places, toFile(text, range, offset, false))).toEqual({ index, offset });
      }),
    );
  });
});

test("maps an offset between cells to the next cell, and none after the last cell", () => {
  const text = textOf("a", "b");
  const places = sourceRanges(text);
  expect(toCell(text, places, (places[0]?.to ?? 0) + 5)).toEqual({ index: 1, offset: 0 });
  expect(toCell(text, places, text.length)).toBeUndefined();
  expect(toCell(text, places, 0)).toEqual({ index: 0, offset: 0 });
});
