/** Serialises notifications once for all clients (NOT-01 to NOT-04). */
import type { AtMentioned, DidChangeActiveEditor, SelectionChanged } from "@tandem-ide/protocol";
import { toFileUri, toSelectionRange } from "@tandem-ide/protocol/schema-free";
import type { EditorSelection, Mention } from "../../hub/editor.js";

export function serializeNotification(method: string, params: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

/** Returns the members common to all messages about a selection. */
export function describeSelection(selection: EditorSelection) {
  return {
    text: selection.text,
    filePath: selection.path,
    fileUrl: toFileUri(selection.path),
    selection: toSelectionRange(selection.range),
  };
}

const nowhere = { line: 0, character: 0 };
/** A message without a file clears the client's indicator. */
const cleared: SelectionChanged = { text: "", selection: { start: nowhere, end: nowhere, isEmpty: true } };

/** A message about the selection. With `isState`, it isn't sent twice in a row to the same client. */
export interface SelectionMessage {
  readonly bytes: Buffer;
  readonly isState: boolean;
}

/** Returns the messages for a selection. `didChangeActiveEditor` adds the other form (NOT-04). */
export function selectionMessages(
  selection: EditorSelection | undefined,
  didChangeActiveEditor: boolean,
): SelectionMessage[] {
  const state: SelectionChanged = selection ? describeSelection(selection) : cleared;
  const messages = [{ bytes: serializeNotification("selection_changed", state), isState: true }];
  if (selection && didChangeActiveEditor) {
    const { start, end } = state.selection;
    const params: DidChangeActiveEditor = { filePath: selection.path, text: selection.text, range: { start, end } };
    messages.push({ bytes: serializeNotification("workspace/didChangeActiveEditor", params), isState: false });
  }
  return messages;
}

function toMentioned({ path, lines }: Mention): AtMentioned {
  // Leave out missing lines, because the client drops a message with null (docs/protocol.md, section 4).
  return lines ? { filePath: path, lineStart: lines.start, lineEnd: lines.end } : { filePath: path };
}

/** Returns a function that serialises a mention, and reuses the bytes for the next client. */
export function mentionSerializer(): (mention: Mention) => Buffer {
  let last: { readonly mention: Mention; readonly bytes: Buffer } | undefined;
  return (mention) => {
    if (last?.mention !== mention)
      last = { mention, bytes: serializeNotification("at_mentioned", toMentioned(mention)) };
    return last.bytes;
  };
}
