/**
 * Reconstructs the updates that a window missed while it was disconnected. The host only sends its current text, so whether
 * a push arrived before the connection broke is found by comparison: the smallest difference wins. Pure.
 */
import type { Update } from "@codemirror/collab";
import { ChangeSet, type Text } from "@codemirror/state";
import { changeBetween } from "@tandem-ide/codemirror/text";

/** The state of a window that reconnects. */
export interface LocalState {
  /** The last confirmed text and its version. */
  readonly confirmed: Text;
  readonly version: number;
  /** Unconfirmed local changes, and how many of them were sent. */
  readonly own: readonly ChangeSet[];
  readonly sent: number;
  readonly clientId: string;
}

/** Beyond this many pushes, only the last one is tried. */
const maxTried = 32;

/**
 * Returns the updates from the last confirmed text to the host's, including those of our own that the host received.
 * Returns undefined if the host's versions have started over.
 */
export function missedUpdates(
  { confirmed, version, own, sent, clientId }: LocalState,
  host: { readonly text: Text; readonly version: number },
): Update[] | undefined {
  const missed = host.version - version;
  if (missed < 0 || sent > own.length) return undefined;
  let best: { readonly updates: Update[]; readonly size: number } | undefined;
  let text = confirmed;
  for (let taken = 0; taken <= Math.min(sent, missed); taken++) {
    if (taken > 0) text = own[taken - 1]?.apply(text) ?? text;
    if (taken > maxTried && taken < sent) continue;
    const change = changeBetween(text, host.text);
    if (change && taken === missed) continue;
    const size = change ? change.to - change.from + change.insert.length : 0;
    // A version is a count of updates, so add as many as the host counted: one with the whole change, the rest empty.
    const others = Array.from({ length: missed - taken }, (_, index) => ({
      clientID: "host",
      changes: index === 0 ? ChangeSet.of(change ?? [], text.length) : ChangeSet.empty(host.text.length),
    }));
    const updates = [...own.slice(0, taken).map((changes) => ({ clientID: clientId, changes })), ...others];
    if (!best || size <= best.size) best = { updates, size };
  }
  return best?.updates;
}
