/** Uses computed styles to check what is visible on a page. */
import type { Page } from "playwright-core";

export interface Contrast {
  readonly text: string;
  readonly where: string;
  readonly ratio: number;
}

/** The contrast of every visible text with its background, once for each pair of colours. */
export function contrasts(page: Page): Promise<Contrast[]> {
  return page.evaluate(() => {
    // Finish transitions first.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    type Colour = readonly [number, number, number, number];
    // Paint the colour, because that supports every notation, including light-dark().
    const parse = (colour: string): Colour => {
      if (!canvas) return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
      r * a + R * (1 - a),
      g * a + G * (1 - a),
      b * a + B * (1 - a),
      1,
    ];
    const backgroundOf = (element: Element): Colour => {
      const layers: Colour[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        layers.push(colour);
        if (colour[3] === 1) break;
      }
      return layers.reduceRight<Colour>((behind, layer) => over(layer, behind), [255, 255, 255, 1]);
    };
    const luminance = (colour: Colour) => {
      const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const top = document.querySelector("dialog[open]") ?? document.body;
    const found = new Map<string, { text: string; where: string; ratio: number }>();
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      // Disabled elements are exempt (WCAG 1.4.3).
      if (element.closest(":disabled, [aria-disabled=true], .visually-hidden")) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.bottom < 0 || box.top > innerHeight) continue;
      const behind = backgroundOf(element);
      let opacity = 1;
      for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      const [r, g, b, a] = parse(getComputedStyle(element).color);
      const front = over([r, g, b, a * opacity], behind);
      const [light = 0, dark = 0] = [luminance(front), luminance(behind)].sort((x, y) => y - x);
      const ratio = Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100;
      const key = `${front.map(Math.round)} ${behind.map(Math.round)}`;
      if (!found.has(key))
        found.set(key, { text: text.slice(0, 40), where: element.className || element.tagName, ratio });
    }
    return [...found.values()];
  });
}

export interface FocusStop {
  readonly what: string;
  readonly isVisible: boolean;
}

/** Presses Tab repeatedly, and checks that each stop shows the focus with an outline or a caret. */
export async function focusStops(page: Page, count: number): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let step = 0; step < count; step++) {
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // A list shows the focus on its active entry.
      const entry = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(entry ?? element);
      const hasLine = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      const hasCaret = element.matches(".cm-content, input, textarea");
      return { what: element.getAttribute("aria-label") ?? element.className, isVisible: hasLine || hasCaret };
    });
    if (stop && !stops.some(({ what }) => what === stop.what)) stops.push(stop);
    // In an editor Tab indents, unless Escape was pressed before.
    if (await page.evaluate(() => document.activeElement?.matches(".cm-content"))) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
  }
  return stops;
}
