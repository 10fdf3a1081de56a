import { expect, test } from "vitest";
import { chooseOutput } from "./output-choice.js";

test("an image comes first, then Markdown, then text; HTML is never shown", () => {
  const html = "<script>alert(1)</script>";
  expect(chooseOutput({ "image/png": "iVBO\nRw==\n", "text/plain": "<Figure>", "text/html": html })).toEqual({
    shown: { kind: "image", source: "data:image/png;base64,iVBORw==", words: "<Figure>" },
    hidesHtml: false,
  });
  expect(chooseOutput({ "text/html": html, "text/plain": "table", "text/markdown": "*m*" })).toEqual({
    shown: { kind: "markdown", text: "*m*" },
    hidesHtml: true,
  });
  expect(chooseOutput({ "text/html": html })).toEqual({ shown: { kind: "none", words: "" }, hidesHtml: true });
});

test("what is no base64 is no image, and a drawing is one that cannot break out of its address", () => {
  expect(chooseOutput({ "image/png": '" onerror="alert(1)', "text/plain": "p" }).shown).toEqual({
    kind: "text",
    text: "p",
  });
  const { shown } = chooseOutput({ "image/svg+xml": '<svg onload="alert(1)"/>\ud800' });
  expect(shown.kind === "image" && shown.source).toMatch(/^data:image\/svg\+xml;charset=utf-8,[\w%.'()~!*-]+$/);
});

test("what nobody here can show is named", () => {
  expect(chooseOutput({ "application/vnd.x+json": {} }).shown).toEqual({
    kind: "none",
    words: "application/vnd.x+json cannot be shown here",
  });
});
