import { Notebook } from "@tandem-ide/workspace/notebook";
import { expect, test } from "vitest";
import { cellRefAt, findCell } from "./find-cell.js";

/** A notebook in nbformat 4.5, whose cells have ids, or an older one without. */
function notebookOf(sources: readonly string[], hasIds: boolean): Notebook {
  const empty = hasIds
    ? Notebook.create()
    : Notebook.parse('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}');
  return sources.reduce((notebook, source, index) => notebook.insertCell(index, "code", source), empty);
}

test("finds a cell with an id after it was moved and edited", () => {
  const before = notebookOf(["a", "b", "c"], true);
  const place = cellRefAt(before, 1);
  expect(findCell(before.moveCell(1, 0).setSource(0, "other"), place)).toBe(0);
  expect(findCell(before.deleteCell(1), place)).toBeUndefined();
});

test("without ids, finds the nearest cell with the same source", () => {
  const before = notebookOf(["x", "a", "b", "x", "x"], false);
  expect(cellRefAt(before, 2).id).toBeUndefined();
  expect(findCell(before.insertCell(0, "markdown", "new"), cellRefAt(before, 2))).toBe(3);
  expect(findCell(before, cellRefAt(before, 3))).toBe(3);
  expect(findCell(before.deleteCell(3), cellRefAt(before, 3))).toBe(3);
  expect(findCell(before.setSource(2, "c"), cellRefAt(before, 2))).toBeUndefined();
});

test("finds the right one of several cells with the same id", () => {
  const text = notebookOf(["a", "b", "c"], true).toText();
  const twins = Notebook.parse(text.replace(/"id": "[^"]*"/g, '"id": "same"'));
  expect([0, 1, 2].map((index) => findCell(twins, cellRefAt(twins, index)))).toEqual([0, 1, 2]);
  expect(findCell(twins.setSource(2, "typed"), cellRefAt(twins, 2))).toBe(2);
  expect(findCell(twins.moveCell(0, 2), cellRefAt(twins, 0))).toBe(2);
});

test("finding thousands of unmoved cells is fast", () => {
  const cells = Array.from({ length: 5000 }, (_each, index) => ({
    cell_type: "code",
    execution_count: null,
    metadata: {},
    outputs: [],
    source: `x = ${index}`,
  }));
  const notebook = Notebook.parse(JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  const start = performance.now();
  for (const index of cells.keys()) expect(findCell(notebook, cellRefAt(notebook, index))).toBe(index);
  expect(performance.now() - start).toBeLessThan(5000);
});
