/** How the texts of a review look: by the variables of the theme that Obsidian has. */
import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";

type Highlighter = Parameters<typeof syntaxHighlighting>[0];

/** Kinds of text that styles.css has colours for, by the names that grammars give them. */
const kinds = /^(heading|strong|emphasis|link|url|meta|punctuation|comment|string|keyword|monospace|quote)/;

/** Gives texts classes and no colours, so that those come from Obsidian's theme. */
const classes: Highlighter = {
  style(tags) {
    const names = tags.flatMap(({ set }) => set.map((tag) => kinds.exec(String(tag))?.[0]));
    const found = [...new Set(names)].filter((name) => name !== undefined).map((name) => `tandem-${name}`);
    return found.length > 0 ? found.join(" ") : null;
  },
};

const theme = {
  "&": { color: "var(--text-normal)", backgroundColor: "var(--background-primary)" },
  ".cm-scroller": { fontFamily: "var(--font-monospace)", fontSize: "var(--font-smaller)" },
  ".cm-content": { caretColor: "var(--caret-color, var(--text-normal))" },
  ".cm-gutters": {
    color: "var(--text-faint)",
    backgroundColor: "var(--background-primary)",
    borderRight: "1px solid var(--background-modifier-border)",
  },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--caret-color, var(--text-normal))" },
  ".cm-collapsedLines": {
    backgroundColor: "var(--background-secondary) !important",
    color: "var(--text-muted) !important",
  },
};

const light = EditorView.theme(theme);
const dark = EditorView.theme(theme, { dark: true });

/** For the window that the element is in: notes may have popped out. */
export function lookOf({ ownerDocument }: HTMLElement): Extension {
  const isDark = ownerDocument.body.classList.contains("theme-dark");
  return [isDark ? dark : light, lineNumbers(), EditorView.lineWrapping, syntaxHighlighting(classes)];
}
