/** Finds the definition of the symbol at the cursor. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

/** Servers answer in one of two forms. */
type AnyLocation = Location | { readonly targetUri: string; readonly targetSelectionRange: Range };

export async function findDefinition(view: EditorView): Promise<Location | undefined> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return undefined;
  plugin.client.sync();
  const found = await plugin.client.request<object, AnyLocation | readonly AnyLocation[] | null>(
    "textDocument/definition",
    {
      textDocument: { uri: plugin.uri },
      position: plugin.toPosition(view.state.selection.main.head),
    },
  );
  const [location] = found === null ? [] : [found].flat();
  if (!location) return undefined;
  return "uri" in location ? location : { uri: location.targetUri, range: location.targetSelectionRange };
}
