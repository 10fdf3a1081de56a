import { expect, test } from "vitest";
import { Freshness } from "./freshness.js";

function timed() {
  let now = 10_000;
  return { freshness: new Freshness(() => now), pass: (ms: number) => (now += ms) };
}

test("diagnostics of an unchanged document are up to date", () => {
  expect(timed().freshness.waitFor("a", "typescript")).toBe(0);
});

test("waits for diagnostics after a change, and a moment longer for the rest of them", () => {
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

test("starts again after another change, but not for another document", () => {
  const { freshness, pass } = timed();
  freshness.changed("a");
  freshness.diagnosed("a");
  pass(1_000);
  freshness.changed("a");
  expect(freshness.waitFor("a", "typescript")).toBe(10_000);
  expect(freshness.waitFor("b", "typescript")).toBe(0);
});

test("does not wait forever for diagnostics", () => {
  const { freshness, pass } = timed();
  freshness.changed("a");
  pass(10_000);
  expect(freshness.waitFor("a", "typescript")).toBe(0);
  freshness.changed("a");
  freshness.forget("a");
  expect(freshness.waitFor("a", "typescript")).toBe(0);
});

test("doesn't wait for plain text until it has had diagnostics", () => {
  const { freshness } = timed();
  freshness.changed("a");
  expect(freshness.waitFor("a", "plaintext")).toBe(500);
  freshness.diagnosed("b", "plaintext");
  expect(freshness.waitFor("a", "plaintext")).toBe(10_000);
});
