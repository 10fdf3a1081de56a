import { expect, test } from "vitest";
import {
  defaultSettings,
  needsRestart,
  parseLines,
  parseNumber,
  readSettings,
  whyNoFolder,
  whyNoTag,
} from "./settings.js";

test("what was saved is read, and what makes no sense is replaced by its default", () => {
  expect(readSettings(null)).toEqual(defaultSettings);
  expect(readSettings({ maxClients: 3, clients: "single", logLevel: "debug" })).toEqual({
    ...defaultSettings,
    maxClients: 3,
    clients: "single",
    logLevel: "debug",
  });
  expect(readSettings({ maxClients: -1, clients: "all", logBodies: "yes" })).toEqual(defaultSettings);
});

test("folders and tags that make no sense were read as none: now everything is kept back until they are set again", () => {
  expect(readSettings({ withheldTags: "private" })).toEqual({ ...defaultSettings, areRulesBroken: true });
  expect(readSettings({ withheldFolders: [1] }).areRulesBroken).toBe(true);
  expect(readSettings({ withheldFolders: null }).areRulesBroken).toBe(true);
});

test("a number that was typed is one, or the reason why it is none", () => {
  expect(parseNumber("maxClients", " 12 ")).toBe(12);
  for (const typed of ["", "0", "1.5", "ten", "101"]) expect(parseNumber("maxClients", typed)).toMatch(/1 to 100/);
});

test("lines without empty ones and repeats", () => {
  expect(parseLines(" a \n\nb\na")).toEqual(["a", "b"]);
});

test("tags and folders are refused in words", () => {
  for (const tag of ["private", "#private/diary", "größe", "2026-plans"]) expect(whyNoTag(tag)).toBeUndefined();
  for (const tag of ["two words", "2026", "#", "a,b", "/"]) expect(whyNoTag(tag)).toContain(tag);
  for (const folder of ["Journal", "a/b c", "x..y"]) expect(whyNoFolder(folder)).toBeUndefined();
  for (const folder of ["../up", "..\\up", "C:/vault", "~/notes", "/", "."])
    expect(whyNoFolder(folder)).toContain(folder);
});

test("only what an endpoint takes at its start restarts it", () => {
  expect(needsRestart(defaultSettings, { ...defaultSettings, maxClients: 2 })).toBe(true);
  expect(needsRestart(defaultSettings, { ...defaultSettings, withheldTags: ["x"], logLevel: "debug" })).toBe(false);
});
