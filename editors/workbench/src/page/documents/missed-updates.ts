/**
 * What happened while this window was away. The host tells only the text that it has now; whether a push got there
 * before the connection broke is found by comparing: the shorter story is the true one. Pure.
 */
import type { Update } from "@codemirror/collab";
import { ChangeSet, type Text } from "@codemirror/state";
import { changeBetween } from "@tandem/codemirror/text";

/** What a window knows that comes back. */
export interface Behind {
  /** The last text of the host that this window knows, and its version. */
  readonly confirmed: Text;
  readonly version: number;
  /** Changes made here that were not confirmed, and how many of them were sent. */
  readonly own: readonly ChangeSet[];
  readonly sent: number;
  readonly clientId: string;
}

/** More of them are not tried one by one. */
const mostTried = 32;

/**
 * The updates from what this window knows to what the host has, its own among them as far as the host took them.
 * Undefined when the host's text is another one altogether, with versions of its own.
 */
export function missedUpdates(
  { confirmed, version, own, sent, clientId }: Behind,
  there: { readonly text: Text; readonly version: number },
): Update[] | undefined {
  const missed = there.version - version;
  if (missed < 0 || sent > own.length) return undefined;
  let best: { readonly updates: Update[]; readonly size: number } | undefined;
  let text = confirmed;
  for (let taken = 0; taken <= Math.min(sent, missed); taken++) {
    if (taken > 0) text = own[taken - 1]?.apply(text) ?? text;
    if (taken > mostTried && taken < sent) continue;
    const change = changeBetween(text, there.text);
    if (change && taken === missed) continue;
    const size = change ? change.to - change.from + change.insert.length : 0;
    // As many as the host counted, because a version is a count: one has it all, the others are empty.
    const others = Array.from({ length: missed - taken }, (_, index) => ({
      clientID: "host",
      changes: index === 0 ? ChangeSet.of(change ?? [], text.length) : ChangeSet.empty(there.text.length),
    }));
    const updates = [...own.slice(0, taken).map((changes) => ({ clientID: clientId, changes })), ...others];
    if (!best || size <= best.size) best = { updates, size };
  }
  return best?.updates;
}
