/** The parts of the benchmarks that compute and draw. Nothing is measured here; `npm run bench` does that. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawn, merge, redraw } from "../bench/document.mjs";
import { limits } from "../bench/limits.mjs";
import { limitValueOf, plot } from "../bench/plot.mjs";
import { growth, median, quantile, takeTurns } from "../bench/statistics.mjs";
import { subjects } from "../bench/subjects.mjs";
import { inUnit, markdownTables, type Row, resultOf, rowForTerminal, summary } from "../bench/table.mjs";

const row = (more: Partial<Row> = {}): Row => ({
  id: "round-trip-p50",
  subject: "round-trip",
  what: "a <call>",
  unit: "µs",
  ours: 120,
  floor: 100,
  floorIs: "echo",
  ...more,
});

const { floor: _floor, ...withoutFloor } = row({ subject: "connect" });

describe("statistics", () => {
  test("returns samples as quantiles", () => {
    expect(quantile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([])).toBeUndefined();
  });

  test("returns the exponent of growth", () => {
    const xs = [1, 2, 5, 10];
    expect(
      growth(
        xs,
        xs.map((x) => 7 * x),
      ),
    ).toBeCloseTo(1);
    expect(
      growth(
        xs,
        xs.map((x) => 3 * x * x),
      ),
    ).toBeCloseTo(2);
    expect(
      growth(
        xs,
        xs.map(() => 4),
      ),
    ).toBeCloseTo(0);
  });

  test("alternates between contenders and ignores warm-up rounds", async () => {
    const order: string[] = [];
    const contender = (name: string, sample: number | number[]) => async () => {
      order.push(name);
      return sample;
    };
    const samples = await takeTurns({ a: contender("a", 1), b: contender("b", [2, 3]) }, { rounds: 2, warm: 1 });
    expect(order.join("")).toBe("ababab");
    expect(samples).toEqual({ a: [1, 1], b: [2, 3, 2, 3] });
  });
});

describe("the table", () => {
  test.each([
    [0, "ms", "0 ms"],
    [1.234, "ms", "1.23 ms"],
    [12.34, "", "12.3"],
    [123.4, "µs", "123 µs"],
    [12_345.6, "/s", "12,346 /s"],
  ])("formats %d %s as %s", (value, unit, words) => expect(inUnit(value, unit)).toBe(words));

  test.each([
    [{}, { ratio: 1.2 }, "holds"],
    [{}, { ratio: 1.19 }, "missed"],
    [{ low: 1, high: 1.3 }, { ratio: 1.25 }, "unsure"],
    [{ low: 1.26, high: 1.3 }, { ratio: 1.25 }, "missed"],
    [{}, { minRatio: 1.3 }, "missed"],
    [{}, { minRatio: 1.1 }, "holds"],
    [{}, { value: 120 }, "holds"],
    [{}, { value: 119 }, "missed"],
    [{ ours: Number.NaN }, { value: 119 }, "missed"],
  ] as const)("%o under %o: %s", (more, limit, expected) => expect(resultOf(row(more), limit)).toBe(expected));

  test("a row without a limit has no result", () => expect(resultOf(row({ id: "nobody-promised" }))).toBe("none"));

  test("the check fails differently for a missed limit and for an uncertain one", () => {
    const missed = row({ ours: 1000 });
    const unsure = row({ low: 1, high: 2 });
    expect(summary([row()])).toEqual({ lines: ["1 of 1 promises hold"], exitCode: 0 });
    expect(summary([row(), missed, unsure])).toMatchObject({ exitCode: 1 });
    expect(summary([row(), missed]).lines[0]).toContain("missed: a <call>");
    expect(summary([unsure]).exitCode).toBe(2);
  });

  test("is formatted for terminals and Markdown", () => {
    expect(rowForTerminal(row())).toBe("✓ a <call>\n    120 µs; beside 100 µs (echo); ratio 1.20; at most 1.3 ×");
    const tables = markdownTables([row(), row({ subject: "connect", id: "connect" })], subjects);
    expect(tables.match(/^### .*/gm)).toEqual(["### A tool call", "### Connecting"]);
    expect(tables).toContain("| a <call> | 120 µs | 100 µs (echo) | 1.20 |  | at most 1.3 × ✓ |");
  });

  test("every stored row belongs to a subject and has a unique id", () => {
    const { rows }: { rows: Row[] } = JSON.parse(readFileSync("bench/results.json", "utf8"));
    const names = new Set(subjects.map(({ name }) => name));
    expect(rows.filter(({ subject }) => !names.has(subject))).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.some(({ id }) => id in limits)).toBe(true);
  });
});

describe("plots", () => {
  test("are SVG with bars, a limit and escaped texts", () => {
    const svg = plot("A & B", [row({ alternative: 300, alternativeIs: "SDK" })]);
    expect(svg.match(/<rect class="(\w+)"/g)).toEqual([
      '<rect class="ours"',
      '<rect class="floor"',
      '<rect class="alternative"',
    ]);
    expect(svg.match(/<line class="promise"/g)).toHaveLength(1);
    expect(svg).toContain("a &#60;call&#62;");
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("the limit of a ratio uses the scale of the floor", () => {
    expect(limitValueOf(row(), { ratio: 1.5 })).toBe(150);
    expect(limitValueOf(row(), { value: 7 })).toBe(7);
    expect(limitValueOf(row({ id: "nobody-promised" }))).toBeUndefined();
  });

  test("draws a row of zeros", () => {
    expect(plot("zero", [row({ id: "x", ours: 0, floor: 0 })])).not.toMatch(/NaN|Infinity/);
  });
});

describe("the page", () => {
  test("a new run replaces only the rows of its subjects, in the order of the subjects", () => {
    const [a, b, c] = [
      row({ subject: "round-trip" }),
      row({ subject: "connect" }),
      row({ subject: "connect", ours: 1 }),
    ];
    expect(merge([b, a], [c])).toEqual([a, c]);
  });

  test("is updated between its markers", () => {
    const page = "before\n<!-- tables begins -->\nold\n<!-- tables ends -->\nafter";
    const once = redraw(page, "tables", "new");
    expect(once).toBe("before\n<!-- tables begins -->\n\nnew\n\n<!-- tables ends -->\nafter");
    expect(redraw(once, "tables", "new")).toBe(once);
    expect(() => redraw("no markers", "tables", "new")).toThrow("needs the markers");
  });

  test("plots only rows with a comparison, and every plot of the page exists", () => {
    expect(drawn([row(), withoutFloor]).map(({ name }) => name)).toEqual(["round-trip"]);
    const page = readFileSync("docs/performance.md", "utf8");
    const images = [...page.matchAll(/\((images\/performance\/[^)]+)\)/g)].map(([, path]) => `docs/${path}`);
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((path) => !existsSync(path))).toEqual([]);
  });
});
