import { expect, test } from "vitest";
import { Freshness } from "./freshness.js";

function timed() {
  let now = 10_000;
  return { freshness: new Freshness(() => now), pass: (ms: number) => (now += ms) };
}

test("a document that nobody touched is as its tools have said", () => {
  expect(timed().freshness.waitFor("a", "typescript")).toBe(0);
});

test("after a change the tools are waited for, and after their word a moment for the rest of it", () => {
  const { freshness, pass } = timed();
  freshness.changed("a");
  expect(freshness.waitFor("a", "typescript")).toBe(10_000);
  pass(200);
  freshness.diagnosed("a");
  expect(freshness.waitFor("a", "typescript")).toBe(150);
  pass(100);
  freshness.diagnosed("a");
  expect(freshness.waitFor("a", "typescript")).toBe(150);
  pass(150);
  expect(freshness.waitFor("a", "typescript")).toBe(0);
});

test("a change after their word counts anew, and in another document not at all", () => {
  const { freshness, pass } = timed();
  freshness.changed("a");
  freshness.diagnosed("a");
  pass(1_000);
  freshness.changed("a");
  expect(freshness.waitFor("a", "typescript")).toBe(10_000);
  expect(freshness.waitFor("b", "typescript")).toBe(0);
});

test("tools that say nothing are not waited for without an end", () => {
  const { freshness, pass } = timed();
  freshness.changed("a");
  pass(10_000);
  expect(freshness.waitFor("a", "typescript")).toBe(0);
  freshness.changed("a");
  freshness.forget("a");
  expect(freshness.waitFor("a", "typescript")).toBe(0);
});

test("plain text has no tools, until one has spoken about some", () => {
  const { freshness } = timed();
  freshness.changed("a");
  expect(freshness.waitFor("a", "plaintext")).toBe(500);
  freshness.diagnosed("b", "plaintext");
  expect(freshness.waitFor("a", "plaintext")).toBe(10_000);
});
