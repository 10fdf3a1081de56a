import { expect, test } from "vitest";
import { chooseOutput } from "./output-choice.js";

test("prefers images, then Markdown, then text, and never shows HTML", () => {
  const html = "<script>alert(1)</script>";
  expect(chooseOutput({ "image/png": "iVBO\nRw==\n", "text/plain": "<Figure>", "text/html": html })).toEqual({
    shown: { kind: "image", source: "data:image/png;base64,iVBORw==", label: "<Figure>" },
    hidesHtml: false,
  });
  expect(chooseOutput({ "text/html": html, "text/plain": "table", "text/markdown": "*m*" })).toEqual({
    shown: { kind: "markdown", text: "*m*" },
    hidesHtml: true,
  });
  expect(chooseOutput({ "text/html": html })).toEqual({ shown: { kind: "none", label: "" }, hidesHtml: true });
});

test("rejects invalid base64, and encodes SVG in its data URL", () => {
  expect(chooseOutput({ "image/png": '" onerror="alert(1)', "text/plain": "p" }).shown).toEqual({
    kind: "text",
    text: "p",
  });
  const { shown } = chooseOutput({ "image/svg+xml": '<svg onload="alert(1)"/>\ud800' });
  expect(shown.kind === "image" && shown.source).toMatch(/^data:image\/svg\+xml;charset=utf-8,[\w%.'()~!*-]+$/);
});

test("names types that can't be shown", () => {
  expect(chooseOutput({ "application/vnd.x+json": {} }).shown).toEqual({
    kind: "none",
    label: "Can't show output of type application/vnd.x+json",
  });
});
