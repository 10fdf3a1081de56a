import { afterEach, describe, expect, test, vi } from "vitest";
import { keyLabel } from "./keys.js";

describe("keyLabel", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("elsewhere spells the keys out", () => {
    vi.stubGlobal("navigator", { platform: "Linux x86_64" });
    expect(["Alt-Shift-y", "Mod-Enter", "F7", "Shift-F7"].map(keyLabel)).toEqual([
      "Alt+Shift+Y",
      "Ctrl+Enter",
      "F7",
      "Shift+F7",
    ]);
  });

  test("on a Mac has its signs (a stand-in for the platform's name)", () => {
    vi.stubGlobal("navigator", { platform: "MacIntel" });
    expect(["Alt-Shift-y", "Mod-Enter", "Alt-k"].map(keyLabel)).toEqual(["⌥⇧Y", "⌘↩", "⌥K"]);
  });
});
