/** Where what is at the cursor is defined. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A place in a file that may not be open. */
export interface Place {
  readonly uri: string;
  readonly range: Range;
}

/** The two forms in which servers name a place. */
type AnyPlace = Place | { readonly targetUri: string; readonly targetSelectionRange: Range };

/** Asks the server; undefined where it knows none. */
export async function goToDefinition(view: EditorView): Promise<Place | undefined> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return undefined;
  plugin.client.sync();
  const found = await plugin.client.request<object, AnyPlace | readonly AnyPlace[] | null>("textDocument/definition", {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(view.state.selection.main.head),
  });
  const [place] = found === null ? [] : [found].flat();
  if (!place) return undefined;
  return "uri" in place ? place : { uri: place.targetUri, range: place.targetSelectionRange };
}
