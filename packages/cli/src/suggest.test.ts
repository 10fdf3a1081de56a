import { toolNames } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { nearest } from "./suggest.js";

test.each([
  ["openFil", "openFile"],
  ["opendiff", "openDiff"],
  ["getopeneditor", "getOpenEditors"],
  ["closeTab", "close_tab"],
  ["frobnicate", undefined],
  ["x", undefined],
])("%s is meant to be %s", (word, expected) => {
  expect(nearest(word, toolNames)).toBe(expected);
});
