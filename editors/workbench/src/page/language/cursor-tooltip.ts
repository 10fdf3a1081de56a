/** A tooltip at the cursor, shown with a key: problems and hover info without a mouse. */
import { forEachDiagnostic } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";

const setTooltip = StateEffect.define<Tooltip | null>();

/** Hidden when the cursor moves or the text changes. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    const set = effects.findLast((effect) => effect.is(setTooltip));
    if (set) return set.value;
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function hide(view: EditorView): boolean {
  if (!view.state.field(shown, false)) return false;
  view.dispatch({ effects: setTooltip.of(null) });
  return true;
}

export function cursorTooltip(): Extension {
  return [shown, Prec.high(keymap.of([{ key: "Escape", run: hide }]))];
}

function problemsAt(state: EditorState, at: number): HTMLElement[] {
  const lines: HTMLElement[] = [];
  forEachDiagnostic(state, ({ message, severity }, from, to) => {
    if (from > at || to < at) return;
    const line = document.createElement("p");
    line.className = `cursor-problem ${severity}`;
    line.textContent = message;
    lines.push(line);
  });
  return lines;
}

function show(view: EditorView, at: number, content: readonly HTMLElement[]): void {
  if (content.length === 0) return;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "cm-lsp-documentation cursor-tooltip";
    // Screen readers read it out, since the focus stays in the text.
    dom.setAttribute("role", "status");
    dom.dataset.testid = "cursor-tooltip";
    dom.append(...content);
    return { dom };
  };
  view.dispatch({ effects: setTooltip.of({ pos: at, above: true, create }) });
}

/** Shows the problems at the cursor. */
export function showProblems(view: EditorView): void {
  const { from } = view.state.selection.main;
  show(view, from, problemsAt(view.state, from));
}

type Marked = string | { readonly language: string; readonly value: string };
type Contents = Marked | readonly Marked[] | { readonly kind: "markdown" | "plaintext"; readonly value: string };

function hoverElement(plugin: LSPPlugin, contents: Contents): HTMLElement {
  const markdown = (part: Marked) =>
    typeof part === "string" ? part : `\`\`\`${part.language}\n${part.value}\n\`\`\``;
  const element = document.createElement("div");
  // docToHTML sanitises its result with safeHtml.
  if (Array.isArray(contents)) element.innerHTML = plugin.docToHTML(contents.map(markdown).join("\n\n"), "markdown");
  else if (typeof contents === "object" && "kind" in contents) element.innerHTML = plugin.docToHTML(contents);
  else if (typeof contents === "string" || "language" in contents)
    element.innerHTML = plugin.docToHTML(markdown(contents), "markdown");
  return element;
}

/** Shows the problems and the server's hover info at the cursor. */
export async function showHover(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const at = view.state.selection.main.head;
  const { doc } = view.state;
  plugin.client.sync();
  const hover = await plugin.client.request<object, { readonly contents: Contents } | null>("textDocument/hover", {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(at),
  });
  // Ignore a response about another position or outdated text.
  if (view.state.doc !== doc || view.state.selection.main.head !== at) return;
  show(view, at, [...problemsAt(view.state, at), ...(hover ? [hoverElement(plugin, hover.contents)] : [])]);
}
