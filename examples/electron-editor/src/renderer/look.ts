/** How editors look here: colours by the system's choice, and the nonce that the page's policy wants. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
const isDark = matchMedia("(prefers-color-scheme: dark)");

interface Colours {
  readonly keyword: string;
  readonly text: string;
  readonly number: string;
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

function highlighting({ keyword, text, number, name, type, comment }: Colours): Extension {
  return syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: keyword },
      { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: text },
      { tag: [tags.number, tags.bool, tags.null, tags.atom], color: number },
      { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName], color: name },
      { tag: [tags.typeName, tags.className, tags.tagName], color: type },
      { tag: [tags.comment, tags.meta], color: comment, fontStyle: "italic" },
      { tag: tags.heading, color: keyword, fontWeight: "bold" },
    ]),
  );
}

const schemes = {
  light: highlighting({
    keyword: "#8250df",
    text: "#0a6847",
    number: "#0550ae",
    name: "#1d4ed8",
    type: "#953800",
    comment: "#667085",
  }),
  dark: highlighting({
    keyword: "#bb9af7",
    text: "#9ece6a",
    number: "#ff9e64",
    name: "#7aa2f7",
    type: "#2ac3de",
    comment: "#7a859c",
  }),
};

/** For every editor, those of reviews too. */
export function look(): Extension {
  const dark = isDark.matches;
  return [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    dark ? schemes.dark : schemes.light,
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

/** Calls `changed` when the system goes from light to dark, or back. */
export function onLookChanged(changed: () => void): void {
  isDark.addEventListener("change", changed);
}
