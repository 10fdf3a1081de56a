/** Checks a page with axe-core. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns what axe-core finds in these elements of the page, or in all of it, one line for each element. */
export async function barriers(page: Page, selector = "html"): Promise<string[]> {
  // Not as a script element, which the page's policy would forbid.
  await page.evaluate(source);
  return await page.evaluate(async (selected) => {
    const { axe: tool } = window as unknown as { axe: typeof axe };
    const { violations } = await tool.run(selected, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(" ")}: ${html.slice(0, 160)}`),
    );
  }, selector);
}
