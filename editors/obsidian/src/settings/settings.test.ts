import { expect, test } from "vitest";
import {
  defaultSettings,
  folderError,
  needsRestart,
  parseLines,
  parseNumber,
  readSettings,
  tagError,
} from "./settings.js";

test("reads saved settings, and replaces invalid values by defaults", () => {
  expect(readSettings(null)).toEqual(defaultSettings);
  expect(readSettings({ maxClients: 3, clients: "single", logLevel: "debug", recordChanges: false })).toEqual({
    ...defaultSettings,
    recordChanges: false,
    maxClients: 3,
    clients: "single",
    logLevel: "debug",
  });
  expect(readSettings({ maxClients: -1, clients: "all", logBodies: "yes", recordChanges: 0 })).toEqual(defaultSettings);
});

test("invalid folders and tags hide everything until they are set again", () => {
  expect(readSettings({ hiddenTags: "private" })).toEqual({ ...defaultSettings, areRulesBroken: true });
  expect(readSettings({ hiddenFolders: [1] }).areRulesBroken).toBe(true);
  expect(readSettings({ hiddenFolders: null }).areRulesBroken).toBe(true);
});

test("folders and tags saved by an earlier version stay hidden", () => {
  const saved = { withheldFolders: ["Journal"], withheldTags: ["private"] };
  expect(readSettings(saved)).toEqual({ ...defaultSettings, hiddenFolders: ["Journal"], hiddenTags: ["private"] });
  expect(readSettings({ withheldTags: "private" }).areRulesBroken).toBe(true);
  expect(readSettings({ ...saved, hiddenFolders: [] }).hiddenFolders).toEqual([]);
});

test("parses a typed number or returns an error", () => {
  expect(parseNumber("maxClients", " 12 ")).toBe(12);
  for (const typed of ["", "0", "1.5", "ten", "101"]) expect(parseNumber("maxClients", typed)).toMatch(/1 to 100/);
});

test("drops empty lines and duplicates", () => {
  expect(parseLines(" a \n\nb\na")).toEqual(["a", "b"]);
});

test("explains invalid tags and folders", () => {
  for (const tag of ["private", "#private/diary", "größe", "2026-plans"]) expect(tagError(tag)).toBeUndefined();
  for (const tag of ["two words", "2026", "#", "a,b", "/"]) expect(tagError(tag)).toContain(tag);
  for (const folder of ["Journal", "a/b c", "x..y"]) expect(folderError(folder)).toBeUndefined();
  for (const folder of ["../up", "..\\up", "C:/vault", "~/notes", "/", "."])
    expect(folderError(folder)).toContain(folder);
});

test("restarts the endpoint only for settings that need it", () => {
  expect(needsRestart(defaultSettings, { ...defaultSettings, maxClients: 2 })).toBe(true);
  expect(needsRestart(defaultSettings, { ...defaultSettings, hiddenTags: ["x"], logLevel: "debug" })).toBe(false);
});
