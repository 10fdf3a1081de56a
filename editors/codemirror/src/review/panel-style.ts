/** How the bar of a review looks. Each colour is a variable that the application may set on any element around it. */
import { StyleModule } from "style-mod";

const colours = {
  bar: ["#f6f8fa", "#161b22"],
  text: ["#1f2328", "#e6edf3"],
  muted: ["#59636e", "#9198a1"],
  border: ["#d1d9e0", "#30363d"],
  button: ["#ffffff", "#21262d"],
  accept: ["#1a7f37", "#238636"],
  "accept-text": ["#ffffff", "#ffffff"],
  notice: ["#9a6700", "#d29922"],
} as const;

const own = (name: keyof typeof colours) => `var(--tandem-${name}-now)`;

/** The variables that the rules use: the application's, or else ours for light or dark. */
function variables(scheme: 0 | 1): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, pair]) => [`--tandem-${name}-now`, `var(--tandem-${name}, ${pair[scheme]})`]),
  );
}

export const panelStyle = new StyleModule({
  ".tandem-review": {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: "0",
    minWidth: "0",
    ...variables(0),
  },
  ".tandem-review.tandem-dark": variables(1),
  ".tandem-review-texts": { flex: "1 1 0", minHeight: "0", minWidth: "0", overflow: "hidden" },
  ".tandem-review-bar": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    alignItems: "center",
    padding: "6px 10px",
    font: "13px system-ui, sans-serif",
    color: own("text"),
    background: own("bar"),
    borderBottom: `1px solid ${own("border")}`,
  },
  ".tandem-review-title, .tandem-review-tools": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 6px",
    alignItems: "center",
    minWidth: "0",
  },
  ".tandem-review-title": { flex: "1 1 auto", gap: "4px 8px" },
  ".tandem-review-name": { overflowWrap: "anywhere" },
  ".tandem-review-client, .tandem-review-count": { color: own("muted") },
  ".tandem-review-count": { margin: "0 4px", minWidth: "7.5em", textAlign: "center" },
  ".tandem-review-tag": {
    padding: "0 6px",
    border: `1px solid ${own("border")}`,
    borderRadius: "9px",
    fontSize: "12px",
  },
  ".tandem-review-notice": { color: own("notice"), fontWeight: "600" },
  ".tandem-review-button": {
    height: "auto",
    padding: "3px 9px",
    font: "inherit",
    color: own("text"),
    background: own("button"),
    border: `1px solid ${own("border")}`,
    borderRadius: "5px",
    boxShadow: "none",
    cursor: "pointer",
    whiteSpace: "nowrap",
  },
  ".tandem-review-button:hover:enabled": { borderColor: own("muted") },
  ".tandem-review-button:focus-visible": { outline: `2px solid ${own("accept")}`, outlineOffset: "1px" },
  ".tandem-review-button:disabled": { opacity: "0.5", cursor: "default" },
  ".tandem-review-button[data-tandem=accept]": {
    color: own("accept-text"),
    background: own("accept"),
    borderColor: own("accept"),
  },
  ".tandem-review-key": {
    font: "inherit",
    fontSize: "11px",
    color: "inherit",
    background: "none",
    border: "0",
    padding: "0",
    boxShadow: "none",
    opacity: "0.7",
  },
});
