import { expect, test } from "vitest";
import { ansiPieces } from "./ansi.js";

const esc = "\u001b";

test("converts colours and bold text to classes", () => {
  expect(ansiPieces(`a ${esc}[1;31mred${esc}[0m b${esc}[94mblue${esc}[39m`)).toEqual([
    { text: "a ", classes: "" },
    { text: "red", classes: "ansi-1 ansi-bold" },
    { text: " b", classes: "" },
    { text: "blue", classes: "ansi-4" },
  ]);
});

test("skips 256-colour and true-colour codes", () => {
  expect(ansiPieces(`${esc}[38;5;28;1mx${esc}[0m${esc}[38;2;1;2;3mz${esc}[48;5;4m!`)).toEqual([
    { text: "x", classes: "ansi-bold" },
    { text: "z!", classes: "" },
  ]);
});

test("removes links, cursor movements and incomplete codes", () => {
  expect(ansiPieces(`${esc}]8;;https://example.com${esc}\\link${esc}[2K${esc}[3`)).toEqual([
    { text: `link${esc}[3`, classes: "" },
  ]);
});
