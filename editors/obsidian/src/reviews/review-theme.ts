/** The editor theme of a review, with the variables of Obsidian's theme. */
import { markdown } from "@codemirror/lang-markdown";
import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";

type Highlighter = Parameters<typeof syntaxHighlighting>[0];

/** The highlighting tags that styles.css has colours for. */
const kinds = /^(heading|strong|emphasis|link|url|meta|punctuation|comment|string|keyword|monospace|quote)/;

/** Adds classes instead of colours, which come from Obsidian's theme. */
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

/** Returns the language and the theme for the text of a review or a change. */
export function textExtensions(parent: HTMLElement, path: string): Extension {
  const isNote = /\.(md|markdown)$/i.test(path);
  return [reviewTheme(parent), isNote ? markdown({ completeHTMLTags: false }) : []];
}

/** Returns the theme for the element's window, which may be a pop-out. */
export function reviewTheme({ ownerDocument }: HTMLElement): Extension {
  const isDark = ownerDocument.body.classList.contains("theme-dark");
  return [isDark ? dark : light, lineNumbers(), EditorView.lineWrapping, syntaxHighlighting(classes)];
}
