/** What README says in figures and links is what is there. */
import { existsSync, readFileSync } from "node:fs";
import { listChecks } from "@tandem/conformance";
import { editorNotifications, requestMethods, toolNames } from "@tandem/protocol";
import { expect, test } from "vitest";

const page = new URL("../README.md", import.meta.url);
const text = readFileSync(page, "utf8");

test("the number of checks is that of the kit", () => {
  expect(text).toContain(`${listChecks().length} checks on the wire`);
});

test("the numbers of tools, notifications and requests are those of the protocol", () => {
  const ours = Object.keys(editorNotifications).filter((method) => !method.startsWith("notifications/"));
  expect([toolNames.length, ours.length, requestMethods.length]).toEqual([12, 4, 8]);
  expect(text).toContain("Twelve tools, four notifications, eight workspace requests");
});

test("its links lead somewhere", () => {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
});
