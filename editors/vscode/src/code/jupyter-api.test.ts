import { expect, test } from "vitest";
import { toCodeOutput } from "./jupyter-api.js";

const item = (mime: string, text: string) => ({ mime, data: Buffer.from(text) });

test("prefers an image over text", () => {
  const png = Buffer.from("not really a picture").toString("base64");
  expect(toCodeOutput({ items: [item("text/plain", "<Figure>"), item("image/png", "not really a picture")] })).toEqual([
    { type: "image", png },
  ]);
  expect(toCodeOutput({ items: [item("text/html", "<b>46</b>"), item("text/plain", "46")] })).toEqual([
    { type: "text", text: "46" },
  ]);
  expect(toCodeOutput({ items: [item("application/vnd.code.notebook.stdout", "hello\n")] })).toEqual([
    { type: "text", text: "hello\n" },
  ]);
});

test("includes the stack of an error", () => {
  const error = { name: "ZeroDivisionError", message: "division by zero", stack: "line 1\nZeroDivisionError" };
  const kind = "application/vnd.code.notebook.error";
  expect(toCodeOutput({ items: [item(kind, JSON.stringify(error))] })).toEqual([{ type: "text", text: error.stack }]);
  expect(toCodeOutput({ items: [item(kind, JSON.stringify({ ...error, stack: "" }))] })).toEqual([
    { type: "text", text: "ZeroDivisionError: division by zero" },
  ]);
});

test("leaves out unknown formats", () => {
  expect(toCodeOutput({ items: [item("application/x-unknown", "?")] })).toEqual([]);
});
