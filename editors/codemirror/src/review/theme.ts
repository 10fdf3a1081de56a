import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** How a review looks in light and dark editors. A host's own theme has the last word. */
export const reviewTheme: Extension = EditorView.baseTheme({
  "&.tandem-review-side-by-side": { height: "auto !important", flex: "1 0 auto" },
  "&.tandem-review-side-by-side > .cm-scroller": {
    height: "auto !important",
    flex: "1 0 auto",
    alignItems: "stretch !important",
    overflowY: "visible !important",
  },
  "&.tandem-review-unified": { height: "100%" },

  "&light.tandem-review-base .cm-changedLine, &light .cm-deletedChunk": { backgroundColor: "#ffebe9" },
  "&dark.tandem-review-base .cm-changedLine, &dark .cm-deletedChunk": { backgroundColor: "#f8514926" },
  "&light.tandem-review-result .cm-changedLine": { backgroundColor: "#e3f9e7" },
  "&dark.tandem-review-result .cm-changedLine": { backgroundColor: "#2ea04326" },
  "&light.tandem-review-base .cm-changedText, &light .cm-deletedText": { backgroundColor: "#ffc1ba" },
  "&dark.tandem-review-base .cm-changedText, &dark .cm-deletedText": { backgroundColor: "#f851495e" },
  "&light.tandem-review-result .cm-changedText": { backgroundColor: "#a6ecb4" },
  "&dark.tandem-review-result .cm-changedText": { backgroundColor: "#2ea0436e" },

  // What is accepted stays to be seen, and does not call for the eye.
  "&light.tandem-review-base .cm-changedLine.tandem-accepted, &light .cm-deletedChunk.tandem-accepted": {
    backgroundColor: "#ffebe966",
  },
  "&dark.tandem-review-base .cm-changedLine.tandem-accepted, &dark .cm-deletedChunk.tandem-accepted": {
    backgroundColor: "#f8514910",
  },
  "&light.tandem-review-result .cm-changedLine.tandem-accepted": { backgroundColor: "#e3f9e766" },
  "&dark.tandem-review-result .cm-changedLine.tandem-accepted": { backgroundColor: "#2ea04310" },
  ".cm-deletedChunk.tandem-accepted .cm-deletedText": { backgroundColor: "transparent !important" },
  ".cm-deletedChunk.tandem-accepted .cm-deletedLine": { opacity: "0.7" },

  ".cm-deletedChunk": { userSelect: "text" },
  ".cm-deletedLine": { display: "block", padding: "0 2px 0 6px", textDecoration: "none", whiteSpace: "pre" },
  ".cm-lineWrapping .cm-deletedLine": { whiteSpace: "break-spaces", overflowWrap: "anywhere" },
  ".tandem-deleted-note": { display: "inline-block", padding: "0 6px", fontStyle: "italic", opacity: "0.75" },

  ".cm-changeGutter": { width: "3px" },
  "&light.tandem-review-base .cm-changedLineGutter, &light .cm-deletedLineGutter": { backgroundColor: "#d1242f" },
  "&dark.tandem-review-base .cm-changedLineGutter, &dark .cm-deletedLineGutter": { backgroundColor: "#f85149" },
  "&light.tandem-review-result .cm-changedLineGutter": { backgroundColor: "#1a7f37" },
  "&dark.tandem-review-result .cm-changedLineGutter": { backgroundColor: "#3fb950" },

  ".cm-gutterElement.tandem-accepted": { opacity: "0.35" },

  "&light .cm-mergeSpacer": {
    backgroundImage: "repeating-linear-gradient(-45deg, #00000012 0 1px, transparent 1px 6px)",
  },
  "&dark .cm-mergeSpacer": {
    backgroundImage: "repeating-linear-gradient(-45deg, #ffffff14 0 1px, transparent 1px 6px)",
  },

  ".cm-collapsedLines": { padding: "3px 6px", cursor: "pointer", fontStyle: "italic" },
  "&light .cm-collapsedLines": { color: "#57606a", backgroundColor: "#f3f5f7" },
  "&dark .cm-collapsedLines": { color: "#9aa4af", backgroundColor: "#ffffff0d" },
  ".cm-collapsedLines:hover": { textDecoration: "underline" },

  ".tandem-hunk-gutter .cm-gutterElement": { padding: "0 3px", overflow: "hidden" },
  ".tandem-hunk-buttons": { display: "flex", gap: "3px" },
  ".tandem-hunk-button": {
    width: "1.35em",
    height: "1.35em",
    lineHeight: "1.35em",
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
  },
  ".tandem-hunk-current .tandem-hunk-button, .tandem-hunk-button:hover": { opacity: "1" },
  "&light .tandem-hunk-button": { color: "#fff" },
  "&light .tandem-hunk-accept": { backgroundColor: "#1a7f37" },
  "&light .tandem-hunk-reject": { backgroundColor: "#cf222e" },
  "&dark .tandem-hunk-button": { color: "#0d1117" },
  "&dark .tandem-hunk-accept": { backgroundColor: "#3fb950" },
  "&dark .tandem-hunk-reject": { backgroundColor: "#ff7b72" },
  "&light .tandem-hunk-take-back, &dark .tandem-hunk-take-back": { backgroundColor: "transparent" },
  "&light .tandem-accepted .tandem-hunk-take-back": { color: "#1a7f37" },
  "&light .tandem-rejected .tandem-hunk-take-back": { color: "#cf222e" },
  "&dark .tandem-accepted .tandem-hunk-take-back": { color: "#3fb950" },
  "&dark .tandem-rejected .tandem-hunk-take-back": { color: "#ff7b72" },
  "&light .tandem-hunk-take-back:hover": { backgroundColor: "#00000014" },
  "&dark .tandem-hunk-take-back:hover": { backgroundColor: "#ffffff1f" },
  "&light .tandem-hunk-current .tandem-hunk-button": { outline: "1px solid #1f2328" },
  "&dark .tandem-hunk-current .tandem-hunk-button": { outline: "1px solid #f0f6fc" },
});
