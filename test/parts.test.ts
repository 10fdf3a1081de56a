import { afterEach, expect, test, vi } from "vitest";
import { needs } from "./parts.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a part that is there skips nothing", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "zsh");
  vi.stubEnv("CI", "true");
  expect(needs("fish").test).toBe(test);
});

test("a missing part skips, with its reason", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "fish,zsh");
  vi.stubEnv("CI", "");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(needs("git", "fish").test).not.toBe(test);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("fish is missing"));
});

test("under CI=true a missing part is an error", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "fish");
  vi.stubEnv("CI", "true");
  expect(() => needs("fish")).toThrow(/fish is missing .* not a skip/);
});

test("a part that is not in the table is a mistake in the test", () => {
  expect(() => needs("fihs")).toThrow(/"fihs" is not in the table/);
});
