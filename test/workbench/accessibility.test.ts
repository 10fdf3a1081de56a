/** The page as a screen reader gets it, by the browser's own accessibility tree; contrast and focus as eyes get them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { contrasts, focusStops } from "./looks.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

interface Node {
  readonly role: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What assistive programs are told of the page now. */
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

describe("The page for assistive programs, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Files, a split, a review, banners, marks: most of what there is to see. */
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
    await user.banner("Claude does not see").waitFor();
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

  test("everything that can be pressed or typed in has a name, and the landmarks are there", async () => {
    const user = await busySession("light");
    const nodes = await expectNames(user.page, "the page");
    const roles = new Set(nodes.map(({ role }) => role));
    for (const role of ["banner", "main", "complementary", "contentinfo", "tree", "tablist", "tabpanel", "status"])
      expect(roles, role).toContain(role);
    expect(nodes.find(({ role, name }) => role === "treeitem" && name.startsWith(".env"))?.name).toContain(
      "Claude does not see it",
    );
    const selected = nodes.filter(({ role, properties }) => role === "tab" && properties.selected === true);
    expect(selected.length).toBe(2);
    await user.hand.reviewTab("p").click();
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

  test("dialogs are modal, named, and give the keyboard back", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    for (const [key, name] of [
      ["Control+p", "Go to file"],
      ["F1", "Commands"],
      ["Alt+Shift+H", "What Claude does not see"],
      ["Shift+F1", "Keyboard shortcuts"],
      ["Control+Alt+n", "New file"],
    ] as const) {
      await user.press(key);
      const dialog = user.page.getByRole("dialog", { name });
      await dialog.waitFor();
      expect(await dialog.evaluate((element) => element.matches(":modal")), name).toBe(true);
      const nodes = await expectNames(user.page, name);
      // What lies under it is out of reach.
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

  test("toasts are said by a live region that was there before them; banners of a conflict are alerts", async () => {
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
    await user.page.getByRole("alert").filter({ hasText: "was changed on disk" }).waitFor();
  });

  test("the tree names the row that the keyboard is at, with its level and place", async () => {
    const user = await startSession(browser, { files: { "src/x.ts": "" } });
    await user.press("Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    // The keys mean a row, so it must be there.
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
      await user.hand.reviewTab("p").click();
      await user.page.getByTestId("review-accept").waitFor();
      const low = async () => (await contrasts(user.page)).filter(({ ratio }) => ratio < 4.5);
      const all = await contrasts(user.page);
      expect(all.length).toBeGreaterThan(30);
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

  test("every stop of the Tab key shows that it has the keyboard", async () => {
    const user = await busySession("light");
    await user.page.getByRole("button", { name: /Show or hide the files/ }).focus();
    await user.press("Tab");
    const stops = await focusStops(user.page, 25);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});
