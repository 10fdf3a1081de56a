import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hangingRules } from "./hanging-indent.js";

/** The colours in light and dark editors, defined as variables on the editor. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  "removed-line": ["#ffebe9", "#f8514926"],
  "removed-text": ["#ffc1ba", "#f851495e"],
  "removed-accepted": ["#ffebe966", "#f8514910"],
  "removed-gutter": ["#d1242f", "#f85149"],
  "added-line": ["#e3f9e7", "#2ea04326"],
  "added-text": ["#a6ecb4", "#2ea0436e"],
  "added-accepted": ["#e3f9e766", "#2ea04310"],
  "added-gutter": ["#1a7f37", "#3fb950"],
  "own-line": ["#8250df", "#a371f7"],
  spacer: ["#00000012", "#ffffff14"],
  "folded-text": ["#57606a", "#9aa4af"],
  folded: ["#f3f5f7", "#ffffff0d"],
  comment: ["#eef2f8", "#1c2330"],
  "comment-text": ["#1f2328", "#e6edf3"],
  "comment-field": ["#ffffff", "#0d1117"],
  "comment-edge": ["#6b7a90", "#7d8590"],
  "button-text": ["#fff", "#0d1117"],
  "accept-button": ["#1a7f37", "#3fb950"],
  "reject-button": ["#cf222e", "#ff7b72"],
  "button-hover": ["#00000014", "#ffffff1f"],
  "current-button": ["#1f2328", "#f0f6fc"],
};

const variables = (scheme: 0 | 1) =>
  Object.fromEntries(Object.entries(colours).map(([name, pair]) => [`--tandem-review-${name}`, pair[scheme]]));
const colour = (name: string) => `var(--tandem-review-${name})`;

/** The look of a review in light and dark editors. The host's own theme can override it. */
export const reviewTheme: Extension = EditorView.baseTheme({
  "&light": variables(0),
  "&dark": variables(1),
  "&.tandem-review-side-by-side": { height: "auto !important", flex: "1 0 auto" },
  "&.tandem-review-side-by-side > .cm-scroller": {
    height: "auto !important",
    flex: "1 0 auto",
    alignItems: "stretch !important",
    overflowY: "visible !important",
  },
  "&.tandem-review-unified": { height: "100%" },

  "&.tandem-review-base .cm-changedLine, & .cm-deletedChunk": { backgroundColor: colour("removed-line") },
  "&.tandem-review-result .cm-changedLine": { backgroundColor: colour("added-line") },
  "&.tandem-review-base .cm-changedText, & .cm-deletedText": { backgroundColor: colour("removed-text") },
  "&.tandem-review-result .cm-changedText": { backgroundColor: colour("added-text") },

  // Accepted changes stay visible but less prominent.
  "&.tandem-review-base .cm-changedLine.tandem-accepted, & .cm-deletedChunk.tandem-accepted": {
    backgroundColor: colour("removed-accepted"),
  },
  "&.tandem-review-result .cm-changedLine.tandem-accepted": { backgroundColor: colour("added-accepted") },
  ".cm-deletedChunk.tandem-accepted .cm-deletedText": { backgroundColor: "transparent !important" },
  ".cm-deletedChunk.tandem-accepted .cm-deletedLine": { opacity: "0.7" },

  ".cm-deletedChunk": { userSelect: "text" },
  ".cm-deletedLine": { display: "block", padding: "0 2px 0 6px", textDecoration: "none", whiteSpace: "pre" },
  ".cm-lineWrapping .cm-deletedLine": { whiteSpace: "break-spaces", overflowWrap: "anywhere" },
  ...hangingRules,
  ".tandem-deleted-note": { display: "inline-block", padding: "0 6px", fontStyle: "italic", opacity: "0.75" },

  ".tandem-coarse-note": {
    padding: "2px 6px",
    font: "13px system-ui, sans-serif",
    color: colour("folded-text"),
    backgroundColor: colour("folded"),
  },

  ".tandem-old-numbers .cm-gutterElement": {
    padding: "0 3px 0 5px",
    minWidth: "20px",
    textAlign: "right",
    whiteSpace: "nowrap",
  },
  // An application without line numbers gets none here.
  ".cm-gutters:not(:has(> .cm-lineNumbers)) > .tandem-old-numbers": { display: "none !important" },
  ".tandem-own-gutter": { width: "14px" },
  ".tandem-own-gutter .cm-gutterElement": { textAlign: "center", color: colour("own-line") },

  ".cm-changeGutter": { width: "3px" },
  "&.tandem-review-base .cm-changedLineGutter, & .cm-deletedLineGutter": { backgroundColor: colour("removed-gutter") },
  "&.tandem-review-result .cm-changedLineGutter": { backgroundColor: colour("added-gutter") },
  "&.tandem-review-result .cm-changedLineGutter.tandem-own-line": { backgroundColor: colour("own-line") },
  ".tandem-rejectedLineGutter": { borderLeft: `3px dotted ${colour("folded-text")}` },
  ".cm-gutterElement.tandem-accepted": { opacity: "0.35" },

  "& .cm-mergeSpacer": {
    backgroundImage: `repeating-linear-gradient(-45deg, ${colour("spacer")} 0 1px, transparent 1px 6px)`,
  },

  ".cm-collapsedLines": {
    display: "block",
    width: "100%",
    minHeight: "24px",
    margin: "0",
    padding: "3px 6px",
    border: "0",
    borderRadius: "0",
    font: "inherit",
    textAlign: "left",
    cursor: "pointer",
    fontStyle: "italic",
    color: colour("folded-text"),
    backgroundColor: colour("folded"),
  },
  ".cm-collapsedLines:hover": { textDecoration: "underline" },
  ".cm-collapsedLines:focus-visible": { outline: `2px solid ${colour("current-button")}`, outlineOffset: "-2px" },

  ".tandem-comment": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 8px",
    alignItems: "center",
    boxSizing: "border-box",
    // In a text without line wrapping, the whole width is that of the longest line.
    maxWidth: "min(100%, 28em)",
    padding: "4px 8px",
    borderLeft: `3px solid ${colour("comment-edge")}`,
    color: colour("comment-text"),
    backgroundColor: colour("comment"),
    font: "13px system-ui, sans-serif",
    whiteSpace: "normal",
  },
  ".tandem-comment-text": { flex: "1 1 auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  ".tandem-comment-field": {
    flex: "1 1 100%",
    minWidth: "0",
    boxSizing: "border-box",
    padding: "4px 6px",
    font: "inherit",
    color: "inherit",
    backgroundColor: colour("comment-field"),
    border: `1px solid ${colour("comment-edge")}`,
    borderRadius: "4px",
    resize: "vertical",
    fieldSizing: "content",
  },
  ".tandem-comment-button": {
    minHeight: "24px",
    padding: "2px 9px",
    font: "inherit",
    color: "inherit",
    backgroundColor: colour("comment-field"),
    border: `1px solid ${colour("comment-edge")}`,
    borderRadius: "4px",
    cursor: "pointer",
  },

  // Beside each other, because several hunks may start at the same line.
  ".tandem-hunk-gutter .cm-gutterElement": { display: "flex", gap: "8px", padding: "0 4px" },
  ".tandem-hunk-buttons": { display: "flex", gap: "8px" },
  // Large enough for a finger, so they are higher than a line. There is at least one line between two hunks.
  ".tandem-hunk-button": {
    width: "24px",
    height: "24px",
    lineHeight: "24px",
    margin: "0",
    padding: "0",
    border: "0",
    borderRadius: "3px",
    font: "inherit",
    fontSize: "0.9em",
    fontWeight: "bold",
    textAlign: "center",
    cursor: "pointer",
    opacity: "0.75",
    color: colour("button-text"),
  },
  ".tandem-hunk-current .tandem-hunk-button, .tandem-hunk-button:hover": { opacity: "1" },
  ".tandem-hunk-accept, .tandem-hunk-keep": { backgroundColor: colour("accept-button") },
  ".tandem-hunk-reject, .tandem-hunk-undo": { backgroundColor: colour("reject-button") },
  ".tandem-hunk-take-back": { backgroundColor: "transparent" },
  ".tandem-accepted .tandem-hunk-take-back": { color: colour("accept-button") },
  ".tandem-rejected .tandem-hunk-take-back": { color: colour("reject-button") },
  ".tandem-hunk-take-back:hover": { backgroundColor: colour("button-hover") },
  ".tandem-hunk-current .tandem-hunk-button": { outline: `1px solid ${colour("current-button")}` },

  // Without backgrounds, lines and characters keep their marks as borders and lines.
  "@media (forced-colors: active)": {
    ".cm-changedLineGutter": { borderLeft: "3px solid CanvasText" },
    ".cm-changedLineGutter.tandem-own-line": { borderLeft: "3px dotted CanvasText" },
    ".cm-changedLineGutter.tandem-removed, .cm-deletedLineGutter": { borderLeft: "3px double CanvasText" },
    ".cm-changedText": { textDecoration: "underline" },
    ".cm-changedText.tandem-removed, .cm-deletedText": { textDecoration: "line-through" },
    ".tandem-hunk-button, .cm-collapsedLines": { border: "1px solid ButtonText" },
    ".tandem-hunk-current .tandem-hunk-button": { outline: "2px solid Highlight" },
  },
});
