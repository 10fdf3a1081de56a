import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const variable = (name: string) => `var(--tandem-review-${name})`;
const dashes = "repeating-linear-gradient(var(--tandem-mark-changed) 0 4px, transparent 4px 6px)";

/** The styles of marks and their panel. You can override their variables and those of reviews. */
export const markTheme: Extension = EditorView.baseTheme({
  "&light": { "--tandem-mark-changed": "#0969da", "--tandem-mark-panel": "#f6f8fa", "--tandem-mark-border": "#d1d9e0" },
  "&dark": { "--tandem-mark-changed": "#4493f8", "--tandem-mark-panel": "#161b22", "--tandem-mark-border": "#30363d" },

  ".tandem-mark-gutter": { width: "12px" },
  ".tandem-mark-gutter .cm-gutterElement": { position: "relative" },
  ".tandem-mark": { position: "absolute", inset: "0", cursor: "pointer" },
  ".tandem-mark::before": { content: "''", position: "absolute", top: "0", bottom: "0", left: "4px", width: "3px" },
  ".tandem-mark:hover::before": { left: "3px", width: "6px" },
  ".tandem-mark-added::before": { backgroundColor: variable("added-gutter") },
  // Not only a different colour.
  ".tandem-mark-changed::before": { backgroundImage: dashes },
  ".tandem-mark-deleted::before": {
    top: "-5px",
    bottom: "auto",
    left: "3px",
    width: "0",
    borderTop: "5px solid transparent",
    borderBottom: "5px solid transparent",
    borderLeft: `7px solid ${variable("removed-gutter")}`,
    zIndex: "1",
  },
  ".tandem-mark-deleted:hover::before": { left: "3px", width: "0", borderLeftWidth: "9px" },
  ".tandem-mark-deleted.tandem-mark-below::before": { top: "auto", bottom: "-5px" },

  ".tandem-mark-line, .tandem-mark-line.cm-activeLine": { backgroundColor: variable("added-line") },
  ".tandem-mark-panel": { borderTop: "1px solid var(--tandem-mark-border)", cursor: "default" },
  ".tandem-mark-bar": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px",
    alignItems: "center",
    boxSizing: "border-box",
    padding: "4px 8px 4px 6px",
    font: "12px system-ui, sans-serif",
    whiteSpace: "normal",
    backgroundColor: "var(--tandem-mark-panel)",
  },
  ".tandem-mark-title": { marginRight: "6px" },
  ".tandem-mark-note": { marginLeft: "6px", fontStyle: "italic" },
  ".tandem-mark-button": {
    minWidth: "24px",
    height: "22px",
    padding: "0 7px",
    border: "1px solid var(--tandem-mark-border)",
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
  },
  ".tandem-mark-key": { marginLeft: "6px", fontSize: "11px", opacity: "0.8" },
  ".tandem-mark-button:hover": { backgroundColor: variable("button-hover") },
  ".tandem-mark-keep": { color: variable("button-text"), backgroundColor: variable("accept-button") },
  ".tandem-mark-keep:hover": { backgroundColor: variable("added-gutter") },
  ".tandem-mark-previous, .tandem-mark-next, .tandem-mark-close": { borderColor: "transparent", padding: "0 4px" },
});
