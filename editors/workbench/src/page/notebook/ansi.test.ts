import { expect, test } from "vitest";
import { ansiPieces } from "./ansi.js";

const esc = "\u001b";

test("colours and bold become classes, and no code is left", () => {
  expect(ansiPieces(`a ${esc}[1;31mred${esc}[0m b${esc}[94mblue${esc}[39m`)).toEqual([
    { text: "a ", classes: "" },
    { text: "red", classes: "ansi-1 ansi-bold" },
    { text: " b", classes: "" },
    { text: "blue", classes: "ansi-4" },
  ]);
});

test("colours of 256 and of millions are read over, so that the codes behind them count", () => {
  expect(ansiPieces(`${esc}[38;5;28;1mx${esc}[0m${esc}[38;2;1;2;3mz${esc}[48;5;4m!`)).toEqual([
    { text: "x", classes: "ansi-bold" },
    { text: "z!", classes: "" },
  ]);
});

test("links, cursor movements and a code that is cut off leave nothing behind but text", () => {
  expect(ansiPieces(`${esc}]8;;https://example.com${esc}\\link${esc}[2K${esc}[3`)).toEqual([
    { text: `link${esc}[3`, classes: "" },
  ]);
});
