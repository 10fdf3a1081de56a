import type { Signal } from "@preact/signals";

/** The smallest width for two texts side by side. */
const sideBySideWidth = 900;

/** Keeps `isWide` up to date: whether an element has room for two texts side by side. Returns a function that stops it. */
export function watchWidth(element: HTMLElement, isWide: Signal<boolean>): () => void {
  const observer = new ResizeObserver(([entry]) => {
    // Ignore a hidden pane, whose width is 0.
    if (entry && entry.contentRect.width > 0) isWide.value = entry.contentRect.width >= sideBySideWidth;
  });
  observer.observe(element);
  return () => observer.disconnect();
}
