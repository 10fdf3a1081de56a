import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import { diagnoses } from "./index.js";

const folder = new URL("./", import.meta.url);
const tests = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => new URL(name, folder)),
  new URL("../../../../test/doctor.test.ts", import.meta.url),
].map((file) => readFileSync(file, "utf8"));
const page = readFileSync(new URL("../../../../docs/doctor.md", import.meta.url), "utf8");

describe.each(Object.keys(diagnoses))("%s", (id) => {
  test("has a test that sets up its fault", () => {
    const name = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
    expect(tests.some((text) => name.test(text))).toBe(true);
  });

  test("is explained in docs/doctor.md", () => {
    expect(page).toContain(`\`${id}\``);
  });
});
