import { basename } from "node:path";
import { expect, test } from "vitest";
import { describeNotification } from "./describe-notification.js";

const at = (line: number, character: number) => ({ line, character });

test.each([
  ["at_mentioned", { filePath: "/w/a.ts" }, "at_mentioned @a.ts"],
  ["at_mentioned", { filePath: "/w/a.ts", lineStart: 4, lineEnd: 6 }, "at_mentioned @a.ts#L5-7"],
  ["at_mentioned", { filePath: "/w/a.ts", lineStart: 4, lineEnd: 4 }, "at_mentioned @a.ts#L5"],
  [
    "selection_changed",
    { filePath: "/w/a.ts", text: "x\ny", selection: { start: at(0, 0), end: at(1, 1), isEmpty: false } },
    'selection_changed a.ts 1:1-2:2 "x\\ny"',
  ],
  [
    "selection_changed",
    { filePath: "/w/a.ts", text: "", selection: { start: at(2, 3), end: at(2, 3), isEmpty: true } },
    "selection_changed a.ts 3:4",
  ],
  [
    "selection_changed",
    { text: "", selection: { start: at(0, 0), end: at(0, 0), isEmpty: true } },
    "selection_changed no file",
  ],
  ["at_mentioned", { filePath: null }, 'at_mentioned {"filePath":null}'],
  ["something/else", undefined, "something/else"],
  // Every object has these members, so a lookup in a plain object would find them.
  ["__proto__", { a: 1 }, '__proto__ {"a":1}'],
  ["constructor", undefined, "constructor"],
  ["hasOwnProperty", { a: 1 }, 'hasOwnProperty {"a":1}'],
  ["evil\u001b[2J", { a: "\u001b[2J" }, 'evil^[[2J {"a":"\\u001b[2J"}'],
])("%s %j", (method, params, expected) => {
  expect(describeNotification(method, params, (path) => basename(path))).toBe(expected);
});
