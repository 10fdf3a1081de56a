import { expect, test } from "vitest";
import { readPreferences } from "./preferences.js";

function storageWith(entries: Record<string, string>) {
  const stored = new Map(Object.entries(entries));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

test("restores stored preferences", () => {
  const storage = storageWith({ "tandem.theme": '"dark"', "tandem.splitRatio": "0.3" });
  const { theme, splitRatio } = readPreferences(storage);
  expect([theme.value, splitRatio.value]).toEqual(["dark", 0.3]);
  theme.value = "light";
  expect(storage.stored.get("tandem.theme")).toBe('"light"');
});

test("uses the default for an invalid value", () => {
  const storage = storageWith({ "tandem.theme": '"pink"', "tandem.splitRatio": "7", "tandem.isSidebarOpen": "{" });
  const { theme, splitRatio, isSidebarOpen } = readPreferences(storage);
  expect([theme.value, splitRatio.value, isSidebarOpen.value]).toEqual(["system", 0.5, true]);
});

test("works in a browser that forbids storage", () => {
  const forbid = () => {
    throw new Error("forbidden");
  };
  const { theme } = readPreferences({ getItem: forbid, setItem: forbid });
  theme.value = "dark";
  expect(theme.value).toBe("dark");
});
