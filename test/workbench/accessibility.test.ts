/** The page for screen readers, through the browser's accessibility tree, and its contrast and visible focus. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually, startSession, type UserSession } from "./user-session.js";
import { contrasts, focusStops } from "./visible-style.js";

const { describe, test } = needsChromium();

interface Node {
  readonly role: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The browser's current accessibility tree. */
async function accessibilityTree(page: Page): Promise<Node[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => ({
      role: String(node.role?.value),
      name: String(node.name?.value ?? "").trim(),
      properties: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
    }));
}

const interactive =
  /^(button|tab|treeitem|textbox|combobox|switch|menuitem|option|searchbox|checkbox|link|dialog|tree|tablist|listbox|menu|separator|slider|splitter)$/;

async function expectNames(page: Page, where: string): Promise<Node[]> {
  const nodes = await accessibilityTree(page);
  const nameless = nodes.filter(({ role, name }) => interactive.test(role) && name === "");
  expect(nameless, where).toEqual([]);
  return nodes;
}

describe("The page with assistive technology in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Shows files, a split, a review and banners: most parts of the page. */
  async function busySession(colorScheme: "light" | "dark"): Promise<UserSession> {
    const user = await startSession(browser, {
      files: { ".env": "SECRET=1\n", "b.ts": "const answer: number = 42; // why\nfunction f() { return 'x'; }\n" },
      browser: { colorScheme, viewport: { width: 1400, height: 900 } },
    });
    const client = await user.client();
    await user.open("b.ts");
    await user.page.locator(".cm-line span[class]").first().waitFor();
    await user.open("a.txt");
    await user.press("Control+Alt+\\");
    await user.page.getByTestId("group-1").waitFor();
    await user.row(".env").dblclick();
    await user.banner("hidden from Claude").waitFor();
    const file = user.path("b.ts");
    void client
      .call("openDiff", {
        old_file_path: file,
        new_file_path: file,
        new_file_contents: "const a = 1;\n",
        tab_name: "p",
      })
      .catch(() => {});
    await user.page.locator('[data-testid="tab"][data-review]').waitFor();
    return user;
  }

  test("gives every interactive element a name, and has all landmarks", async () => {
    const user = await busySession("light");
    const nodes = await expectNames(user.page, "the page");
    const roles = new Set(nodes.map(({ role }) => role));
    for (const role of ["banner", "main", "complementary", "contentinfo", "tree", "tablist", "tabpanel", "status"])
      expect(roles, role).toContain(role);
    expect(nodes.find(({ role, name }) => role === "treeitem" && name.startsWith(".env"))?.name).toContain(
      "hidden from Claude",
    );
    const selected = nodes.filter(({ role, properties }) => role === "tab" && properties.selected === true);
    expect(selected.length).toBe(2);
    await user.driver.reviewTab("p").click();
    await user.page.getByTestId("review-accept").waitFor();
    await expectNames(user.page, "a review");
    await user.open("a.txt");
    await user.press("Control+f");
    await user.page.locator(".cm-search").waitFor();
    await expectNames(user.page, "the search panel");
    await user.press("Escape", "Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    await user.press("Shift+F10");
    await user.page.getByTestId("menu").waitFor();
    await expectNames(user.page, "the menu");
  });

  test("has modal dialogs with names that restore the focus", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    for (const [key, name] of [
      ["Control+p", "Go to file"],
      ["F1", "Commands"],
      ["Alt+Shift+H", "Hidden files"],
      ["Shift+F1", "Keyboard shortcuts"],
      ["Control+Alt+n", "New file"],
    ] as const) {
      await user.press(key);
      const dialog = user.page.getByRole("dialog", { name });
      await dialog.waitFor();
      expect(await dialog.evaluate((element) => element.matches(":modal")), name).toBe(true);
      const nodes = await expectNames(user.page, name);
      // The page under the dialog is inert.
      expect(nodes.filter(({ role }) => role === "tree" || role === "treeitem")).toEqual([]);
      for (let step = 0; step < 4; step++) await user.press("Tab");
      const isOutside = () =>
        user.page.evaluate(
          () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
        );
      expect(await isOutside(), name).toBe(false);
      await user.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await eventually(() => user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    }
  });

  test("shows toasts in an existing live region, and conflict banners as alerts", async () => {
    const user = await startSession(browser);
    const region = user.page.getByTestId("toasts");
    expect(await region.getAttribute("aria-live")).toBe("polite");
    await user.open("a.txt");
    await user.press("Alt+k");
    await region.getByTestId("toast").waitFor();
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.isDirty("a.txt", true);
    user.write("a.txt", "theirs\n");
    await user.page.getByRole("alert").filter({ hasText: "has changed on disk" }).waitFor();
  });

  test("names the tree's active row, with its level and position", async () => {
    const user = await startSession(browser, { files: { "src/x.ts": "" } });
    await user.press("Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    // Wait for the rows that the keys move to.
    await user.row("src").waitFor();
    await user.press("Home", "ArrowDown", "ArrowRight");
    await user.row("src/x.ts").waitFor();
    await user.press("ArrowDown");
    const at = () =>
      user.page.evaluate(() => {
        const id = document.activeElement?.getAttribute("aria-activedescendant") ?? "";
        const row = document.getElementById(id);
        return ["aria-label", "aria-level", "aria-posinset", "aria-setsize"].map((name) => row?.getAttribute(name));
      });
    await eventually(at).toEqual(["x.ts", "3", "1", "1"]);
  });

  for (const scheme of ["light", "dark"] as const)
    test(`text has a contrast of at least 4.5 in ${scheme}`, async () => {
      const user = await busySession(scheme);
      await user.driver.reviewTab("p").click();
      await user.page.getByTestId("review-accept").waitFor();
      const low = async () => (await contrasts(user.page)).filter(({ ratio }) => ratio < 4.5);
      await expect.poll(async () => (await contrasts(user.page)).length).toBeGreaterThan(30);
      expect(await low(), "page").toEqual([]);
      await user.open("b.ts");
      expect(await low(), "code").toEqual([]);
      await user.press("Control+p");
      await user.page.keyboard.type("b");
      await user.page.getByTestId("quick-row").first().waitFor();
      expect(await low(), "quick open").toEqual([]);
      await user.press("Escape", "Alt+Shift+H");
      await user.page.locator(".rules").first().waitFor();
      expect(await low(), "privacy").toEqual([]);
      await user.press("Escape", "Shift+F1");
      await user.page.getByTestId("keyboard-dialog").waitFor();
      expect(await low(), "keys").toEqual([]);
    });

  test("shows the focus at every tab stop", async () => {
    const user = await busySession("light");
    await user.page.getByRole("button", { name: /Toggle sidebar/ }).focus();
    await user.press("Tab");
    const stops = await focusStops(user.page, 25);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});
