/** The contract test in a real Neovim. */
import { testEditor } from "@tandem/conformance";
import { afterAll, describe } from "vitest";
import { needs } from "../parts.js";
import { launchNeovim } from "./launch.js";

const { test } = needs("neovim");

testEditor({ name: "Neovim", launch: launchNeovim, describe, test, afterAll });
