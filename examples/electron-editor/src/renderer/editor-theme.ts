/** The theme of editors: the system's colour scheme, and the nonce for the page's content security policy. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
const isDark = matchMedia("(prefers-color-scheme: dark)");

/** The colours are in style.css. */
const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)" },
    { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--code-string)" },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
    { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName], color: "var(--code-name)" },
    { tag: [tags.typeName, tags.className, tags.tagName], color: "var(--code-type)" },
    { tag: [tags.comment, tags.meta], color: "var(--code-comment)", fontStyle: "italic" },
    { tag: tags.heading, color: "var(--code-keyword)", fontWeight: "bold" },
  ]),
);

/** Returns the theme for every editor, including reviews. */
export function editorTheme(): Extension {
  const dark = isDark.matches;
  return [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlighting,
    EditorView.theme(
      {
        "&": { fontSize: "13px", color: "var(--text)", backgroundColor: "var(--page)" },
        "&.cm-focused": { outline: "none" },
        ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.55" },
        ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--page)", border: "none" },
        ".cm-cursor": { borderLeftColor: "var(--text)" },
        ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: dark ? "#ffffff0a" : "#0000000a" },
      },
      { dark },
    ),
  ];
}

/** Calls `changed` when the system switches between light and dark. */
export function onColourSchemeChanged(changed: () => void): void {
  isDark.addEventListener("change", changed);
}
