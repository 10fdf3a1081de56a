import { afterEach, expect, test, vi } from "vitest";
import { needs } from "./parts.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("doesn't skip tests whose part is installed", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "zsh");
  vi.stubEnv("CI", "true");
  expect(needs("fish").test).toBe(test);
});

test("skips tests whose part is missing, with a reason", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "fish,zsh");
  vi.stubEnv("CI", "");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(needs("git", "fish").test).not.toBe(test);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("fish is missing"));
});

test("throws for a missing part with CI=true", () => {
  vi.stubEnv("TANDEM_MISSING_PARTS", "fish");
  vi.stubEnv("CI", "true");
  expect(() => needs("fish")).toThrow(/fish is missing .* instead of a skip/);
});

test("throws for an unknown part", () => {
  expect(() => needs("fihs")).toThrow(/Unknown part "fihs"/);
});
