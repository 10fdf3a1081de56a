import { expect, test } from "vitest";
import { WrittenDocuments } from "./written-documents.js";

const uri = "file:///a.ts";
const dirty = { uri, isDirty: true };
const clean = { uri, isDirty: false };

test("saving typed text counts as a write by the user", () => {
  const documents = new WrittenDocuments();
  documents.changed(dirty);
  documents.saving(dirty);
  documents.changed(clean);
  expect(documents.saved({ uri })).toBe(true);
});

test("Ctrl+S without unsaved changes doesn't count as a write by the user, even after typing and undoing", () => {
  const documents = new WrittenDocuments();
  documents.saving(clean);
  expect(documents.saved({ uri })).toBe(false);
  documents.changed(dirty);
  documents.changed(clean);
  documents.saving(clean);
  expect(documents.saved({ uri })).toBe(false);
});

test("a formatter that changes the document during a save writes the user's text", () => {
  const documents = new WrittenDocuments();
  documents.saving(clean);
  documents.changed(dirty);
  documents.changed(clean);
  expect(documents.saved({ uri })).toBe(true);
});

test("a document that was closed without saving was not written", () => {
  const documents = new WrittenDocuments();
  documents.changed(dirty);
  documents.closed({ uri });
  expect(documents.saved({ uri })).toBe(false);
});
