/** The contract test in a real Neovim. */
import { testEditor } from "@tandem/conformance";
import { afterAll, describe } from "vitest";
import { needs } from "../parts.js";
import { launchNeovim } from "./launch.js";

const { test } = needs("neovim");

// Neovim ends with its window.
testEditor({ name: "Neovim", launch: launchNeovim, cannot: ["reopenWindow"], describe, test, afterAll });
