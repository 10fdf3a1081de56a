/** The package is small and complete, and doesn't contain dependencies that are bundled. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { packageVscode } from "../../scripts/package-vscode.mjs";
import { needs } from "../parts.js";
import { installedExtension } from "./build.mjs";

const { test } = needs("vscode");

test("the package has the bundles, texts and images, and nothing else", () => {
  const files = readdirSync(installedExtension, { recursive: true, encoding: "utf8" }).sort();
  expect(files.filter((name) => name.includes("node_modules"))).toEqual([]);
  expect(files.filter((name) => name.endsWith(".cjs"))).toEqual([
    "changes-part.cjs",
    "code-part.cjs",
    "discovery-part.cjs",
    "endpoint-part.cjs",
    "extension.cjs",
    "reviews-part.cjs",
  ]);
  for (const name of ["package.nls.json", "l10n/bundle.l10n.json", "media/icon.png", "media/walkthrough/review.md"])
    expect(files).toContain(name);
});

test("packaging shows no warnings, and the package is under 400 KB", async () => {
  const { bytes } = await packageVscode();
  console.log(`The package is ${Math.round(bytes / 1024)} KB`);
  expect(bytes).toBeLessThan(400 * 1024);
});

test("the activation bundle is small and contains no server", () => {
  const main = readFileSync(join(installedExtension, "extension.cjs"), "utf8");
  expect(main.length).toBeLessThan(60 * 1024);
  expect(main).not.toContain("Sec-WebSocket");
});

test("the texts for translators match the code", () => {
  const words: Record<string, string> = JSON.parse(
    readFileSync(join(installedExtension, "l10n/bundle.l10n.json"), "utf8"),
  );
  expect(Object.keys(words).length).toBeGreaterThan(40);
  expect(Object.keys(words)).toContain("Open Edits");
});
