import { Notebook } from "@tandem/workspace/notebook";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourcePlaces, toCell, toFile } from "./source-places.js";

function textOf(...sources: string[]): string {
  return sources
    .reduce((notebook, source, index) => notebook.insertCell(index, "code", source), Notebook.create())
    .toText();
}

/** What stands in the file for a part of a cell's source. */
function slice(text: string, cell: number, from: number, to: number): string {
  const place = sourcePlaces(text)[cell];
  if (!place) throw new Error("no such cell");
  return text.slice(toFile(text, place, from, false), toFile(text, place, to, true));
}

describe("a place in a cell", () => {
  test("is on the line of the file that holds its line", () => {
    const text = textOf("a = 1\nb = 2\n", "c");
    expect(slice(text, 0, 6, 11)).toBe("b = 2");
    expect(slice(text, 0, 0, 6)).toBe("a = 1\\n");
    expect(slice(text, 1, 0, 1)).toBe("c");
  });

  test("counts what is written with more characters than it has", () => {
    const text = '{"cells":[{"source":"x\\u00e9\\"y\\\\z","metadata":{"a":[1,"]"]}},{"source":[]}],"nbformat":4}';
    expect(slice(text, 0, 1, 3)).toBe('\\u00e9\\"');
    expect(slice(text, 0, 4, 6)).toBe("\\\\z");
    const empty = sourcePlaces(text)[1];
    expect(empty && text.slice(empty.from, toFile(text, empty, 0, true) + 2)).toBe("[]");
  });

  test("is found in cells without a source, with numbers, with keys twice, and in a notebook without cells", () => {
    const text = '{"n": -1.5e3, "cells": [{"n": 1}, {"source": "old", "n": 12, "source": ["new"]}, {"m": null}]}';
    expect(sourcePlaces(text).map(({ literals }) => literals.map(({ from, to }) => text.slice(from, to)))).toEqual([
      [],
      ['"new"'],
      [],
    ]);
    expect(sourcePlaces('{"nbformat": 4}')).toEqual([]);
  });

  test("comes back as the same place, whatever the cells hold", () => {
    const unit = fc.constantFrom(...'ab \n\r\t"\\/\u0001\u007fé\u2028\ud800', "😀", "]", "}", ",");
    const sources = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sources, fc.nat(), fc.nat(), (cells, some, other) => {
        const text = textOf(...cells);
        const index = some % cells.length;
        const source = cells[index] ?? "";
        const offset = other % (source.length + 1);
        const places = sourcePlaces(text);
        const place = places[index];
        if (!place) throw new Error("no such cell");
        expect(toCell(text, places, toFile(text, place, offset, false))).toEqual({ index, offset });
      }),
    );
  });
});

test("a place between cells is the next cell, and behind all of them it is none", () => {
  const text = textOf("a", "b");
  const places = sourcePlaces(text);
  expect(toCell(text, places, (places[0]?.to ?? 0) + 5)).toEqual({ index: 1, offset: 0 });
  expect(toCell(text, places, text.length)).toBeUndefined();
  expect(toCell(text, places, 0)).toEqual({ index: 0, offset: 0 });
});
