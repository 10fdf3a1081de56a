/** The style of squiggles and tooltips. Severities differ in shape, not only in colour. */
import { EditorView } from "@codemirror/view";

const underline = (style: string, colour: string) => ({
  backgroundImage: "none",
  paddingBottom: "0",
  textDecoration: `underline ${style} ${colour}`,
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
});

export const languageTheme = EditorView.theme({
  ".cm-lintRange-error": underline("wavy 1.5px", "var(--danger)"),
  ".cm-lintRange-warning": underline("dashed 1.5px", "var(--warning)"),
  ".cm-lintRange-info": underline("dotted 2px", "var(--accent)"),
  ".cm-lintRange-hint": underline("dotted 1px", "var(--muted)"),
  ".cm-lintRange-active": { backgroundColor: "transparent" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", padding: "4px 8px" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--danger)" },
  ".cm-diagnostic-warning": { borderLeft: "4px dashed var(--warning)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeft: "4px dotted var(--accent)" },
  ".cm-tooltip .cm-lsp-documentation, .cm-tooltip.cursor-tooltip": {
    maxWidth: "min(640px, 80vw)",
    maxHeight: "320px",
    overflow: "auto",
    padding: "4px 10px",
    font: "13px var(--ui)",
  },
  ".cm-lsp-documentation pre, .cm-lsp-documentation code": { fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
  ".cm-lsp-documentation a[href]": { color: "var(--accent)" },
  ".cursor-problem": { whiteSpace: "pre-wrap" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--selected)", color: "var(--text)" },
  ".cm-completionDetail": { color: "var(--muted)" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)" },
});
