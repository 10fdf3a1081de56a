/// <reference lib="dom" />
/** The example's page, with hooks for tests to reach its editors. */
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import type { TextRange } from "@tandem-ide/base";
import { offsetAt } from "@tandem-ide/codemirror";
import "../../examples/electron-editor/src/renderer/renderer.js";

export interface PageHooks {
  select(path: string, range: TextRange): void;
  diagnose(path: string, findings: readonly (Omit<Diagnostic, "from" | "to"> & { readonly range: TextRange })[]): void;
}

declare global {
  interface Window {
    hooks: PageHooks;
  }
}

function viewOf(path: string): EditorView {
  const element = document.querySelector<HTMLElement>(`.editor[data-path=${JSON.stringify(path)}] .cm-editor`);
  const view = element && EditorView.findFromDOM(element);
  if (!view) throw new Error(`${path} has no editor`);
  return view;
}

window.hooks = {
  select(path, { start, end }) {
    const view = viewOf(path);
    const { doc } = view.state;
    view.focus();
    view.dispatch({ selection: { anchor: offsetAt(doc, start), head: offsetAt(doc, end) }, scrollIntoView: true });
  },
  diagnose(path, findings) {
    const view = viewOf(path);
    const { doc } = view.state;
    const diagnostics = findings.map(({ range, ...finding }) => ({
      ...finding,
      from: offsetAt(doc, range.start),
      to: offsetAt(doc, range.end),
    }));
    view.dispatch(setDiagnostics(view.state, diagnostics));
  },
};
