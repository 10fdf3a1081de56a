import { EditorSelection, EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { exactDoc, exactText } from "./exact-text.js";
import { linesToMention } from "./mention.js";
import { selectionOf } from "./selection.js";

function stateWith(text: string, anchor: number, head = anchor): EditorState {
  return EditorState.create({
    doc: exactDoc(text),
    selection: EditorSelection.single(anchor, head),
    extensions: exactText(),
  });
}

describe("exactText", () => {
  test("keeps every character except \\n inside its line, even in inserted text", () => {
    const odd = "a\rb\u2028c\u2029d\u0085e\0f";
    const state = stateWith(odd, 0);
    expect(state.doc.lines).toBe(1);
    const inserted = state.update({ changes: { from: 0, insert: "x\r\ny\rz" } }).newDoc;
    expect(inserted.lines).toBe(2);
    expect(inserted.toString()).toBe(`x\r\ny\rz${odd}`);
  });
});

describe("selectionOf", () => {
  test("returns text, range and cursor", () => {
    expect(selectionOf(stateWith("ab\ncd", 4, 1))).toEqual({
      text: "b\nc",
      range: { start: { line: 0, character: 1 }, end: { line: 1, character: 1 } },
      cursor: { line: 0, character: 1 },
    });
    expect(selectionOf(stateWith("ab", 2))).toMatchObject({ text: "", cursor: { line: 0, character: 2 } });
  });
});

describe("linesToMention", () => {
  test("is undefined for an empty selection", () => expect(linesToMention(stateWith("ab\ncd", 1))).toBeUndefined());

  test("includes every touched line, for either direction of selection", () => {
    expect(linesToMention(stateWith("ab\ncd\nef", 1, 4))).toEqual({ start: 0, end: 1 });
    expect(linesToMention(stateWith("ab\ncd\nef", 4, 1))).toEqual({ start: 0, end: 1 });
  });

  test("leaves out a line if the selection ends at its start", () => {
    expect(linesToMention(stateWith("ab\ncd\nef", 0, 3))).toEqual({ start: 0, end: 0 });
    expect(linesToMention(stateWith("ab\n\nef", 2, 3))).toEqual({ start: 0, end: 0 });
    expect(linesToMention(stateWith("ab\n", 0, 3))).toEqual({ start: 0, end: 0 });
  });
});
