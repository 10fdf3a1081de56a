/**
 * A DOM for Node, like that of Obsidian's window. Imported first, because CodeMirror checks its environment when loaded.
 * Timers return numbers, as in a browser, so calling `unref` on them fails here too.
 */
import { JSDOM } from "jsdom";

export const dom = new JSDOM("<!DOCTYPE html><html><body class='theme-light'></body></html>", {
  url: "https://emulated-obsidian.test/",
  pretendToBeVisual: true,
});

const { window } = dom;

for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis) && !name.startsWith("_"))
    Object.defineProperty(globalThis, name, { get: () => Reflect.get(window, name), configurable: true });
for (const name of ["navigator", "Event", "CustomEvent", "EventTarget", "MessageEvent"])
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
Object.defineProperty(globalThis, "window", { value: globalThis, configurable: true });
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent", "getComputedStyle"]) {
  const method = Reflect.get(window, name);
  Object.defineProperty(globalThis, name, { value: method.bind(window), configurable: true });
}

const { setTimeout: after, setInterval: every } = globalThis;
Object.assign(globalThis, {
  setTimeout: (...args: Parameters<typeof after>) => Number(after(...args)),
  setInterval: (...args: Parameters<typeof every>) => Number(every(...args)),
});

/** Nothing has a size here. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
const noRectangle = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) };
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
Object.assign(window, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
Object.assign(window.Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => noRectangle });
Object.assign(window.HTMLElement.prototype, { scrollIntoView() {}, onWindowMigrated: () => () => {} });
const noMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
Object.assign(window, { matchMedia: noMedia });
Object.assign(globalThis, { matchMedia: noMedia });
