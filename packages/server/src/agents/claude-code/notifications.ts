/** What Claude Code is told, as bytes: each message is serialised once for every client that it goes to (NOT-01 to NOT-04). */
import type { AtMentioned, DidChangeActiveEditor, SelectionChanged } from "@tandem/protocol";
import { toFileUri, toSelectionRange } from "@tandem/protocol/plain";
import type { EditorSelection, Mention } from "../../hub/editor.js";

export function serializeNotification(method: string, params: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

/** The members that every message about a selection has. */
export function describeSelection(selection: EditorSelection) {
  return {
    text: selection.text,
    filePath: selection.path,
    fileUrl: toFileUri(selection.path),
    selection: toSelectionRange(selection.range),
  };
}

const nowhere = { line: 0, character: 0 };
/** Without a file it clears the client's indicator. */
const cleared: SelectionChanged = { text: "", selection: { start: nowhere, end: nowhere, isEmpty: true } };

/** A message about the selection. One that is a state is not told twice to the same client. */
export interface SelectionMessage {
  readonly bytes: Buffer;
  readonly isState: boolean;
}

/** With `didChangeActiveEditor` the same again in that form, for the clients that want it (NOT-04). */
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
  // Members that do not apply are left out: a null would lose the whole message (docs/protocol.md, section 4).
  return lines ? { filePath: path, lineStart: lines.start, lineEnd: lines.end } : { filePath: path };
}

/** Serialises a mention, and the same one again for the next client at once. */
export function mentionSerializer(): (mention: Mention) => Buffer {
  let last: { readonly mention: Mention; readonly bytes: Buffer } | undefined;
  return (mention) => {
    if (last?.mention !== mention)
      last = { mention, bytes: serializeNotification("at_mentioned", toMentioned(mention)) };
    return last.bytes;
  };
}
