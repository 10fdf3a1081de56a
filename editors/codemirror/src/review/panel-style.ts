/** The style of a review's bar. The application can set each colour as a variable on any element around it. */
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { StyleModule } from "style-mod";

/** For light and dark editors. */
const colours = {
  background: ["#ffffff", "#0d1117"],
  bar: ["#f6f8fa", "#161b22"],
  text: ["#1f2328", "#e6edf3"],
  muted: ["#59636e", "#9198a1"],
  border: ["#d1d9e0", "#30363d"],
  button: ["#ffffff", "#21262d"],
  accept: ["#1a7f37", "#238636"],
  "accept-text": ["#ffffff", "#ffffff"],
  notice: ["#9a6700", "#d29922"],
  added: ["#1a7f37", "#3fb950"],
  removed: ["#d1242f", "#f85149"],
} as const;

export const colour = (name: keyof typeof colours) => `var(--tandem-${name}-now)`;

/** Defines the variables that the rules use: the application's colours or the default ones. */
export function colourVariables(scheme: "light" | "dark"): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, [light, dark]]) => [
      `--tandem-${name}-now`,
      `var(--tandem-${name}, ${scheme === "light" ? light : dark})`,
    ]),
  );
}

/** Mounts a style where an editor is, and marks the element as dark if the editor's theme is. */
export function applyTheme(
  element: HTMLElement,
  { state, root }: Pick<EditorView, "root" | "state">,
  style: StyleModule,
): void {
  const nonce = state.facet(EditorView.cspNonce);
  StyleModule.mount(root, style, nonce ? { nonce } : {});
  element.classList.toggle("tandem-dark", state.facet(EditorView.darkTheme));
}

/** The same for an element without an editor. `extensions` are those of editors near it. */
export function applyThemeOf(extensions: Extension, element: HTMLElement, style: StyleModule): void {
  const root = element.getRootNode();
  const isShadow = root instanceof ShadowRoot;
  applyTheme(
    element,
    { state: EditorState.create({ extensions }), root: isShadow ? root : element.ownerDocument },
    style,
  );
}

/** The minimum width for two texts side by side. */
export const sideBySideWidth = 900;

export const panelStyle = new StyleModule({
  ".tandem-review": {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: "0",
    minWidth: "0",
    outline: "none",
    ...colourVariables("light"),
  },
  ".tandem-review.tandem-dark": colourVariables("dark"),
  ".tandem-review-texts": { flex: "1 1 0", minHeight: "0", minWidth: "0", overflow: "hidden" },
  ".tandem-review-bar": {
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    alignItems: "center",
    padding: "6px 10px",
    font: "13px system-ui, sans-serif",
    color: colour("text"),
    background: colour("bar"),
    borderBottom: `1px solid ${colour("border")}`,
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
  ".tandem-review-client, .tandem-review-count": { color: colour("muted") },
  ".tandem-review-count": { margin: "0 4px", minWidth: "7.5em", textAlign: "center" },
  ".tandem-review-tag": {
    padding: "0 6px",
    border: `1px solid ${colour("border")}`,
    borderRadius: "9px",
    fontSize: "12px",
  },
  ".tandem-change-message": {
    margin: "0",
    padding: "16px",
    font: "13px system-ui, sans-serif",
    color: colour("muted"),
  },
  ".tandem-review-notice": { color: colour("notice"), fontWeight: "600" },
  ".tandem-review-button": {
    height: "auto",
    padding: "3px 9px",
    font: "inherit",
    color: colour("text"),
    background: colour("button"),
    border: `1px solid ${colour("border")}`,
    borderRadius: "5px",
    boxShadow: "none",
    cursor: "pointer",
    whiteSpace: "nowrap",
  },
  ".tandem-review-button:hover:enabled": { borderColor: colour("muted") },
  ".tandem-review-button:focus-visible": { outline: `2px solid ${colour("accept")}`, outlineOffset: "1px" },
  ".tandem-review-button:disabled": { opacity: "0.5", cursor: "default" },
  ".tandem-review-button[data-tandem=accept]": {
    color: colour("accept-text"),
    background: colour("accept"),
    borderColor: colour("accept"),
  },
  ".tandem-review-reason": { display: "flex", flex: "1 1 100%", gap: "6px", alignItems: "center" },
  ".tandem-review-reason[hidden], .tandem-review-button[hidden]": { display: "none" },
  ".tandem-review-reason label": { display: "flex", flex: "1 1 auto", gap: "6px", alignItems: "center" },
  ".tandem-review-reason-field": {
    flex: "1 1 auto",
    minWidth: "0",
    padding: "3px 6px",
    font: "inherit",
    color: colour("text"),
    background: colour("background"),
    border: `1px solid ${colour("border")}`,
    borderRadius: "5px",
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
