import { afterEach, describe, expect, test, vi } from "vitest";
import { keyLabel } from "./keys.js";

describe("keyLabel", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("spells the keys out on other systems", () => {
    vi.stubGlobal("navigator", { platform: "Linux x86_64" });
    expect(["Alt-Shift-y", "Mod-Enter", "F7", "Shift-F7"].map(keyLabel)).toEqual([
      "Alt+Shift+Y",
      "Ctrl+Enter",
      "F7",
      "Shift+F7",
    ]);
  });

  test("uses symbols on a Mac (a stand-in for the platform's name)", () => {
    vi.stubGlobal("navigator", { platform: "MacIntel" });
    expect(["Alt-Shift-y", "Mod-Enter", "Alt-k"].map(keyLabel)).toEqual(["⌥⇧Y", "⌘↩", "⌥K"]);
  });
});
