import { Text } from "@codemirror/state";
import { expect, test, vi } from "vitest";
import { KeptHunks } from "./kept-hunks.js";

const docOf = (text: string) => Text.of(text.split("\n"));

test("a short text is counted at once, and once", () => {
  const kept = new KeptHunks("a\nb\nc", () => {});
  const [one, two] = [docOf("A\nb\nC"), docOf("A\nb\nc")];
  const textOf = vi.fn(() => one.toString());
  expect([kept.count(one, textOf), kept.count(one, textOf)]).toEqual([2, 2]);
  expect(textOf).toHaveBeenCalledTimes(1);
  expect(kept.count(two, () => two.toString())).toBe(1);
});

test("a long text with many changes is counted when nobody types, and that is told", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const lines = (count: number, change: number) =>
      Array.from({ length: count }, (_, i) => (i % change === 0 ? `changed ${i}` : `line ${i}`)).join("\n");
    const told = vi.fn();
    const kept = new KeptHunks(lines(20_000, 1e9), told);
    const [one, two, three] = [docOf(lines(20_000, 40)), docOf(lines(20_000, 80)), docOf(lines(20_000, 100))];
    const of = (doc: Text) => kept.count(doc, () => doc.toString());
    const first = of(one);
    expect(first).toBeGreaterThan(400);
    expect([of(two), of(three)]).toEqual([first, first]);
    expect(told).not.toHaveBeenCalled();
    expect(kept.exactCount(two, () => two.toString())).toBe(249);
    expect(of(three)).toBe(249);
    vi.advanceTimersByTime(1000);
    expect(told).toHaveBeenCalledTimes(1);
    expect(of(three)).toBe(199);
    of(one);
    kept.close();
    vi.advanceTimersByTime(1000);
    expect(told).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test("a count that a decision asked for is told, too: the decision may fail, and then the label is still there", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const original = "line\n".repeat(3000);
    const [one, two] = [docOf(`new\n${original}last`), docOf(`new\n${original}`)];
    const told = vi.fn();
    const kept = new KeptHunks(original, told, { doc: one, kept: 2 });
    const textOf = vi.fn(() => two.toString());
    expect(kept.count(two, textOf)).toBe(2);
    expect(kept.exactCount(two, textOf)).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(told).toHaveBeenCalledTimes(1);
    expect(kept.count(two, textOf)).toBe(1);
    expect(textOf).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
