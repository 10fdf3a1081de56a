import { Text } from "@codemirror/state";
import { Notebook } from "@tandem-ide/workspace/notebook";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sourceChange } from "./source-change.js";
import { sourceRanges } from "./source-ranges.js";

/** The text after the change. Undefined without a change. */
function changed(text: string, index: number, source: string): string | undefined {
  const change = sourceChange(text, sourceRanges(text), index, source);
  return change && text.slice(0, change.from) + change.insert.sliceString(0) + text.slice(change.to);
}

test("gives the same text as writing the whole notebook in Jupyter's style", () => {
  const ascii = fc.string({ unit: fc.constantFrom(..."ab \n\t\"\\'"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(ascii, { minLength: 1, maxLength: 4 }), fc.nat(), ascii, (sources, some, source) => {
      const notebook = sources.reduce((all, each, at) => all.insertCell(at, "code", each), Notebook.create());
      const index = some % sources.length;
      const text = notebook.toText();
      const whole = Notebook.parse(text).setSource(index, source).toText();
      expect(changed(text, index, source) ?? whole).toBe(whole);
      // There is a change whenever the text differs.
      expect(changed(text, index, source) === undefined).toBe(whole === text);
    }),
    { numRuns: 50 },
  );
});

test("is minimal, and undefined if characters may have to be escaped", () => {
  const text = Notebook.create().insertCell(0, "code", "a = 1").insertCell(1, "code", "b").toText();
  const change = sourceChange(text, sourceRanges(text), 1, "bc");
  expect(change && [change.to - change.from, change.insert.eq(Text.of(["c"]))]).toEqual([0, true]);
  expect(changed(text, 1, "é")).toBeUndefined();
  const odd =
    '{"nbformat": 4,    "nbformat_minor": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": "a"}]}';
  expect(changed(odd, 0, "b")).toBe(odd.replace('"a"', '"b"'));
});
