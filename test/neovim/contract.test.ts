/** The contract test in a real Neovim. */
import { testEditor } from "@tandem-ide/conformance";
import { afterAll, describe } from "vitest";
import { needs } from "../parts.js";
import { launchNeovim } from "./launch.js";

const { test } = needs("neovim");

testEditor({
  name: "Neovim",
  launch: launchNeovim,
  // A review that the user closes is rejected after five seconds.
  patienceMs: 15_000,
  cannot: { reopenWindow: "Neovim ends with its window" },
  describe,
  test,
  afterAll,
});
