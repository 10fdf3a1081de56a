import { expect, test } from "vitest";
import { budgets, laterBudgets, timeLines } from "../scripts/suite-times.mjs";

const minute = 60_000;
const sum = (table: Readonly<Record<string, number>>) => Object.values(table).reduce((all, each) => all + each, 0);

test("names a project that is over its budget, and the files that wait longest first", () => {
  const lines = timeLines([
    { project: "unit", file: "a.test.ts", start: 0, end: 30_000, cpuMs: 29_000 },
    { project: "browser", file: "b.test.ts", start: 0, end: 2 * minute, cpuMs: minute },
    { project: "browser", file: "c.test.ts", start: minute, end: 60 * minute, cpuMs: minute },
  ]);
  // It shared its half minute with one other file.
  expect(lines.find((line) => line.startsWith("unit"))).toMatch(/0\.3 min .* 0\.0 min$/);
  expect(lines.find((line) => line.startsWith("browser"))).toMatch(/59\.8 min .*over its budget$/);
  const files = lines.slice(lines.findIndex((line) => line.startsWith("Files that wait")) + 1);
  expect(files.map((line) => line.split(" ")[0])).toEqual(["c.test.ts", "b.test.ts", "a.test.ts"]);
});

test("the shares of projects that run at the same time add up to the time of the run", () => {
  const lines = timeLines(
    [
      { project: "unit", file: "a.test.ts", start: minute, end: 3 * minute, cpuMs: 0 },
      { project: "browser", file: "b.test.ts", start: minute, end: 2 * minute, cpuMs: 0 },
      { project: "browser", file: "c.test.ts", start: 2 * minute, end: 5 * minute, cpuMs: 0 },
    ],
    0,
  );
  const shares = lines.slice(1, 5).map((line) => line.split(/ {2,}/).slice(0, 2));
  expect(shares).toEqual([
    ["preparation", "1.0 min"],
    ["unit", "1.0 min"],
    ["browser", "3.0 min"],
    ["all", "5.0 min"],
  ]);
});

test("the budgets are 16 minutes, and 20 with what comes later", () => {
  expect(sum(budgets)).toBe(16);
  expect(sum(budgets) + sum(laterBudgets)).toBe(20);
});

test("prints nothing when no file ran", () => {
  expect(timeLines([])).toEqual([]);
});
