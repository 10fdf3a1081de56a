/** The figures and links in README are correct. */
import { existsSync, readFileSync } from "node:fs";
import { listChecks } from "@tandem-ide/conformance";
import { editorNotifications, requestMethods, toolNames } from "@tandem-ide/protocol";
import { expect, test } from "vitest";

const page = new URL("../README.md", import.meta.url);
const text = readFileSync(page, "utf8");
/** The page without its line breaks. */
const flowing = text.replace(/\s+/g, " ");

test("the number of checks is that of the kit", () => {
  expect(flowing).toContain(`${listChecks().length} wire-level checks`);
});

test("the numbers of tools, notifications and requests are those of the protocol", () => {
  const ours = Object.keys(editorNotifications).filter((method) => !method.startsWith("notifications/"));
  expect([toolNames.length, ours.length, requestMethods.length]).toEqual([12, 4, 8]);
  expect(flowing).toContain("Twelve tools, four notifications, eight workspace requests");
});

test("its links lead somewhere", () => {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
});
