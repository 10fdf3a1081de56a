/** A key as people read it. */
import { keyLabel } from "@tandem/codemirror";

/** In the words of this computer: Alt+K, or ⌥K. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return <kbd class="key">{keyLabel(keys)}</kbd>;
}
